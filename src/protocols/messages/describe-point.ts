import { type Point, pointAt, square } from '../../rules/point.ts';
import { vertexName } from '../../rules/vertex.ts';

/**
 * A point as the protocol writes it and, if the board size is known and the point is on the board, its name: `40 (E5 on 9x9)`.
 */
export function namedPoint(
  written: string | number,
  size: number | undefined,
  point: Point | undefined,
  game: 'go' | 'gomoku' = 'go',
): string {
  if (size === undefined || point === undefined) return String(written);
  return `${written} (${vertexName(square(size), point, game)} on ${size}x${size})`;
}

/** The same for a column and a row, counted from 0 at the top left. */
export function namedPlace(
  written: string,
  size: number | undefined,
  x: number,
  y: number,
  game: 'go' | 'gomoku' = 'go',
): string {
  return namedPoint(written, size, size === undefined ? undefined : pointAt(square(size), x, y), game);
}
