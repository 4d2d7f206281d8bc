import type { Board, Turn } from '../../../protocols/api/value-schemas.ts';
import type { Color } from '../../../rules/color.ts';
import type { Setup } from '../../game/game-replay.ts';
import type { GameReview } from './game-review.ts';

/** The moves of a game of Go and its beginning. */
export interface ScoredGame {
  readonly board: Board & { readonly game: 'go' };
  readonly setup: Setup;
  readonly turns: readonly Turn[];
  /** The colour of the first move. */
  readonly first: Color;
}

/** What the page asks of the thread; one job at a time. */
export type ScoreJob =
  | { readonly kind: 'estimate'; readonly game: ScoredGame; readonly playouts: number }
  | { readonly kind: 'review'; readonly game: ScoredGame };

/** What the thread answers; `progress` comes before the result of a review. */
export type ScoreNews =
  | { readonly kind: 'estimated'; readonly ownership: readonly number[]; readonly lead: number }
  | { readonly kind: 'progress'; readonly done: number; readonly all: number }
  | { readonly kind: 'reviewed'; readonly review: GameReview };
