import type { Choice, Situation } from './engine.ts';

/** The number of a game of one engine; never used again. */
export type GameNumber = number;

export type BuiltInRequest =
  | {
      readonly kind: 'choose';
      readonly game: GameNumber;
      readonly situation: Situation;
      /** Milliseconds. */
      readonly budget: number;
    }
  /** The game is over. */
  | { readonly kind: 'forget'; readonly game: GameNumber };

/** Each request gets one reply, in order. */
export type BuiltInReply = { readonly kind: 'chosen'; readonly choice: Choice } | { readonly kind: 'forgotten' };
