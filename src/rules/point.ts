/** Width and height of a board in lines; both are whole numbers from 1. */
export interface BoardSize {
  readonly width: number;
  readonly height: number;
}

declare const point: unique symbol;
/** An intersection: `y * width + x`, row-major from the top left, from 0. */
export type Point = number & { readonly [point]: true };

/** Column and row, from 0 at the top left. Coordinates that a client has sent may be off the board. */
export interface BoardCoordinates {
  readonly x: number;
  readonly y: number;
}

export const square = (lines: number): BoardSize => ({ width: lines, height: lines });

/** The point at column `x` and row `y`, both from 0 at the top left; `undefined` for coordinates off the board. */
export function pointAt(size: BoardSize, x: number, y: number): Point | undefined {
  const onBoard = Number.isInteger(x) && Number.isInteger(y) && x >= 0 && y >= 0 && x < size.width && y < size.height;
  return onBoard ? ((y * size.width + x) as Point) : undefined;
}

/** Column and row of a point, both from 0 at the top left. */
export const coordinates = (size: BoardSize, at: Point): BoardCoordinates => ({
  x: at % size.width,
  y: Math.floor(at / size.width),
});
