import type { Color } from './color.ts';
import { type BoardSize, type Point, pointAt } from './point.ts';
import { columnName } from './vertex.ts';

const SIGN: { readonly [color in Color]: string } = { black: 'X', white: 'O' };

/**
 * Draws a board as rows of cells with a space between them: `X` black, `O` white, `.` empty. No newline at the end. With
 * `coordinates`, column letters are above the board, by the names of this game, and row numbers to the left.
 */
export function drawDiagram(
  size: BoardSize,
  at: (point: Point) => Color | undefined,
  { coordinates }: { readonly coordinates?: 'go' | 'gomoku' } = {},
): string {
  const cell = (color: Color | undefined): string => (color === undefined ? '.' : SIGN[color]);
  const rows = Array.from({ length: size.height }, (_, y) =>
    Array.from({ length: size.width }, (_, x) => cell(at(pointAt(size, x, y)!))),
  );
  return coordinates ? frame(size, rows, coordinates) : rows.map((row) => row.join(' ')).join('\n');
}

function frame(size: BoardSize, rows: readonly string[][], game: 'go' | 'gomoku'): string {
  const names = columnNames(size.width, game);
  const cellWidth = names.at(-1)!.length;
  const numberWidth = String(size.height).length;
  const line = (head: string, row: readonly string[]) =>
    [head.padStart(numberWidth), ...row.map((cell) => cell.padStart(cellWidth))].join(' ');
  return [line('', names), ...rows.map((row, y) => line(String(size.height - y), row))].join('\n');
}

const columnNames = (width: number, game: 'go' | 'gomoku'): string[] =>
  Array.from({ length: width }, (_, x) => columnName(x, game));
