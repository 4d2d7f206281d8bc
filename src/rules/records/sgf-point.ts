import { type BoardSize, coordinates, type Point, pointAt } from '../point.ts';

/** FF[4]: small letters are 0 to 25, capital letters 26 to 51. */
const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** The largest board whose points can be written with letters, in lines. */
export const MOST_SGF_LINES = LETTERS.length;

/** A point of Go or Gomoku as two letters: the column, then the row, from the top left. */
export function makePoint(size: BoardSize, point: Point): string {
  const { x, y } = coordinates(size, point);
  return LETTERS[x]! + LETTERS[y]!;
}

export function parsePoint(size: BoardSize, value: string): Point | undefined {
  if (value.length !== 2) return undefined;
  return pointAt(size, LETTERS.indexOf(value[0]!), LETTERS.indexOf(value[1]!));
}
