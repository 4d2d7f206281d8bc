import type { EngineChoice, Situation } from './engine.ts';
import type { Level } from './level.ts';

export interface BuiltInRequest {
  readonly situation: Situation;
  readonly level: Level;
  /** A whole number of 32 bits. */
  readonly seed: number;
  /** The number of this game among those with the same seed. */
  readonly game: number;
  /** Milliseconds: a safety limit, the search is limited by nodes. */
  readonly limit: number;
}

/** Each request gets one reply, in order. */
export interface BuiltInReply {
  readonly choice: EngineChoice;
}
