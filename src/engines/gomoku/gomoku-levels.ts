import type { Level } from '../level.ts';

/** How well a player of Gomoku looks. Weak players choose at sight and overlook threats, as people do. */
export interface GomokuSkill {
  /** The number of positions for a move. */
  readonly nodes: number;
  /** The maximum depth of the alpha-beta search in stones. */
  readonly depth: number;
  /** Whether wins by fours, and by fours and threes, are searched for. */
  readonly threats: readonly ('fours' | 'threes')[];
  /** The chance that a move is chosen at sight: by its patterns, without looking ahead. */
  readonly haste: number;
  /** The chance that a kind of threat is not noticed at sight. */
  readonly overlooks: number;
}

/** Tuned by matches on 15x15 between neighbouring levels; docs/strength.md says what has been measured. */
export const GOMOKU_SKILLS: Readonly<Record<Level, GomokuSkill>> = {
  1: { nodes: 0, depth: 0, threats: [], haste: 1, overlooks: 0.5 },
  2: { nodes: 0, depth: 0, threats: [], haste: 1, overlooks: 0.24 },
  3: { nodes: 0, depth: 0, threats: [], haste: 1, overlooks: 0.03 },
  4: { nodes: 700, depth: 2, threats: ['fours'], haste: 0.1, overlooks: 0.03 },
  5: { nodes: 6000, depth: 4, threats: ['fours'], haste: 0, overlooks: 0 },
  6: { nodes: 200_000, depth: 20, threats: ['fours', 'threes'], haste: 0, overlooks: 0 },
};
