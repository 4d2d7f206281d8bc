import type { GomokuSituation } from '../../src/engines/engine.ts';
import { chooseGomokuMove } from '../../src/engines/gomoku/choose-gomoku-move.ts';
import type { GomokuSkill } from '../../src/engines/gomoku/gomoku-levels.ts';
import type { Color } from '../../src/rules/color.ts';
import { GomokuPosition } from '../../src/rules/gomoku/gomoku-position.ts';
import type { GomokuRule } from '../../src/rules/gomoku/gomoku-rules.ts';
import type { Point } from '../../src/rules/point.ts';
import { ownProcessorTime } from './own-processor-time.ts';
import { choosePattern } from './pattern-player.ts';

export interface PatternPlayerGameResult {
  /** `undefined` is a draw. */
  readonly winner: Color | undefined;
  readonly points: readonly Point[];
  /** The longest time of the built-in player for a move, in milliseconds of processor time. */
  readonly longest: number;
}

/** Plays a game between the built-in player, with `color`, and the pattern player. Throws on an illegal move. */
export function playAgainstPatternPlayer(
  lines: number,
  rule: GomokuRule,
  color: Color,
  start: readonly Point[],
  skill: GomokuSkill,
  random: () => number,
): PatternPlayerGameResult {
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
    play(
      chooseMove({ game: 'gomoku', size: lines, rule, color, setup: [...position.stones()], moves: [] }, skill, random),
    );
    longest = Math.max(longest, ownProcessorTime() - before);
  }
  const { outcome } = position;
  return { winner: outcome.reason === 'row' ? outcome.winner : undefined, points, longest };
}

function chooseMove(situation: GomokuSituation, skill: GomokuSkill, random: () => number): Point {
  const choice = chooseGomokuMove(situation, skill, { timeUsed: () => 0, random });
  if (choice.kind !== 'play') throw new Error(`the built-in player chose to ${choice.kind}`);
  return choice.point;
}
