import { type BoardSize, type Point, pointAt } from '../../rules/point.ts';

/** Lines between two stars of a large board, about. */
const SPACING = 12;

/**
 * The points that are marked so that the eye finds its way: on 19 lines the nine of the fourth line and the centre, on
 * smaller boards the corners and the centre, on larger ones more, about 12 lines apart.
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

/** The lines of one direction that bear stars, from 0; the same seen from either end. */
function starLines(lines: number): readonly number[] {
  if (lines < 7) return lines % 2 === 1 && lines >= 3 ? [(lines - 1) / 2] : [];
  const first = lines < 13 ? 2 : 3;
  const span = lines - 1 - 2 * first;
  // As many gaps as makes one line the middle one, if the board has a middle line.
  const gaps = Math.max(2 - (span % 2), 2 * Math.round((span / SPACING - (span % 2)) / 2) + (span % 2));
  const from = Array.from({ length: Math.floor(gaps / 2) + 1 }, (_, gap) => first + Math.floor((gap * span) / gaps));
  return [...new Set([...from, ...from.map((line) => lines - 1 - line)])].sort((one, other) => one - other);
}
