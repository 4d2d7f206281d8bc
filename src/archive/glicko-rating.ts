import glicko2 from 'glicko2-lite';
import type { RatingClass } from '../protocols/api/resource-schemas.ts';
import type { GameParametersJson } from '../protocols/api/value-schemas.ts';

/** A player's rating, its uncertainty and its volatility: Glicko-2, http://www.glicko.net/glicko/glicko2.pdf. */
export interface GlickoRating {
  readonly rating: number;
  readonly deviation: number;
  readonly volatility: number;
}

/** The rating of a player without a rated game. */
export const NEW_PLAYER: GlickoRating = { rating: 1500, deviation: 350, volatility: 0.06 };

/** The rating of a computer player without a rated game: level 3 has the rating of a new player, and each level is 200 points apart. */
export const newComputer = (level: number): GlickoRating => ({
  rating: NEW_PLAYER.rating + 200 * (level - 3),
  deviation: 150,
  volatility: NEW_PLAYER.volatility,
});

/** The system constant, which limits changes of the volatility. The paper recommends 0.3 to 1.2. */
const TAU = 0.5;
/** The rating points of one unit of the paper's scale. */
const SCALE = 173.7178;
/** The rating period of a player who does not play: one week. */
const PERIOD = 7 * 24 * 60 * 60 * 1000;

/** A rating with a larger deviation is provisional. Lichess uses the same limit. */
const MAX_RANKED_DEVIATION = 110;

/** The rating class of a game: by board size in Go, by rule in Gomoku. */
export function ratingClassOf(board: GameParametersJson): RatingClass {
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
 * The rating after a time without a game. Each full week increases the deviation by the volatility (step 6 of the paper), up to the
 * deviation of a new player.
 */
export function afterPause(strength: GlickoRating, milliseconds: number): GlickoRating {
  const periods = Math.max(0, Math.floor(milliseconds / PERIOD));
  const grown = SCALE * Math.hypot(strength.deviation / SCALE, Math.sqrt(periods) * strength.volatility);
  return { ...strength, deviation: Math.max(strength.deviation, Math.min(grown, NEW_PLAYER.deviation)) };
}

/**
 * The time from which a rating is provisional if its player plays no rated game after `lastGame`; 0 if the rating is provisional already.
 * Times are milliseconds since the epoch.
 */
export function rankedUntil({ deviation, volatility }: GlickoRating, lastGame: number): number {
  if (deviation > MAX_RANKED_DEVIATION) return 0;
  const periods = Math.floor((MAX_RANKED_DEVIATION ** 2 - deviation ** 2) / (SCALE * volatility) ** 2);
  return lastGame + (periods + 1) * PERIOD;
}

/** Both ratings after one game. Each game is a rating period. `score`: Black's result, 1, 0.5 or 0. */
export function afterGame(
  black: GlickoRating,
  white: GlickoRating,
  score: number,
): { black: GlickoRating; white: GlickoRating } {
  return { black: played(black, white, score), white: played(white, black, 1 - score) };
}

function played(strength: GlickoRating, opponent: GlickoRating, score: number): GlickoRating {
  const { rating, deviation, volatility } = strength;
  const after = glicko2(rating, deviation, volatility, [[opponent.rating, opponent.deviation, score]], { tau: TAU });
  return { rating: after.rating, deviation: Math.min(after.rd, NEW_PLAYER.deviation), volatility: after.vol };
}
