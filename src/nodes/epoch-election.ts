import { type Clock, pause } from '../clock.ts';
import type { ReplicatedLobby } from './replicated-lobby.ts';
import type { SharedStorage } from './shared-storage.ts';

/** Milliseconds in which stopped nodes announce their positions to each other. */
const ELECTION_TIME = 2_000;
/**
 * A living node that has not announced its position after this many milliseconds counts as dead. It may connect later than the
 * others.
 */
const MAX_ELECTION_TIME = 7_000;
/** Milliseconds within which all nodes that are going to stop have stopped. */
const STOPPING_TIME = 500;
/** Milliseconds between two announcements. */
const ANNOUNCEMENT_INTERVAL = 200;
/** Milliseconds in which the elected node creates the next epoch. After that there is another election. */
const CREATION_TIME = 5_000;
const ATTEMPTS = 10;

/** A node that has stopped because the stream of its epoch has lost messages. */
interface Candidate {
  readonly epoch: number;
  /** The epoch of the node's state. It is earlier than `epoch` if the node has not read the stream of `epoch`. */
  readonly from: number;
  /** `ElectionOptions.lastDelivered` of the node. */
  readonly lastDelivered: number;
  /** The key with which the node has joined; empty if it has not joined. */
  readonly node: string;
  /** `ElectionOptions.key` of the node. */
  readonly key: string;
}

export interface ElectionOptions {
  readonly installation: SharedStorage;
  readonly clock: Clock;
  /** A text that no other node has. */
  readonly key: string;
  /** The epoch of the node's state. */
  readonly from: number;
  /** The last message of epoch `from` whose effects the node may have sent to its clients. */
  readonly lastDelivered: number;
  /** The key with which the node has joined; empty if it has not joined. */
  readonly node: string;
  /** Whether the other nodes continue in the same stream, and this node is dead there. */
  readonly isLeftBehind: () => Promise<boolean>;
}

/**
 * Finds the stream with which the node must continue: the stream of the next epoch. The node with the highest `lastDelivered`
 * creates it from its own state. Resolves when this node's storage uses the stream. Rejects if no node creates one.
 */
export async function nextEpoch(replica: ReplicatedLobby, options: ElectionOptions): Promise<void> {
  const { key, from, lastDelivered, node } = options;
  const own: Candidate = { epoch: options.installation.epoch, from, lastDelivered, node, key };
  // The node announces itself until the epoch is found. A node that connects later must not start to serve clients.
  const stop = keepAnnouncing(own, options);
  try {
    await findEpoch(replica, own, options);
  } finally {
    stop();
  }
}

async function findEpoch(replica: ReplicatedLobby, own: Candidate, options: ElectionOptions): Promise<void> {
  const { installation, clock, key, isLeftBehind } = options;
  const { epoch } = own;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (await enterHigher(installation, epoch)) return;
    const { first, isStreamAlive } = await elect(own, replica.members.keys, options);
    if (isStreamAlive && (await isLeftBehind())) return;
    if (first.key === key && (await beginNextEpoch(replica, installation, key))) {
      await installation.enter(epoch + 1);
      return;
    }
    for (let waited = 0; waited < CREATION_TIME; waited += ANNOUNCEMENT_INTERVAL) {
      if (await enterHigher(installation, epoch)) return;
      await pause(clock, ANNOUNCEMENT_INTERVAL);
    }
  }
  throw new Error('no node has created the stream of the next epoch');
}

/** Announces the node until the returned function is called. */
function keepAnnouncing(own: Candidate, { installation, clock }: ElectionOptions): () => void {
  let cancel = (): void => {};
  const announce = (): void => {
    installation.announce(JSON.stringify(own));
    cancel = clock.at(clock.now() + ANNOUNCEMENT_INTERVAL, announce);
  };
  announce();
  return () => cancel();
}

/** Enters the highest epoch if it is higher than this one. If NATS cannot be reached, no higher epoch is assumed. */
export async function enterHigher(installation: SharedStorage, epoch: number): Promise<boolean> {
  const highest = await installation.highestEpoch().catch(() => 0);
  if (highest <= epoch) return false;
  await installation.enter(highest);
  return true;
}

const beginNextEpoch = async (replica: ReplicatedLobby, installation: SharedStorage, key: string): Promise<boolean> =>
  await installation.begin(installation.epoch + 1, key, { ...replica.snapshot(), sequence: 0 }).catch(() => false);

/**
 * Chooses the announced node with the highest `lastDelivered`, and of two such nodes the one with the lower key. Waits for the
 * announcements of the `living` nodes. `isStreamAlive`: whether nodes that have not stopped still publish heartbeats. Rejects
 * if the stream cannot be read.
 */
async function elect(
  own: Candidate,
  living: readonly string[],
  { installation, clock }: ElectionOptions,
): Promise<{ readonly first: Candidate; readonly isStreamAlive: boolean }> {
  let first = own;
  const missing = new Set(living);
  missing.delete(own.node);
  const stop = installation.onAnnouncement((text) => {
    const other = readCandidate(text);
    if (other === undefined || other.epoch !== own.epoch) return;
    missing.delete(other.node);
    if (isBefore(other, first)) first = other;
  });
  try {
    await pause(clock, STOPPING_TIME);
    const before = await installation.stream.last();
    await pause(clock, ELECTION_TIME - STOPPING_TIME);
    for (let waited = ELECTION_TIME; missing.size > 0 && waited < MAX_ELECTION_TIME; waited += ANNOUNCEMENT_INTERVAL)
      await pause(clock, ANNOUNCEMENT_INTERVAL);
    return { first, isStreamAlive: (await installation.stream.last()) > before };
  } finally {
    stop();
  }
}

/** Whether the candidate must be elected rather than `first`. */
function isBefore(candidate: Candidate, first: Candidate): boolean {
  if (candidate.from !== first.from) return candidate.from > first.from;
  return candidate.lastDelivered === first.lastDelivered
    ? candidate.key < first.key
    : candidate.lastDelivered > first.lastDelivered;
}

/** The key of a node that has stopped because the stream of this epoch has lost messages; empty if it has not joined. */
export function stoppedNode(text: string, epoch: number): string {
  const candidate = readCandidate(text);
  return candidate?.epoch === epoch ? candidate.node : '';
}

function readCandidate(text: string): Candidate | undefined {
  try {
    const { epoch, from, lastDelivered, node, key } = JSON.parse(text) as Partial<Candidate>;
    const areNumbers = [epoch, from, lastDelivered].every(Number.isSafeInteger);
    const isValid = areNumbers && typeof key === 'string' && typeof node === 'string';
    return isValid ? ({ epoch, from, lastDelivered, node, key } as Candidate) : undefined;
  } catch {
    return undefined;
  }
}
