import type { Level } from '../level.ts';
import { FULL_STRENGTH, type MovePriorOptions } from './move-priors.ts';

/** The playouts and the weaknesses of a level in Go. */
export interface GoSkill extends MovePriorOptions {
  /** The number of playouts for a move on small boards. */
  readonly playouts: number;
}

/** Tuned by matches on 9x9 between neighbouring levels. docs/strength.md has the results. */
export const GO_SKILLS: Readonly<Record<Level, GoSkill>> = {
  1: { playouts: 85, readsLadders: false, overlookChance: 120 },
  2: { playouts: 170, readsLadders: false, overlookChance: 45 },
  3: { playouts: 235, readsLadders: true, overlookChance: 40 },
  4: { playouts: 480, readsLadders: true, overlookChance: 10 },
  5: { playouts: 1150, ...FULL_STRENGTH },
  6: { playouts: 2200, ...FULL_STRENGTH },
};

/**
 * The maximum number of points that all playouts for a move may fill: about 2 s of one core. It limits the strongest
 * level on boards from 34 lines on.
 */
const MOST_POINTS = 2_400_000;

/** The number of playouts that a square board allows, at most `playouts`. */
export const boundedPlayouts = (playouts: number, size: number): number =>
  Math.min(playouts, Math.ceil(MOST_POINTS / size ** 2));
