import { type BoardSize, coordinates, type Point, pointAt } from './point.ts';

/** The letters of columns. On Go boards `I` is left out, because it is easily taken for J; on Gomoku boards it is not. */
const LETTERS = { go: 'ABCDEFGHJKLMNOPQRSTUVWXYZ', gomoku: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ' } as const;
type NamedGame = keyof typeof LETTERS;

/** The name of column `x`, from 0: A to Z, then AA, AB and so on. */
export function columnName(x: number, game: NamedGame = 'go'): string {
  const letters = LETTERS[game];
  const last = letters[x % letters.length]!;
  return x < letters.length ? last : columnName(Math.floor(x / letters.length) - 1, game) + last;
}

/** A point as people and GTP write it: the column's name and the row from the bottom, from 1. */
export function vertexName(size: BoardSize, point: Point, game: NamedGame = 'go'): string {
  const { x, y } = coordinates(size, point);
  return `${columnName(x, game)}${size.height - y}`;
}

/** Reads what `vertexName` writes, in either case; `undefined` where it names no point of the board. */
export function parseVertex(size: BoardSize, text: string, game: NamedGame = 'go'): Point | undefined {
  const [, name = '', row = ''] = /^([A-Z]{1,3})([1-9]\d{0,3})$/i.exec(text) ?? [];
  const letters = LETTERS[game];
  let column = 0;
  for (const letter of name.toUpperCase()) {
    const place = letters.indexOf(letter);
    if (place === -1) return undefined;
    column = column * letters.length + place + 1;
  }
  return pointAt(size, column - 1, size.height - Number(row));
}
