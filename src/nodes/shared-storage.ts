import type { ReplicatedSnapshot, SkippedInputPosition } from './replicated-lobby.ts';
import type { SharedStream } from './shared-stream.ts';

/**
 * The storage that the nodes of an installation share: streams, snapshots and skipped inputs. After a stream has lost messages,
 * the stream of the next epoch replaces it.
 */
export interface SharedStorage {
  /** The epoch of the stream that this node uses. The first epoch is 1. */
  readonly epoch: number;
  readonly stream: SharedStream;
  /** The highest epoch that exists; 0 if there is none. */
  highestEpoch(): Promise<number>;
  /** Switches to the stream of this epoch. Creates the stores for its snapshots and skipped inputs if they are missing. */
  enter(epoch: number): Promise<void>;
  /**
   * Creates the stream of the next epoch with this first snapshot. Seals all earlier streams. False if another node has created
   * it.
   */
  begin(epoch: number, creator: string, snapshot: ReplicatedSnapshot): Promise<boolean>;
  latestSnapshot(): Promise<ReplicatedSnapshot | undefined>;
  /**
   * Waits until another node has stored a snapshot at this message or later. Resolves with the earliest such snapshot. Rejects
   * after a minute.
   */
  snapshotAt(sequence: number): Promise<ReplicatedSnapshot>;
  /** Stores a snapshot of the present epoch. Purges old snapshots and the messages before them. */
  saveSnapshot(snapshot: ReplicatedSnapshot): Promise<void>;
  /** The inputs and deadlines that all lobbies of the present epoch skip, as `positionText` writes them. */
  skipped(): Promise<ReadonlySet<string>>;
  skip(at: SkippedInputPosition): Promise<void>;
  /** Sends a text to all nodes. It is not stored. */
  announce(text: string): void;
  /** Calls the listener with the announcements of all nodes, until the returned function is called. */
  onAnnouncement(listener: (text: string) => void): () => void;
}
