import type { Level } from '../level.ts';

/** The number of positions for a move. */
export const GOMOKU_NODES: Readonly<Record<Level, number>> = {
  1: 20,
  2: 100,
  3: 500,
  4: 2500,
  5: 12_000,
  6: 200_000,
};
