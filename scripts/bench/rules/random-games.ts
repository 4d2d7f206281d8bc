import { type Color, opposite } from '../../../src/rules/color.ts';
import { GoPosition } from '../../../src/rules/go/go-position.ts';
import type { GoRuleset } from '../../../src/rules/go/ruleset.ts';
import { GomokuPosition } from '../../../src/rules/gomoku/gomoku-position.ts';
import { coordinates, type Point, pointAt, square } from '../../../src/rules/point.ts';
import type { RandomInt } from '../../../test/support/clients/random.ts';

/** The ruleset of the random games. A move that is legal by it is legal in all compared libraries. */
export const RANDOM_GAME_RULESET: GoRuleset = { ko: 'positional', suicide: 'forbidden' };

/** The moves of one game as points, black first; -1 is a pass. */
export interface RandomGame {
  readonly lines: number;
  readonly moves: readonly number[];
}

/** Yields each point once, in a random order. It changes the order of `points`. */
function* shuffled(points: Point[], randomInt: RandomInt): Iterable<Point> {
  for (let drawn = 0; drawn < points.length; drawn++) {
    const other = drawn + randomInt(points.length - drawn);
    [points[drawn], points[other]] = [points[other]!, points[drawn]!];
    yield points[drawn]!;
  }
}

/** All four neighbours have the colour or are off the board. If players filled such eyes, a game might never end. */
function isEye(position: GoPosition, point: Point, color: Color): boolean {
  const { x, y } = coordinates(position.size, point);
  return [pointAt(position.size, x - 1, y), pointAt(position.size, x + 1, y)]
    .concat(pointAt(position.size, x, y - 1), pointAt(position.size, x, y + 1))
    .every((beside) => beside === undefined || position.at(beside) === color);
}

/** A game of random legal stones that fill no own eye. It ends when both players must pass, or after `most` moves. */
export function randomGoGame(lines: number, most: number, randomInt: RandomInt): RandomGame {
  const position = new GoPosition(square(lines));
  const empty = Array.from({ length: lines * lines }, (_, point) => point as Point);
  const moves: number[] = [];
  while (moves.length < most && !position.isOver) {
    const color = position.toMove;
    let played: Point | undefined;
    for (const point of shuffled(empty, randomInt)) {
      if (position.judge(color, point, RANDOM_GAME_RULESET) !== undefined || isEye(position, point, color)) continue;
      played = point;
      break;
    }
    moves.push(played ?? -1);
    if (played === undefined) position.pass(color);
    else {
      empty.splice(empty.indexOf(played), 1);
      empty.push(...position.play(color, played));
    }
  }
  return { lines, moves };
}

/** A game of random stones until there is a row or the board is full. */
export function randomGomokuGame(lines: number, randomInt: RandomInt): RandomGame {
  const position = new GomokuPosition(lines, 'freestyle');
  const moves: number[] = [];
  for (const point of shuffled(
    Array.from({ length: lines * lines }, (_, index) => index as Point),
    randomInt,
  )) {
    if (position.outcome !== undefined) break;
    position.play(point);
    moves.push(point);
  }
  return { lines, moves };
}

/** Replays a game in Tengen's position. As in the lobby, each stone is checked and then played. */
export function replayGo({ lines, moves }: RandomGame): GoPosition {
  const position = new GoPosition(square(lines));
  for (const move of moves) {
    const color = position.toMove;
    if (move < 0) position.pass(color);
    else if (position.judge(color, move as Point, RANDOM_GAME_RULESET) === undefined)
      position.play(color, move as Point);
    else throw new Error(`${color} may not play on ${move}`);
  }
  return position;
}

export function replayGomoku({ lines, moves }: RandomGame): Color | undefined {
  const position = new GomokuPosition(lines, 'freestyle');
  for (const move of moves) {
    if (position.judge(move as Point) !== undefined) throw new Error(`${move} is not legal`);
    position.play(move as Point);
  }
  return position.outcome?.reason === 'row' ? opposite(position.toMove) : undefined;
}
