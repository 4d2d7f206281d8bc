import { type Clock, pause } from '../clock.ts';
import { applyStreamUpTo } from './apply-stream-up-to.ts';
import { catchUpWithStream, type NameRegisterFromDatabase } from './catch-up-with-stream.ts';
import {
  MessagesPurged,
  PoisonousInput,
  positionText,
  type ReplicatedLobby,
  type ReplicatedSnapshot,
} from './replicated-lobby.ts';
import type { SharedStorage } from './shared-storage.ts';
import type { SharedConfiguration } from './stream-message.ts';

/** Milliseconds between two polls for the first snapshot of a later epoch. */
const POLL_INTERVAL = 1_000;
/** After this many polls without a snapshot, all nodes that could create one count as dead. */
const MAX_POLLS = 30;

interface OpenReplicaOptions {
  readonly installation: SharedStorage;
  readonly newReplica: (skipped: ReadonlySet<string>) => ReplicatedLobby;
  readonly clock: Clock;
  /** A random text that no other node has. */
  readonly newKey: () => string;
}

/**
 * Reads the state after the last message, for a node that starts. If there is no stream, begins one. If the nodes of the stream
 * have an earlier version, takes the stream over. Rejects with `ConfigurationDiffers`.
 */
export async function openReplica(
  options: OpenReplicaOptions,
  configuration: SharedConfiguration,
  readRegister?: () => Promise<NameRegisterFromDatabase>,
): Promise<ReplicatedLobby> {
  const { installation } = options;
  for (let taken: ReplicatedSnapshot | undefined; ; ) {
    const snapshot = taken ?? (await firstSnapshot(options));
    const [replica, next] = await withReplica(options, snapshot, async (each) => [
      each,
      await catchUpWithStream(installation, each, configuration, readRegister),
    ]);
    if (next === undefined) return replica;
    taken = next;
  }
}

/** Reads the state after the last message of the present stream. */
export async function currentState(
  options: Pick<OpenReplicaOptions, 'installation' | 'newReplica'>,
): Promise<ReplicatedLobby> {
  const { stream } = options.installation;
  return await withReplica(options, await options.installation.latestSnapshot(), async (replica) => {
    const last = await stream.last();
    while (replica.position.sequence < last) await applyStreamUpTo(stream, replica, last);
    return replica;
  });
}

/**
 * Calls `read` with a replica that has the state of the snapshot. If the lobby throws on an input, skips the input and calls
 * `read` again. If messages after the snapshot were purged meanwhile, calls `read` again with the latest snapshot.
 */
async function withReplica<Result>(
  { installation, newReplica }: Pick<OpenReplicaOptions, 'installation' | 'newReplica'>,
  snapshot: ReplicatedSnapshot | undefined,
  read: (replica: ReplicatedLobby) => Promise<Result>,
): Promise<Result> {
  const skipped = new Set(await installation.skipped());
  for (let from = snapshot; ; ) {
    const replica = newReplica(skipped);
    if (from !== undefined) replica.restore(from);
    try {
      return await read(replica);
    } catch (error) {
      if (error instanceof MessagesPurged) {
        from = await installation.latestSnapshot();
        if ((from?.sequence ?? 0) < error.first - 1) throw error;
      } else if (error instanceof PoisonousInput && !replica.skips(error.at)) {
        await installation.skip(error.at);
        skipped.add(positionText(error.at));
      } else throw error;
    }
  }
}

/**
 * The latest snapshot, if there is one. In a later epoch there must be one, so this function waits until its creator has stored
 * it.
 */
async function firstSnapshot(options: OpenReplicaOptions): Promise<ReplicatedSnapshot | undefined> {
  const { installation, clock } = options;
  for (let attempt = 1; ; attempt++) {
    const highest = await installation.highestEpoch();
    if (highest > installation.epoch) await installation.enter(highest);
    const snapshot = await installation.latestSnapshot();
    if (snapshot !== undefined || installation.epoch === 1) return snapshot;
    if (attempt % MAX_POLLS === 0) await replaceAbandoned(options);
    await pause(clock, POLL_INTERVAL);
  }
}

/**
 * Begins another epoch, because the creator of this epoch has died before it stored a snapshot. Uses the state of the last
 * epoch with one.
 */
async function replaceAbandoned(options: OpenReplicaOptions): Promise<void> {
  const { installation, newKey } = options;
  const abandoned = installation.epoch;
  let last = abandoned;
  do await installation.enter(--last);
  while (last > 1 && (await installation.latestSnapshot()) === undefined);
  const replica = await currentState(options);
  await installation.begin(abandoned + 1, newKey(), { ...replica.snapshot(), sequence: 0 });
}
