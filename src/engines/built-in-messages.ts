import type { Choice, Situation } from './engine.ts';

/** A game of one engine; its number is never given to another. */
export type GameNumber = number;

export type BuiltInRequest =
  | {
      readonly kind: 'choose';
      readonly game: GameNumber;
      readonly situation: Situation;
      /** Milliseconds. */
      readonly budget: number;
    }
  /** Nobody asks for that game again. */
  | { readonly kind: 'forget'; readonly game: GameNumber };

/** Each request gets one reply, in order. */
export type BuiltInReply = { readonly kind: 'chosen'; readonly choice: Choice } | { readonly kind: 'forgotten' };
