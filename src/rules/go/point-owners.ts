import type { Color } from '../color.ts';
import { type BoardSize, coordinates, type Point, pointAt } from '../point.ts';

/** Whose a point is when a game is counted; `neutral` is empty and borders on both colours, or on none. */
export type PointOwner = Color | 'neutral';

/** Every point's owner, row by row: its stone, or the one colour that an empty region borders on. */
export function areasOf(size: BoardSize, at: (point: Point) => Color | undefined): readonly PointOwner[] {
  const owners: (PointOwner | undefined)[] = Array.from({ length: size.width * size.height }, (_, index) =>
    at(index as Point),
  );
  for (const [index, owner] of owners.entries()) {
    if (owner !== undefined) continue;
    const { region, borders } = emptyRegion(size, at, index as Point);
    const [only] = borders;
    const area = borders.size === 1 && only !== undefined ? only : 'neutral';
    for (const point of region) owners[point] = area;
  }
  return owners.map((owner) => owner ?? 'neutral');
}

/** All empty points that hang together with one, and the colours around them. */
function emptyRegion(size: BoardSize, at: (point: Point) => Color | undefined, start: Point) {
  const region = new Set([start]);
  const borders = new Set<Color>();
  for (const point of region) {
    for (const neighbour of neighboursOf(size, point)) {
      const stone = at(neighbour);
      if (stone === undefined) region.add(neighbour);
      else borders.add(stone);
    }
  }
  return { region, borders };
}

function neighboursOf(size: BoardSize, point: Point): readonly Point[] {
  const { x, y } = coordinates(size, point);
  const around = [pointAt(size, x - 1, y), pointAt(size, x + 1, y), pointAt(size, x, y - 1), pointAt(size, x, y + 1)];
  return around.filter((neighbour) => neighbour !== undefined);
}
