import type { EngineChoice, Situation } from './engine.ts';
import type { Level } from './level.ts';

/** The message to the worker thread: choose a move in this situation. */
export interface BuiltInWorkerRequest {
  readonly situation: Situation;
  readonly level: Level;
  /** A whole number of 32 bits. */
  readonly seed: number;
  /** The number of this game among those with the same seed. */
  readonly game: number;
  /** Milliseconds. This is a safety limit: normally the number of nodes limits the search. */
  readonly limit: number;
}

/** The message from the worker thread. Each request gets one reply, in order. */
export interface BuiltInWorkerReply {
  readonly choice: EngineChoice;
}
