import type { NodeNumber } from './stream-message.ts';

export interface NodeStatus {
  /** Undefined while the node has not joined. */
  readonly number: NodeNumber | undefined;
  /** Whether clients are read and answered. */
  readonly isOpen: boolean;
  /**
   * The round trip of the last heartbeat in milliseconds, or the age of a heartbeat that has not come back, if that is longer.
   */
  readonly lag: number;
  /** The sequence of the last message that was applied. */
  readonly applied: number;
  /** The number of published batches, and the number of repeated publications; since the start. */
  readonly batches: number;
  readonly repetitions: number;
  /** The living nodes. */
  readonly members: number;
  /** How often this node was declared dead since its start. */
  readonly deaths: number;
}
