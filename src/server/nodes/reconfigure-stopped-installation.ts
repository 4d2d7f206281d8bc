import { setTimeout as sleep } from 'node:timers/promises';
import { applyStreamUpTo } from '../../nodes/apply-stream-up-to.ts';
import { configurationDifference } from '../../nodes/catch-up-with-stream.ts';
import type { NatsStorage } from '../../nodes/nats/nats-storage.ts';
import type { ReplicatedLobby } from '../../nodes/replicated-lobby.ts';
import { UnexpectedLastMessage } from '../../nodes/shared-stream.ts';
import { encodeMessage, type SharedConfiguration } from '../../nodes/stream-message.ts';
import { firstConfiguration } from './read-installation-from-stream.ts';
import { newReplica, type ReplicaThreadData, withOptions } from './replica-thread-data.ts';

/** Living nodes publish a heartbeat each second. A node that has published nothing for this many milliseconds is dead. */
const DEATH_TIME = 6_000;
/** Milliseconds between two checks for new messages. */
const POLL_INTERVAL = 250;

/**
 * If no node is running, the installation gets the options of this node. The state so far is computed with the old options and stored. If
 * a node is running, nothing is done, and this node is refused later.
 */
export async function reconfigureStoppedInstallation(
  installation: NatsStorage,
  data: ReplicaThreadData,
  own: SharedConfiguration,
  skipped: ReadonlySet<string>,
): Promise<void> {
  const { stream } = installation;
  for (;;) {
    const snapshotted = await installation.latestConfiguration();
    // The first snapshot of a later epoch may not be stored yet.
    if (snapshotted === undefined && installation.epoch > 1) return;
    const present = snapshotted ?? (await firstConfiguration(stream));
    if (present === undefined || !isChangeable(present, own)) return;
    const snapshot = await installation.latestSnapshot();
    const replica = newReplica(withOptions(data, present), skipped);
    if (snapshot !== undefined) replica.restore(snapshot);
    const last = await stream.last();
    await applyStreamUpTo(stream, replica, last);
    const { sequence } = replica.position;
    if (replica.configuration !== undefined && configurationDifference(replica.configuration, present) !== undefined) {
      // Another node has changed the options, and perhaps has not stored the state yet.
      if (replica.configuration.lobbyVersion !== own.lobbyVersion) return;
      await installation.saveSnapshot(replica.snapshot());
      continue;
    }
    if (sequence < last || (await isAnyAlive(installation, replica))) return;
    try {
      const message = encodeMessage({ kind: 'upgrade', configuration: own });
      const { sequence: changed } = await stream.publish(message, { id: `options ${sequence}`, expectLast: sequence });
      await applyStreamUpTo(stream, replica, changed);
    } catch (error) {
      if (error instanceof UnexpectedLastMessage) continue;
      throw error;
    }
    await installation.saveSnapshot(replica.snapshot());
    return;
  }
}

/** Whether the options differ and may be changed. `guard-names` may not be changed, because the state depends on it. */
function isChangeable(present: SharedConfiguration, own: SharedConfiguration): boolean {
  const { 'guard-names': guarded } = present.options;
  const isSame = present.unicode === own.unicode && guarded === own.options['guard-names'];
  if (!isSame || present.database !== own.database || present.lobbyVersion !== own.lobbyVersion) return false;
  return configurationDifference(present, own) !== undefined;
}

async function isAnyAlive({ stream }: NatsStorage, replica: ReplicatedLobby): Promise<boolean> {
  if (replica.members.numbers.length === 0) return false;
  const { sequence } = replica.position;
  for (let waited = 0; waited < DEATH_TIME; waited += POLL_INTERVAL) {
    if ((await stream.last()) !== sequence) return true;
    await sleep(POLL_INTERVAL);
  }
  return false;
}
