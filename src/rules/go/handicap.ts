import type { Color } from '../color.ts';
import { type Point, pointAt, square } from '../point.ts';

/**
 * The maximum number of handicap stones on fixed points of a square board: nine on an odd number of lines from 9 on, else
 * four; none on fewer than 7 lines (GTP 2, section 4.1.1).
 */
export function maximumHandicap(lines: number): number {
  if (lines < 7) return 0;
  return lines % 2 === 1 && lines >= 9 ? 9 : 4;
}

/** Whether there are fixed points for this many handicap stones: none, or from two to the maximum. */
export const isHandicap = (lines: number, stones: number): boolean =>
  stones === 0 || (Number.isInteger(stones) && stones >= 2 && stones <= maximumHandicap(lines));

/**
 * The fixed points of handicap stones, in the order of GTP's `fixed_handicap`. On fewer than 13 lines they are on the third
 * line, else on the fourth.
 */
export function handicapPoints(lines: number, stones: number): readonly Point[] {
  if (!isHandicap(lines, stones)) throw new RangeError(`${stones} handicap stones on ${lines} lines`);
  const near = lines < 13 ? 2 : 3;
  const far = lines - 1 - near;
  const middle = (lines - 1) / 2;
  const corners = [
    [near, far],
    [far, near],
    [near, near],
    [far, far],
  ] as const;
  const sides = [
    [near, middle],
    [far, middle],
    [middle, far],
    [middle, near],
  ] as const;
  const aroundCentre = [...corners.slice(0, stones), ...sides.slice(0, stones < 6 ? 0 : stones < 8 ? 2 : 4)];
  const hasCentre = stones >= 5 && stones % 2 === 1;
  const places = hasCentre ? [...aroundCentre, [middle, middle] as const] : aroundCentre;
  return places.map(([x, y]) => pointAt(square(lines), x, y)!);
}

/** Handicap stones on fixed points, as set-up stones. */
export const handicapStones = (
  lines: number,
  stones: number,
): readonly { readonly color: Color; readonly point: Point }[] =>
  handicapPoints(lines, stones).map((point) => ({ color: 'black', point }));

type AnyMove = { readonly kind: 'play'; readonly color: Color; readonly point: Point } | { readonly kind: 'pass' };

/**
 * Splits the moves of a game in which black has placed its handicap stones as its first moves: the stones, and the moves
 * after them.
 */
export function splitPlacement<Move extends AnyMove>(
  moves: readonly Move[],
  stones: number,
): { readonly setup: readonly { readonly color: Color; readonly point: Point }[]; readonly moves: readonly Move[] } {
  const setup = moves
    .slice(0, stones)
    .flatMap((move) => (move.kind === 'play' ? [{ color: move.color, point: move.point }] : []));
  return { setup, moves: moves.slice(stones) };
}
