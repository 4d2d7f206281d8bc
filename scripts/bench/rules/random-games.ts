import { type Color, opposite } from '../../../src/rules/color.ts';
import { GoPosition } from '../../../src/rules/go/go-position.ts';
import type { GoRuleset } from '../../../src/rules/go/ruleset.ts';
import { GomokuPosition } from '../../../src/rules/gomoku/gomoku-position.ts';
import { coordinates, type Point, pointAt, square } from '../../../src/rules/point.ts';
import type { RandomInt } from '../../../test/support/clients/random.ts';

/** The rules on which all programs of the comparison agree: what is legal by these is legal to all. */
export const RANDOM_GAME_RULESET: GoRuleset = { ko: 'positional', suicide: 'forbidden' };

/** The turns of one game, black first; -1 is a pass. */
export interface Turns {
  readonly lines: number;
  readonly turns: readonly number[];
}

/** Each of the points once, in a random order, each one drawn when it is asked for. */
function* shuffled(points: Point[], roll: RandomInt): Iterable<Point> {
  for (let drawn = 0; drawn < points.length; drawn++) {
    const other = drawn + roll(points.length - drawn);
    [points[drawn], points[other]] = [points[other]!, points[drawn]!];
    yield points[drawn]!;
  }
}

/** All four neighbours are one colour's, or the edge: who fills that can be at it for ever. */
function isEye(position: GoPosition, point: Point, color: Color): boolean {
  const { x, y } = coordinates(position.size, point);
  return [pointAt(position.size, x - 1, y), pointAt(position.size, x + 1, y)]
    .concat(pointAt(position.size, x, y - 1), pointAt(position.size, x, y + 1))
    .every((beside) => beside === undefined || position.at(beside) === color);
}

/** Random legal stones that fill no own eye, until both sides pass for want of one or `most` turns are played. */
export function randomGo(lines: number, most: number, roll: RandomInt): Turns {
  const position = new GoPosition(square(lines));
  const empty = Array.from({ length: lines * lines }, (_, point) => point as Point);
  const turns: number[] = [];
  while (turns.length < most && !position.over) {
    const color = position.toMove;
    let played: Point | undefined;
    for (const point of shuffled(empty, roll)) {
      if (position.judge(color, point, RANDOM_GAME_RULESET) !== undefined || isEye(position, point, color)) continue;
      played = point;
      break;
    }
    turns.push(played ?? -1);
    if (played === undefined) position.pass(color);
    else {
      empty.splice(empty.indexOf(played), 1);
      empty.push(...position.play(color, played));
    }
  }
  return { lines, turns };
}

/** Random stones until there is a row or the board is full. */
export function randomGomoku(lines: number, roll: RandomInt): Turns {
  const position = new GomokuPosition(lines, 'freestyle');
  const turns: number[] = [];
  for (const point of shuffled(
    Array.from({ length: lines * lines }, (_, index) => index as Point),
    roll,
  )) {
    if (position.outcome !== undefined) break;
    position.play(point);
    turns.push(point);
  }
  return { lines, turns };
}

/** Our own: each stone is judged and then played, as the lobby does it. */
export function replayGo({ lines, turns }: Turns): GoPosition {
  const position = new GoPosition(square(lines));
  for (const turn of turns) {
    const color = position.toMove;
    if (turn < 0) position.pass(color);
    else if (position.judge(color, turn as Point, RANDOM_GAME_RULESET) === undefined)
      position.play(color, turn as Point);
    else throw new Error(`${color} may not play on ${turn}`);
  }
  return position;
}

export function replayGomoku({ lines, turns }: Turns): Color | undefined {
  const position = new GomokuPosition(lines, 'freestyle');
  for (const turn of turns) {
    if (position.judge(turn as Point) !== undefined) throw new Error(`${turn} is not legal`);
    position.play(turn as Point);
  }
  return position.outcome?.reason === 'row' ? opposite(position.toMove) : undefined;
}
