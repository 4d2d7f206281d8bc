import { setTimeout as sleep } from 'node:timers/promises';
import { differenceOf } from '../../nodes/catch-up.ts';
import type { NatsStorage } from '../../nodes/nats/nats-storage.ts';
import { readStreamUpTo } from '../../nodes/read-stream-up-to.ts';
import type { ReplicatedLobby } from '../../nodes/replicated-lobby.ts';
import { UnexpectedLastMessage } from '../../nodes/shared-stream.ts';
import { encodeMessage, type SharedConfiguration } from '../../nodes/stream-message.ts';
import { firstConfiguration } from './read-installation-state.ts';
import { newReplica, type ReplicaConfig, withOptions } from './replica-config.ts';

/** Living nodes publish heartbeats each second. A node that has published nothing for so many milliseconds is dead. */
const DEATH_TIME = 6_000;
const PAUSE = 250;

/**
 * If no node lives, the options of an installation become those of this node: the state up to now is computed with the options with which it was
 * made, and stored. Otherwise nothing is done, and the node is refused later.
 */
export async function reconfigureInstallation(
  installation: NatsStorage,
  data: ReplicaConfig,
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
    await readStreamUpTo(stream, replica, last);
    const { sequence } = replica.position;
    if (replica.configuration !== undefined && differenceOf(replica.configuration, present) !== undefined) {
      // Another node has changed the options, and may not have stored the state yet.
      if (replica.configuration.lobbyVersion !== own.lobbyVersion) return;
      await installation.saveSnapshot(replica.snapshot());
      continue;
    }
    if (sequence < last || (await isAnyAlive(installation, replica))) return;
    try {
      const message = encodeMessage({ kind: 'upgrade', configuration: own });
      const { sequence: changed } = await stream.publish(message, { id: `options ${sequence}`, expectLast: sequence });
      await readStreamUpTo(stream, replica, changed);
    } catch (error) {
      if (error instanceof UnexpectedLastMessage) continue;
      throw error;
    }
    await installation.saveSnapshot(replica.snapshot());
    return;
  }
}

/** Which names need openings is part of the state. */
function isChangeable(present: SharedConfiguration, own: SharedConfiguration): boolean {
  const { 'guard-names': guarded } = present.options;
  const isSame = present.unicode === own.unicode && guarded === own.options['guard-names'];
  if (!isSame || present.database !== own.database || present.lobbyVersion !== own.lobbyVersion) return false;
  return differenceOf(present, own) !== undefined;
}

async function isAnyAlive({ stream }: NatsStorage, replica: ReplicatedLobby): Promise<boolean> {
  if (replica.members.numbers.length === 0) return false;
  const { sequence } = replica.position;
  for (let waited = 0; waited < DEATH_TIME; waited += PAUSE) {
    if ((await stream.last()) !== sequence) return true;
    await sleep(PAUSE);
  }
  return false;
}
