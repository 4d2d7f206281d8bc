import type { Color } from '../../../rules/color.ts';
import { type BoardSize, coordinates, type Point, pointAt } from '../../../rules/point.ts';

/** The mean ownership of a chain, from the view of its colour, at which the estimate calls the chain dead. */
const DEAD = -0.4;

/**
 * The stones that an estimate of the score calls dead, chain by chain. `ownership` has a value for each point, from -1 (white
 * owns it in every playout) to 1 (black does).
 */
export function estimatedDeadStones(
  size: BoardSize,
  at: (point: Point) => Color | undefined,
  ownership: readonly number[],
): ReadonlySet<Point> {
  const dead = new Set<Point>();
  const seen = new Set<Point>();
  for (let index = 0; index < size.width * size.height; index++) {
    const start = index as Point;
    const color = at(start);
    if (color === undefined || seen.has(start)) continue;
    const chain = chainOf(size, at, start, color);
    for (const point of chain) seen.add(point);
    const mean = [...chain].reduce((sum, point) => sum + ownership[point]!, 0) / chain.size;
    if ((color === 'black' ? mean : -mean) <= DEAD) for (const point of chain) dead.add(point);
  }
  return dead;
}

/** One point of each chain in `wanted` that is not marked yet. */
export function chainsToMark(
  size: BoardSize,
  at: (point: Point) => Color | undefined,
  marked: ReadonlySet<Point>,
  wanted: ReadonlySet<Point>,
): readonly Point[] {
  const chosen: Point[] = [];
  const seen = new Set(marked);
  for (const point of wanted) {
    const color = at(point);
    if (color === undefined || seen.has(point)) continue;
    for (const each of chainOf(size, at, point, color)) seen.add(each);
    chosen.push(point);
  }
  return chosen;
}

/** The points of the stones that are connected with a stone. */
function chainOf(
  size: BoardSize,
  at: (point: Point) => Color | undefined,
  start: Point,
  color: Color,
): ReadonlySet<Point> {
  const chain = new Set([start]);
  for (const point of chain) {
    const { x, y } = coordinates(size, point);
    for (const next of [
      pointAt(size, x - 1, y),
      pointAt(size, x + 1, y),
      pointAt(size, x, y - 1),
      pointAt(size, x, y + 1),
    ]) {
      if (next !== undefined && at(next) === color) chain.add(next);
    }
  }
  return chain;
}
