import type { Color } from '../color.ts';
import { type BoardSize, coordinates, type Point, pointAt } from '../point.ts';

/**
 * The owner of a point when a game is counted. `neutral`: the point is in an empty region that borders on both colours or
 * on none.
 */
export type PointOwner = Color | 'neutral';

/** The owner of each point, row by row: the colour of its stone, or the only colour on which its empty region borders. */
export function ownersOf(size: BoardSize, at: (point: Point) => Color | undefined): readonly PointOwner[] {
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

/** The empty region of a point, and the colours on which the region borders. */
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
