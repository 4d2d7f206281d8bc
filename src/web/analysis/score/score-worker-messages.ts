import type { EstimatorGame } from './estimator-positions.ts';
import type { GameReview } from './game-review.ts';

/** A job of the page for the thread. The thread has one job at a time. */
export type ScoreWorkerRequest =
  | { readonly kind: 'estimate'; readonly game: EstimatorGame; readonly playouts: number }
  /** `result`: black's lead when the game was counted. */
  | { readonly kind: 'review'; readonly game: EstimatorGame; readonly result: number | undefined };

/** A message from the thread. `progress` comes before the result of a review. */
export type ScoreWorkerReply =
  | { readonly kind: 'estimated'; readonly ownership: readonly number[]; readonly lead: number }
  | { readonly kind: 'progress'; readonly done: number; readonly all: number }
  | { readonly kind: 'reviewed'; readonly review: GameReview };
