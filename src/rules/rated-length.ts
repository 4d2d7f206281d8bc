import type { Color } from './color.ts';

/** The number of moves that each side must have made before a game can be rated, unless the game ends by the rules. */
const FEWEST_MOVES = 3;

/** Reasons of ends by the rules: two passes, a row, a full board. */
const ENDS_BY_RULES: ReadonlySet<string> = new Set(['score', 'row', 'full']);

/** Whether a game with so many moves of each side is too short to be rated after an end for this reason. */
export const isTooShortToRate = (reason: string, { black, white }: Readonly<Record<Color, number>>): boolean =>
  !ENDS_BY_RULES.has(reason) && Math.min(black, white) < FEWEST_MOVES;
