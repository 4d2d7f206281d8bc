import { COLORS } from '../../rules/color.ts';
import { GoBoard } from '../../rules/go/go-board.ts';
import { GoPosition } from '../../rules/go/go-position.ts';
import { type BoardSize, type Point, square } from '../../rules/point.ts';
import type { GoSituation } from '../engine.ts';
import { NOWHERE } from './playout-board.ts';

export interface SearchRoot {
  readonly size: BoardSize;
  readonly board: GoBoard;
  /** 0 black, 1 white. */
  readonly toMove: number;
  /** The point of the last move, if it was a stone. */
  readonly last: number;
  /** Whether the last move was a pass, so that another pass ends the game. */
  readonly passed: boolean;
  readonly komi: number;
  /** The hashes of all earlier positions, which no stone may recreate; empty if only the simple ko is forbidden. */
  readonly forbidden: ReadonlySet<number>;
  isAllowed(point: Point): boolean;
}

/** Replays the game so far. Returns the position to search from and the positions that may not be recreated. */
export function searchRootOf(situation: GoSituation): SearchRoot {
  const size = square(situation.size);
  const position = new GoPosition(size);
  const board = new GoBoard(size);
  const hashes = new Set([board.hash]);
  for (const { color, point } of situation.setup) {
    position.play(color, point);
    board.place(COLORS.indexOf(color), point);
  }
  for (const turn of situation.moves) {
    hashes.add(board.hash);
    if (turn.kind === 'pass') position.pass(turn.color);
    else {
      position.play(turn.color, turn.point);
      board.place(COLORS.indexOf(turn.color), turn.point);
    }
  }
  hashes.add(board.hash);
  const last = situation.moves.at(-1);
  const { rulesets, color, komi } = situation;
  return {
    size,
    board,
    toMove: COLORS.indexOf(color),
    last: last?.kind === 'play' ? last.point : NOWHERE,
    passed: last?.kind === 'pass',
    komi,
    forbidden: rulesets.some(({ ko }) => ko !== 'simple') ? hashes : new Set(),
    isAllowed: (point) => rulesets.every((ruleset) => position.judge(color, point, ruleset) === undefined),
  };
}
