import { type Color, opposite } from '../../src/rules/color.ts';
import type { GomokuPosition } from '../../src/rules/gomoku/gomoku-position.ts';
import { coordinates, type Point, pointAt, square } from '../../src/rules/point.ts';

/** How far a line is read on either side of a point. */
const REACH = 4;
const LINES = [
  [1, 0],
  [0, 1],
  [1, 1],
  [1, -1],
] as const;

/** What a stone makes of a line is worth: `X` its colour, `.` empty. The first that is found counts. */
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
/** A point that the enemy wants is worth this share of what it would give the enemy. */
const DEFENCE = 0.9;

/**
 * The opponent for measuring: it looks one stone ahead, adds up what the patterns through each point are worth to both
 * colours, and takes the best; `random`, at least 0 and less than 1, decides between equals.
 */
export function choosePattern(position: GomokuPosition, random: () => number): Point {
  const color = position.toMove;
  let best: Point[] = [];
  let most = -1;
  for (let point = 0 as Point; point < position.lines ** 2; point++) {
    if (position.judge(point) !== undefined) continue;
    const worth = worthOf(position, point, color) + DEFENCE * worthOf(position, point, opposite(color));
    if (worth > most) best = [];
    if (worth >= most) best.push(point);
    most = Math.max(most, worth);
  }
  return best[Math.floor(random() * best.length)]!;
}

function worthOf(position: GomokuPosition, point: Point, color: Color): number {
  let sum = 0;
  for (const line of LINES) {
    const text = read(position, point, color, line);
    sum += PATTERNS.find(([pattern]) => pattern.test(text))?.[1] ?? 0;
  }
  return sum;
}

/** The line through the point with the stone on it; `O` is the enemy or off the board. */
function read(position: GomokuPosition, point: Point, color: Color, [dx, dy]: readonly [number, number]): string {
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
