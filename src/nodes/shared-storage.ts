import type { ReplicatedSnapshot, SkippedInputPosition } from './replicated-lobby.ts';
import type { SharedStream } from './shared-stream.ts';

/**
 * What the nodes of an installation share besides the messages of one stream. A stream that has lost messages is followed by another one,
 * of the next epoch.
 */
export interface SharedStorage {
  /** Of the stream that this node uses; the first is 1. */
  readonly epoch: number;
  readonly stream: SharedStream;
  /** The highest epoch that exists; 0 if there is none. */
  highestEpoch(): Promise<number>;
  /** Uses the stream of this epoch from now on. What is stored beside it is made if it is lost. */
  enter(epoch: number): Promise<void>;
  /** Creates the stream of the next epoch with this first snapshot, and seals all earlier ones. False if another node has created it. */
  begin(epoch: number, creator: string, snapshot: ReplicatedSnapshot): Promise<boolean>;
  /** The latest snapshot of the present epoch. */
  latestSnapshot(): Promise<ReplicatedSnapshot | undefined>;
  /** The snapshot at this message, or the first later one that is kept, once another node has stored it; rejects after some seconds. */
  snapshotAt(sequence: number): Promise<ReplicatedSnapshot>;
  /** Stores a snapshot of the present epoch, and purges what is not needed any more. */
  saveSnapshot(snapshot: ReplicatedSnapshot): Promise<void>;
  /** What no lobby of the present epoch carries out, as `positionText` writes it. */
  skipped(): Promise<ReadonlySet<string>>;
  skip(place: SkippedInputPosition): Promise<void>;
  /** Tells the other nodes something that is not stored. */
  announce(text: string): void;
  /** Calls the listener with what any node announces, until the returned function is called. */
  onAnnouncement(listener: (text: string) => void): () => void;
}
