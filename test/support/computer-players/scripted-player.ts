import type { Engine, EngineChoice, Situation } from '../../../src/engines/engine.ts';
import { goPosition } from '../../../src/engines/move-legality.ts';
import { ok, type Result } from '../../../src/result.ts';
import { GomokuPosition } from '../../../src/rules/gomoku/gomoku-position.ts';
import { GOMOKU_RULES } from '../../../src/rules/gomoku/gomoku-rules.ts';
import { type Point, pointAt, square } from '../../../src/rules/point.ts';
import { COMPUTER_RULESET, type ComputerPlayer } from '../../../src/server/computer-players/computer-player.ts';

type Choose = (situation: Situation) => Result<EngineChoice> | Promise<Result<EngineChoice>>;

/** A computer player whose moves the function `choose` chooses, for all board sizes and rules. */
export function scriptedPlayer(name: string, choose: Choose): ComputerPlayer {
  const sizes = (least: number, most: number): number[] =>
    Array.from({ length: most - least + 1 }, (_, index) => least + index);
  const engine = (): Engine => ({ choose: async (situation) => await choose(situation), close: async () => {} });
  return {
    name,
    offers: [
      { game: 'go', sizes: sizes(2, 131), ruleset: COMPUTER_RULESET },
      { game: 'gomoku', sizes: sizes(5, 255), rules: GOMOKU_RULES },
    ],
    engine,
    close: async () => {},
  };
}

/** A computer player that plays the first legal point, row by row from the top left, and answers a pass with a pass. */
export const firstPointPlayer = (name: string): ComputerPlayer =>
  scriptedPlayer(name, (situation) => ok(firstPoint(situation)));

function firstPoint(situation: Situation): EngineChoice {
  const last = situation.moves.at(-1);
  if (last?.kind === 'pass') return { kind: 'pass' };
  const isLegal = legalityCheck(situation);
  for (let index = 0; index < situation.size ** 2; index++) {
    const point = pointAt(square(situation.size), index % situation.size, Math.floor(index / situation.size));
    if (point !== undefined && isLegal(point)) return { kind: 'play', point };
  }
  return { kind: 'pass' };
}

/** Returns a function that tells whether a point is legal in the situation. */
export const legalityCheck = (situation: Situation): ((point: Point) => boolean) =>
  situation.game === 'go' ? goLegalityCheck(situation) : gomokuLegalityCheck(situation);

function goLegalityCheck(situation: Situation & { game: 'go' }): (point: Point) => boolean {
  const position = goPosition(situation);
  if (!position.ok) throw new Error(position.problem);
  const { color, rulesets } = situation;
  return (point) => rulesets.every((ruleset) => position.value.judge(color, point, ruleset) === undefined);
}

function gomokuLegalityCheck({ size, rule, moves }: Situation & { game: 'gomoku' }): (point: Point) => boolean {
  const position = new GomokuPosition(size, rule);
  for (const move of moves) if (move.kind === 'play') position.play(move.point);
  return (point) => position.judge(point) === undefined;
}
