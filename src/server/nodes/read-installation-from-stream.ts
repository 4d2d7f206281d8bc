import { applyStreamUpTo } from '../../nodes/apply-stream-up-to.ts';
import { ConfigurationDiffers } from '../../nodes/catch-up-with-stream.ts';
import type { NatsSettings } from '../../nodes/nats/nats-settings.ts';
import { NatsStorage } from '../../nodes/nats/nats-storage.ts';
import { PoisonousInput, positionText, type ReplicatedLobby } from '../../nodes/replicated-lobby.ts';
import type { SharedStream } from '../../nodes/shared-stream.ts';
import { decodeMessage, type SharedConfiguration } from '../../nodes/stream-message.ts';
import { PROTOCOLS } from '../../protocols/protocol-list.ts';
import {
  LOBBY_VERSION,
  newReplica,
  type ReplicaThreadData,
  replicaThreadDataOf,
  withOptions,
} from './replica-thread-data.ts';

/**
 * Reads the present state of an installation from its stream, without joining it. Nodes may be running. Rejects with `NatsUnusable` or
 * `ConfigurationDiffers`.
 */
export async function readInstallationFromStream(location: NatsSettings): Promise<ReplicatedLobby> {
  const installation = await NatsStorage.open(location, true);
  try {
    const skipped = new Set(await installation.skipped());
    for (;;) {
      const snapshot = await installation.latestSnapshot();
      const configuration = snapshot?.configuration ?? (await firstConfiguration(installation.stream));
      if (configuration === undefined) throw new ConfigurationDiffers('no node has created the stream yet');
      let replica = newReplica(dataOf(location, configuration), skipped);
      if (snapshot !== undefined) replica.restore(snapshot);
      try {
        const last = await installation.stream.last();
        for (;;) {
          await applyStreamUpTo(installation.stream, replica, last);
          if (replica.position.sequence >= last) return replica;
          const before = replica.snapshot();
          replica = newReplica(dataOf(location, before.configuration ?? configuration), skipped);
          replica.restore(before);
        }
      } catch (error) {
        if (!(error instanceof PoisonousInput) || replica.skips(error.at)) throw error;
        // The nodes record the inputs that they skip, and this one as soon as they reach it.
        skipped.add(positionText(error.at));
      }
    }
  } finally {
    await installation.close();
  }
}

/** A stream must be read with the options that it was written with. */
function dataOf(location: NatsSettings, configuration: SharedConfiguration): ReplicaThreadData {
  const { lobbyVersion } = configuration;
  if (lobbyVersion !== LOBBY_VERSION)
    throw new ConfigurationDiffers(
      `this program has lobby version ${LOBBY_VERSION}, and the installation has ${lobbyVersion}`,
    );
  const data = replicaThreadDataOf(location, { grace: 0, resume: 0, idle: 0, protocols: PROTOCOLS });
  return withOptions(data, configuration);
}

/** The configuration in the first message of the stream; undefined if the stream has no message. */
export async function firstConfiguration(stream: SharedStream): Promise<SharedConfiguration | undefined> {
  if ((await stream.last()) === 0) return undefined;
  return await new Promise((resolve, reject) => {
    const stop = stream.read(0, ({ data }) => {
      stop();
      const message = decodeMessage(data);
      if (message.ok && message.value.kind === 'configure') resolve(message.value.configuration);
      else reject(new ConfigurationDiffers('the stream does not begin with a configuration'));
    });
  });
}
