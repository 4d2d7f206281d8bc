import glicko2 from 'glicko2-lite';
import type { RatingClass } from '../protocols/api/resource.ts';
import type { Board } from '../protocols/api/values.ts';

/** Glicko-2, http://www.glicko.net/glicko/glicko2.pdf: how strong somebody is, how certain that is, and how steady. */
export interface Strength {
  readonly rating: number;
  readonly deviation: number;
  readonly volatility: number;
}

/** Whoever has not played a rated game yet. */
export const NEWCOMER: Strength = { rating: 1500, deviation: 350, volatility: 0.06 };

/** How much the volatility may change from game to game; the paper recommends 0.3 to 1.2. */
const TAU = 0.5;
/** What one unit of the paper's own scale is in ratings. */
const SCALE = 173.7178;
/** A whole week without a game is a rating period. */
const PERIOD = 7 * 24 * 60 * 60 * 1000;

/** By its size in Go, by its rule in Gomoku. */
export function ratingClassOf(board: Board): RatingClass {
  if (board.game === 'gomoku') return `gomoku-${board.rule}`;
  switch (board.size) {
    case 9:
    case 13:
    case 19:
      return `go-${board.size}`;
    default:
      return 'go-other';
  }
}

/**
 * Somebody's strength after so many milliseconds without a game: each whole week adds the volatility to the deviation,
 * as the paper's step 6 does for a period without games, up to that of a newcomer.
 */
export function afterRest(strength: Strength, milliseconds: number): Strength {
  const periods = Math.max(0, Math.floor(milliseconds / PERIOD));
  const grown = SCALE * Math.hypot(strength.deviation / SCALE, Math.sqrt(periods) * strength.volatility);
  return { ...strength, deviation: Math.max(strength.deviation, Math.min(grown, NEWCOMER.deviation)) };
}

/** Both strengths after one game, which is a rating period of its own; `score` is black's: 1, 0.5 or 0. */
export function afterGame(black: Strength, white: Strength, score: number): { black: Strength; white: Strength } {
  return { black: played(black, white, score), white: played(white, black, 1 - score) };
}

function played(strength: Strength, opponent: Strength, score: number): Strength {
  const { rating, deviation, volatility } = strength;
  const after = glicko2(rating, deviation, volatility, [[opponent.rating, opponent.deviation, score]], { tau: TAU });
  return { rating: after.rating, deviation: Math.min(after.rd, NEWCOMER.deviation), volatility: after.vol };
}
