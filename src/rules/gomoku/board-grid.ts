import type { Color } from '../color.ts';
import type { Point } from '../point.ts';

/**
 * The content of a cell of a `BoardGrid`. `EDGE` surrounds the board, so that loops along a line need no bounds check.
 */
export const EMPTY = 0;
export const BLACK = 1;
export const WHITE = 2;
export const EDGE = 3;

export const stoneOf = (color: Color): number => (color === 'black' ? BLACK : WHITE);

/**
 * A square board in one array of bytes, with an edge around it. Two rows share the edge between them: the cell after the
 * last cell of a row is also the cell before the first cell of the next row. A cell is any index of `cells`; a point is the
 * number of a cell on the board.
 */
export class BoardGrid {
  readonly lines: number;
  readonly cells: Uint8Array;
  /** The steps from a cell to its neighbour on each of the four lines through it: across, down, and the two diagonals. */
  readonly steps: readonly number[];
  readonly #rowLength: number;

  constructor(lines: number) {
    this.lines = lines;
    this.#rowLength = lines + 1;
    this.cells = new Uint8Array((lines + 2) * this.#rowLength + 1).fill(EDGE);
    for (let y = 0; y < lines; y++) this.cells.fill(EMPTY, this.#rowStart(y), this.#rowStart(y) + lines);
    this.steps = [1, this.#rowLength, this.#rowLength + 1, this.#rowLength - 1];
  }

  /** Throws for a point of a larger board. */
  cellAt(point: Point): number {
    if (point >= this.lines * this.lines) throw new RangeError(`${point} is not on a board of ${this.lines} lines`);
    const y = Math.floor(point / this.lines);
    return this.#rowStart(y) + (point - y * this.lines);
  }

  /** The point of a cell that is not edge. */
  pointAt(cell: number): Point {
    const y = Math.floor(cell / this.#rowLength) - 1;
    return (y * this.lines + (cell - this.#rowStart(y))) as Point;
  }

  #rowStart(y: number): number {
    return (y + 1) * this.#rowLength + 1;
  }
}

/** The number of stones of the same colour that follow the stone on `cell` without a gap, in the direction of `step`. */
export function runLength(cells: Uint8Array, cell: number, step: number): number {
  const stone = cells[cell];
  let at = cell + step;
  while (cells[at] === stone) at += step;
  return (at - cell) / step - 1;
}
