import type { Level } from '../level.ts';

/** The skill of a player of Gomoku. Weak players do not always look ahead, and overlook threats, as human players do. */
export interface GomokuSkill {
  /** The number of positions for a move. */
  readonly nodes: number;
  /** The maximum depth of the alpha-beta search in stones. */
  readonly depth: number;
  /** The kinds of threats by which wins are searched. */
  readonly threats: readonly ('fours' | 'threes')[];
  /** The chance that a move is chosen only by its patterns, without looking ahead. */
  readonly patternMoveChance: number;
  /** The chance that a kind of threat is not noticed when a move is chosen by its patterns. */
  readonly overlookChance: number;
}

/** Tuned by matches on 15x15 between neighbouring levels. docs/strength.md has the results. */
export const GOMOKU_SKILLS: Readonly<Record<Level, GomokuSkill>> = {
  1: { nodes: 0, depth: 0, threats: [], patternMoveChance: 1, overlookChance: 0.5 },
  2: { nodes: 0, depth: 0, threats: [], patternMoveChance: 1, overlookChance: 0.24 },
  3: { nodes: 0, depth: 0, threats: [], patternMoveChance: 1, overlookChance: 0.03 },
  4: { nodes: 700, depth: 2, threats: ['fours'], patternMoveChance: 0.1, overlookChance: 0.03 },
  5: { nodes: 6000, depth: 4, threats: ['fours'], patternMoveChance: 0, overlookChance: 0 },
  6: { nodes: 200_000, depth: 20, threats: ['fours', 'threes'], patternMoveChance: 0, overlookChance: 0 },
};
