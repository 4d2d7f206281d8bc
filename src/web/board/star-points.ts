import { type BoardSize, type Point, pointAt } from '../../rules/point.ts';

/** The approximate number of lines between two star points of a large board. */
const SPACING = 12;

/**
 * The star points: on 19 lines the nine usual points, on smaller boards the corners and the centre, and on larger boards
 * more points, about 12 lines apart.
 */
export function starPoints(size: BoardSize): readonly Point[] {
  const columns = starLines(size.width);
  const rows = starLines(size.height);
  const points = rows.flatMap((y) => columns.map((x) => ({ x, y })));
  const middle = (n: number, lines: number): boolean => n * 2 === lines - 1;
  const kept =
    Math.min(size.width, size.height) >= 17
      ? points
      : points.filter(({ x, y }) => middle(x, size.width) === middle(y, size.height));
  return kept.map(({ x, y }) => pointAt(size, x, y)!);
}

/** The lines with star points in one direction, from 0, symmetric. */
function starLines(lines: number): readonly number[] {
  if (lines < 7) return lines % 2 === 1 && lines >= 3 ? [(lines - 1) / 2] : [];
  const first = lines < 13 ? 2 : 3;
  const span = lines - 1 - 2 * first;
  // The number of gaps is chosen so that the middle line, if there is one, has star points.
  const gaps = Math.max(2 - (span % 2), 2 * Math.round((span / SPACING - (span % 2)) / 2) + (span % 2));
  const from = Array.from({ length: Math.floor(gaps / 2) + 1 }, (_, gap) => first + Math.floor((gap * span) / gaps));
  return [...new Set([...from, ...from.map((line) => lines - 1 - line)])].sort((one, other) => one - other);
}
