import { type Color, opposite } from '../../src/rules/color.ts';
import type { GomokuPosition } from '../../src/rules/gomoku/gomoku-position.ts';
import { coordinates, type Point, pointAt, square } from '../../src/rules/point.ts';

/** The number of points of a line that are read on each side of a point. */
const REACH = 4;
const LINES = [
  [1, 0],
  [0, 1],
  [1, 1],
  [1, -1],
] as const;

/** The value of a line with the new stone. `X` is a stone of its colour, and `.` an empty point. The first pattern found counts. */
const PATTERNS: readonly (readonly [pattern: RegExp, value: number])[] = [
  [/XXXXX/, 100_000],
  [/\.XXXX\./, 10_000],
  [/XXXX\.|XXX\.X|XX\.XX|X\.XXX|\.XXXX/, 1000],
  [/\.XXX\.\.|\.\.XXX\.|\.XX\.X\.|\.X\.XX\./, 900],
  [/(?=[X.]{5})(?:\.*X){3}/, 100],
  [/\.\.XX\.\.|\.XX\.\.\.|\.\.\.XX\.|\.X\.X\.\.|\.\.X\.X\.|\.X\.\.X\./, 90],
  [/(?=[X.]{5})(?:\.*X){2}/, 10],
  [/[X.]{5}/, 1],
];
/** A point has also this share of the value that it has for the opponent. */
const DEFENCE = 0.9;

/**
 * Chooses a move by looking one stone ahead: it adds the values of the patterns through each point for both colours, and takes the
 * best point. `random` returns a number from 0 up to, but not including, 1. It decides between equal points.
 */
export function choosePattern(position: GomokuPosition, random: () => number): Point {
  const color = position.toMove;
  let best: Point[] = [];
  let bestValue = -1;
  for (let point = 0 as Point; point < position.lines ** 2; point++) {
    if (position.judge(point) !== undefined) continue;
    const value = pointValue(position, point, color) + DEFENCE * pointValue(position, point, opposite(color));
    if (value > bestValue) best = [];
    if (value >= bestValue) best.push(point);
    bestValue = Math.max(bestValue, value);
  }
  return best[Math.floor(random() * best.length)]!;
}

function pointValue(position: GomokuPosition, point: Point, color: Color): number {
  let sum = 0;
  for (const line of LINES) {
    const text = lineText(position, point, color, line);
    sum += PATTERNS.find(([pattern]) => pattern.test(text))?.[1] ?? 0;
  }
  return sum;
}

/** The line through the point with the new stone on it. `O` is a stone of the opponent, or off the board. */
function lineText(position: GomokuPosition, point: Point, color: Color, [dx, dy]: readonly [number, number]): string {
  const size = square(position.lines);
  const { x, y } = coordinates(size, point);
  let text = '';
  for (let step = -REACH; step <= REACH; step++) {
    const at = pointAt(size, x + step * dx, y + step * dy);
    const stone = at === undefined ? opposite(color) : position.at(at);
    if (step === 0 || stone === color) text += 'X';
    else text += stone === undefined ? '.' : 'O';
  }
  return text;
}
