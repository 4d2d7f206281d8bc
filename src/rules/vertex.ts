import { type BoardSize, coordinates, type Point, pointAt } from './point.ts';

/** `I` is left out, as on Go boards everywhere, because it is easily taken for J. */
const COLUMN_LETTERS = 'ABCDEFGHJKLMNOPQRSTUVWXYZ';

/** The name of column `x`, from 0: A to Z without I, then AA, AB and so on. */
export function columnName(x: number): string {
  const base = COLUMN_LETTERS.length;
  const last = COLUMN_LETTERS[x % base]!;
  return x < base ? last : columnName(Math.floor(x / base) - 1) + last;
}

/** A point as people and GTP write it: the column's name and the row from the bottom, from 1. */
export function vertexName(size: BoardSize, point: Point): string {
  const { x, y } = coordinates(size, point);
  return `${columnName(x)}${size.height - y}`;
}

/** Reads what `vertexName` writes, in either case; `undefined` where it names no point of the board. */
export function parseVertex(size: BoardSize, text: string): Point | undefined {
  const [, letters = '', row = ''] = /^([A-HJ-Z]{1,3})([1-9]\d{0,3})$/i.exec(text) ?? [];
  if (letters === '') return undefined;
  const base = COLUMN_LETTERS.length;
  let column = 0;
  for (const letter of letters.toUpperCase()) column = column * base + COLUMN_LETTERS.indexOf(letter) + 1;
  return pointAt(size, column - 1, size.height - Number(row));
}
