import { ok, problem, type Result } from '../result.ts';
import { GoPosition } from '../rules/go/go-position.ts';
import { BoardGrid, EMPTY, stoneOf } from '../rules/gomoku/board-grid.ts';
import { RenjuReferee } from '../rules/gomoku/renju-fouls.ts';
import { type Point, square } from '../rules/point.ts';
import { vertexName } from '../rules/vertex.ts';
import type { EngineChoice, GomokuSituation, GoSituation, Situation } from './engine.ts';

const MISPLACED = 'a stone of the game lies on another or off the board';

/** Why a choice is illegal, as one line; `undefined` if it is legal. */
export function refusalOf(situation: Situation, choice: EngineChoice): string | undefined {
  if (choice.kind === 'resign') return undefined;
  if (choice.kind === 'pass') return situation.game === 'go' ? undefined : 'there is no pass in Gomoku';
  const why = situation.game === 'go' ? goRefusal(situation, choice.point) : gomokuRefusal(situation, choice.point);
  return why && `${vertexName(square(situation.size), choice.point, situation.game)} is illegal: ${why}`;
}

export function goPosition({ size, setup, moves }: GoSituation): Result<GoPosition> {
  const position = new GoPosition(square(size));
  const stones = setup.map(({ color, point }) => ({ kind: 'play', color, point }) as const);
  for (const move of [...stones, ...moves]) {
    if (move.kind === 'pass') position.pass(move.color);
    else if (move.point < size * size && position.at(move.point) === undefined) position.play(move.color, move.point);
    else return problem(MISPLACED);
  }
  return ok(position);
}

function goRefusal(situation: GoSituation, point: Point): string | undefined {
  const position = goPosition(situation);
  if (!position.ok) return position.problem;
  return situation.rulesets
    .map((ruleset) => position.value.judge(situation.color, point, ruleset))
    .find((refusal) => refusal !== undefined);
}

/** Why a stone is illegal. The order of the stones on the board does not matter. */
function gomokuRefusal({ size, setup, moves, color, rule }: GomokuSituation, point: Point): string | undefined {
  const grid = new BoardGrid(size);
  for (const stone of [...setup, ...moves.filter((move) => move.kind === 'play')]) {
    if (stone.point >= size * size) return MISPLACED;
    grid.cells[grid.cellAt(stone.point)] = stoneOf(stone.color);
  }
  const cell = grid.cellAt(point);
  if (grid.cells[cell] !== EMPTY) return 'occupied';
  if (rule !== 'renju' || color === 'white') return undefined;
  const verdict = new RenjuReferee(grid).judge(cell);
  return verdict === 'five' ? undefined : verdict;
}
