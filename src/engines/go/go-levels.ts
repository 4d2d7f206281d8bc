import type { Level } from '../level.ts';

/** The number of playouts for a move. */
const PLAYOUTS: Readonly<Record<Level, number>> = { 1: 8, 2: 30, 3: 120, 4: 500, 5: 2000, 6: 8000 };

/**
 * The maximum number of points that all playouts for a move may fill: about 2.5 s of one core. It limits the playouts on
 * boards from 17 lines on.
 */
const MOST_POINTS = 2_400_000;

/** The number of playouts for a move of this level on a square board. */
export const goPlayouts = (level: Level, size: number): number =>
  Math.min(PLAYOUTS[level], Math.ceil(MOST_POINTS / size ** 2));
