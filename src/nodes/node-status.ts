import type { NodeNumber } from './stream-message.ts';

/** For monitoring. */
export interface NodeStatus {
  /** Undefined while it has not joined. */
  readonly number: NodeNumber | undefined;
  /** Whether clients are read and answered. */
  readonly isOpen: boolean;
  /** Milliseconds between publishing a heartbeat and its return: of the last one that has come back, or of one that is on its way for longer. */
  readonly lag: number;
  /** The sequence of the last message that was applied. */
  readonly applied: number;
  /** Batches that were published, and how often one was published again; since the start. */
  readonly batches: number;
  readonly repetitions: number;
  /** The living nodes. */
  readonly members: number;
  /** How often this node was declared dead since its start. */
  readonly deaths: number;
}
