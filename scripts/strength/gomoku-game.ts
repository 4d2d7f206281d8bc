import type { GomokuSituation } from '../../src/engines/engine.ts';
import { chooseGomokuMove } from '../../src/engines/gomoku/choose-gomoku-move.ts';
import type { GomokuSkill } from '../../src/engines/gomoku/gomoku-levels.ts';
import type { Color } from '../../src/rules/color.ts';
import { GomokuPosition } from '../../src/rules/gomoku/gomoku-position.ts';
import type { GomokuRule } from '../../src/rules/gomoku/gomoku-rules.ts';
import { type Point, pointAt, square } from '../../src/rules/point.ts';
import { ownProcessorTime } from './own-processor-time.ts';
import { choosePattern } from './pattern-player.ts';

/** How far from the centre an opening's stones lie at most. */
const OPENING_REACH = 3;

export interface GomokuGameResult {
  /** `undefined` is a draw. */
  readonly winner: Color | undefined;
  readonly points: readonly Point[];
  /** The longest that the built-in player took for a move, in milliseconds. */
  readonly longest: number;
}

/** Different points at random around the centre, of black and white in turn. */
export function randomStones(lines: number, count: number, random: () => number): Point[] {
  const size = square(lines);
  const near = (): number => Math.floor(lines / 2) - OPENING_REACH + Math.floor(random() * (2 * OPENING_REACH + 1));
  const points = new Set<Point>();
  while (points.size < count) points.add(pointAt(size, near(), near())!);
  return [...points];
}

/** Two points at random around the centre: black's first stone and white's. */
export const opening = (lines: number, random: () => number): Point[] => randomStones(lines, 2, random);

/** The built-in player with `color` against the pattern player, from the opening to the end. It throws at an illegal move. */
export function playGomoku(
  lines: number,
  rule: GomokuRule,
  color: Color,
  start: readonly Point[],
  skill: GomokuSkill,
  random: () => number,
): GomokuGameResult {
  const position = new GomokuPosition(lines, rule);
  const points: Point[] = [];
  const play = (point: Point): void => {
    position.play(point);
    points.push(point);
  };
  start.forEach(play);
  let longest = 0;
  while (position.outcome === undefined) {
    if (position.toMove !== color) {
      play(choosePattern(position, random));
      continue;
    }
    const before = ownProcessorTime();
    play(chosen({ game: 'gomoku', size: lines, rule, color, setup: [...position.stones()], moves: [] }, skill, random));
    longest = Math.max(longest, ownProcessorTime() - before);
  }
  const { outcome } = position;
  return { winner: outcome.reason === 'row' ? outcome.winner : undefined, points, longest };
}

function chosen(situation: GomokuSituation, skill: GomokuSkill, random: () => number): Point {
  const choice = chooseGomokuMove(situation, skill, { timeUsed: () => 0, random });
  if (choice.kind !== 'play') throw new Error(`the built-in player chose to ${choice.kind}`);
  return choice.point;
}
