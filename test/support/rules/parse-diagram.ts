import { ok, problem, type Result } from '../../../src/result.ts';
import type { Color } from '../../../src/rules/color.ts';
import { type BoardSize, type Point, pointAt } from '../../../src/rules/point.ts';
import { columnName } from '../../../src/rules/vertex.ts';

export interface ParsedDiagram {
  readonly size: BoardSize;
  /** The stone on a point; `undefined` where there is none. */
  at(point: Point): Color | undefined;
  /** By letter, from `a` to `z`: the points with this letter instead of a stone, row by row. */
  readonly marks: ReadonlyMap<string, readonly Point[]>;
}

const STONES: ReadonlyMap<string, Color> = new Map([
  ['X', 'black'],
  ['#', 'black'],
  ['O', 'white'],
]);
const EMPTY = /^[.+,]$/;
const MARK = /^[a-z]$/;

/**
 * Reads drawings of `drawDiagram`, and boards that were drawn by hand. `X` and `#` are black, `O` is white, `.`, `+` and
 * `,` are empty, and a small letter is a mark. White space around the lines is ignored. Column letters may be above or
 * below the board or both, and row numbers to the left or right or both. The problem names the row, from 1, or the cell
 * that cannot be read.
 */
export function parseDiagram(text: string): Result<ParsedDiagram> {
  const lines = text.split('\n').map((line) => line.trim());
  while (lines[0] === '') lines.shift();
  while (lines.at(-1) === '') lines.pop();
  const rows = lines.map((line) => line.split(/\s+/));
  const headings = [isHeading(rows[0]) ? rows.shift()! : [], isHeading(rows.at(-1)) ? rows.pop()! : []];
  const cells: string[][] = [];
  for (const [y, row] of rows.entries()) {
    const body = withoutNumbers(row, String(rows.length - y));
    if (body.length !== (cells[0] ?? body).length) return problem(`row ${y + 1} is not as wide as the first`);
    cells.push(body);
  }
  const size = { width: cells[0]?.length ?? 0, height: cells.length };
  if (size.width === 0) return problem('no board');
  for (const heading of headings) {
    if (heading.length > 0 && !isFirstColumns(heading, size.width))
      return problem('the column letters do not fit the board');
  }
  return readCells(size, cells);
}

function readCells(size: BoardSize, cells: readonly string[][]): Result<ParsedDiagram> {
  const stones = new Map<Point, Color>();
  const marks = new Map<string, Point[]>();
  for (const [y, row] of cells.entries()) {
    for (const [x, cell] of row.entries()) {
      const point = pointAt(size, x, y)!;
      const color = STONES.get(cell);
      if (color !== undefined) stones.set(point, color);
      else if (MARK.test(cell)) marks.set(cell, [...(marks.get(cell) ?? []), point]);
      else if (!EMPTY.test(cell)) return problem(`row ${y + 1}, column ${x + 1} cannot be read: ${cell}`);
    }
  }
  return ok({ size, at: (point) => stones.get(point), marks });
}

/** Whether a row has the names of the columns. No cell is `A`, so only such a row begins with `A`. */
const isHeading = (row: readonly string[] | undefined): boolean => row?.[0] === columnName(0);

/** A row without its number at either end. A wrong number stays in the row, and is no valid cell. */
function withoutNumbers(row: readonly string[], number: string): string[] {
  const start = row[0] === number ? 1 : 0;
  const end = row.length > start && row.at(-1) === number ? row.length - 1 : row.length;
  return row.slice(start, end);
}

const isFirstColumns = (heading: readonly string[], width: number): boolean =>
  (['go', 'gomoku'] as const).some((game) => heading.join(' ') === columnNames(width, game).join(' '));

const columnNames = (width: number, game: 'go' | 'gomoku'): string[] =>
  Array.from({ length: width }, (_, x) => columnName(x, game));
