import { type Point, pointAt, square } from '../../src/rules/point.ts';

/** The maximum distance of an opening's stones from the centre, in lines. */
const OPENING_REACH = 3;

/** Different random points around the centre, for black and white in turn. */
export function randomStones(lines: number, count: number, random: () => number): Point[] {
  const size = square(lines);
  const near = (): number => Math.floor(lines / 2) - OPENING_REACH + Math.floor(random() * (2 * OPENING_REACH + 1));
  const points = new Set<Point>();
  while (points.size < count) points.add(pointAt(size, near(), near())!);
  return [...points];
}

/** Two random points around the centre: black's first stone and white's. */
export const randomOpening = (lines: number, random: () => number): Point[] => randomStones(lines, 2, random);
