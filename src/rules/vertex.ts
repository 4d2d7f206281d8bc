import { type BoardSize, coordinates, type Point, pointAt } from './point.ts';

/** The letters of columns. On Go boards, `I` is left out because it looks similar to `J`. Gomoku boards have `I`. */
const LETTERS = { go: 'ABCDEFGHJKLMNOPQRSTUVWXYZ', gomoku: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ' } as const;
type LetteredGame = keyof typeof LETTERS;

/** The name of column `x`, which counts from 0: A to Z, then AA, AB and so on. */
export function columnName(x: number, game: LetteredGame = 'go'): string {
  const letters = LETTERS[game];
  const last = letters[x % letters.length]!;
  return x < letters.length ? last : columnName(Math.floor(x / letters.length) - 1, game) + last;
}

/**
 * The name of a point in GTP and in books, such as `D4`: the name of the column, and the number of the row, from 1 at the
 * bottom.
 */
export function vertexName(size: BoardSize, point: Point, game: LetteredGame = 'go'): string {
  const { x, y } = coordinates(size, point);
  return `${columnName(x, game)}${size.height - y}`;
}

/** Parses the name of a point, in upper or lower case; `undefined` if it is no point of the board. */
export function parseVertex(size: BoardSize, text: string, game: LetteredGame = 'go'): Point | undefined {
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
