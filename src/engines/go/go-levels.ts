import type { Level } from '../level.ts';
import { FULL_SIGHT, type GoSight } from './move-priors.ts';

export interface GoSkill extends GoSight {
  /** The number of playouts for a move on small boards. */
  readonly playouts: number;
}

/** Tuned so that each level wins 75 to 85% against the one below on 9x9 (docs/strength.md). */
export const GO_SKILLS: Readonly<Record<Level, GoSkill>> = {
  1: { playouts: 28, readsLadders: false, overlooks: 175 },
  2: { playouts: 75, readsLadders: false, overlooks: 100 },
  3: { playouts: 140, readsLadders: true, overlooks: 60 },
  4: { playouts: 350, readsLadders: true, overlooks: 10 },
  5: { playouts: 1000, ...FULL_SIGHT },
  6: { playouts: 5000, ...FULL_SIGHT },
};

/**
 * The maximum number of points that all playouts for a move may fill: about 2 s of one core. It limits the strongest
 * level on boards from 18 lines on.
 */
const MOST_POINTS = 2_400_000;

/** The number of playouts that a square board allows, at most `playouts`. */
export const boundedPlayouts = (playouts: number, size: number): number =>
  Math.min(playouts, Math.ceil(MOST_POINTS / size ** 2));
