import { chooseBuiltInMove } from '../../src/engines/choose-built-in-move.ts';
import type { EngineChoice, Situation } from '../../src/engines/engine.ts';
import type { Level } from '../../src/engines/level.ts';
import { randomNumbers } from '../../src/engines/random-numbers.ts';
import type { Move } from '../../src/lobby/games/game-event.ts';
import { type Color, opposite } from '../../src/rules/color.ts';
import { GoPosition } from '../../src/rules/go/go-position.ts';
import type { GoRuleset } from '../../src/rules/go/ruleset.ts';
import { GomokuPosition } from '../../src/rules/gomoku/gomoku-position.ts';
import type { GomokuRule } from '../../src/rules/gomoku/gomoku-rules.ts';
import { type Point, square } from '../../src/rules/point.ts';

const RULES: GoRuleset = { ko: 'positional', suicide: 'forbidden' };

/** The level and the seed of each colour. */
export type LevelPlayers = Readonly<Record<Color, { readonly level: Level; readonly seed: number }>>;

interface LevelGame {
  /** Black's points: 1 for a win, 0 for a loss, or a half. */
  readonly points: number;
  readonly moves: number;
}

function chooseMove(players: LevelPlayers, situation: Situation): EngineChoice {
  const { level, seed } = players[situation.color];
  return chooseBuiltInMove(situation, level, randomNumbers(seed, 0, situation.moves.length), () => 0);
}

/** Plays Go until two passes or a resignation. A game that becomes too long is scored as it stands. */
export function playGoLevels(size: number, komi: number, sides: LevelPlayers): LevelGame {
  const position = new GoPosition(square(size));
  const moves: Move[] = [];
  for (let color: Color = 'black'; !position.isOver && moves.length < 4 * size ** 2; color = opposite(color)) {
    const choice = chooseMove(sides, {
      game: 'go',
      size,
      color,
      komi,
      setup: [],
      moves: [...moves],
      rulesets: [RULES],
    });
    if (choice.kind === 'resign') return { points: color === 'black' ? 0 : 1, moves: moves.length };
    if (choice.kind === 'pass') position.pass(color);
    else {
      const refusal = position.judge(color, choice.point, RULES);
      if (refusal !== undefined) throw new Error(`level ${sides[color].level} played an illegal move: ${refusal}`);
      position.play(color, choice.point);
    }
    moves.push({ ...choice, color } as Move);
  }
  const { black, white } = position.score(komi);
  return { points: black > white ? 1 : black < white ? 0 : 0.5, moves: moves.length };
}

/** Plays Gomoku from an opening to its end. */
export function playGomokuLevels(
  size: number,
  rule: GomokuRule,
  start: readonly Point[],
  sides: LevelPlayers,
): LevelGame {
  const position = new GomokuPosition(size, rule);
  const moves: Move[] = [];
  const play = (color: Color, point: Point): void => {
    position.play(point);
    moves.push({ kind: 'play', color, point });
  };
  for (const point of start) play(position.toMove, point);
  while (position.outcome === undefined) {
    const color = position.toMove;
    const choice = chooseMove(sides, { game: 'gomoku', size, rule, color, setup: [], moves: [...moves] });
    if (choice.kind !== 'play') throw new Error(`level ${sides[color].level} chose to ${choice.kind}`);
    play(color, choice.point);
  }
  const { outcome } = position;
  return { points: outcome.reason !== 'row' ? 0.5 : outcome.winner === 'black' ? 1 : 0, moves: moves.length };
}
