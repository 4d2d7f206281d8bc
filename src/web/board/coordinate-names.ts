import { type BoardSize, coordinates, type Point, pointAt } from '../../rules/point.ts';
import { columnName, parseVertex, vertexName } from '../../rules/vertex.ts';

/**
 * The kind of coordinates: `letters` is A1 without I, from the bottom left; `numbers` is x y, from 0 at the top left.
 */
export type Coordinates = 'off' | 'letters' | 'numbers';

/** The name of a point. Without coordinates, letters are used. */
export function pointName(size: BoardSize, point: Point, shown: Coordinates): string {
  if (shown !== 'numbers') return vertexName(size, point);
  const { x, y } = coordinates(size, point);
  return `${x} ${y}`;
}

export const columnHeading = (shown: Coordinates, x: number): string =>
  shown === 'numbers' ? String(x) : columnName(x);

export const rowHeading = (size: BoardSize, shown: Coordinates, y: number): string =>
  String(shown === 'numbers' ? y : size.height - y);

/** Reads `d4` and `3 15` with either setting; `undefined` if it is not a point of the board. */
export function parsePoint(size: BoardSize, text: string): Point | undefined {
  const [, x, y] = /^(\d{1,3})[ ,](\d{1,3})$/.exec(text) ?? [];
  return x === undefined ? parseVertex(size, text) : pointAt(size, Number(x), Number(y));
}

/** Label every 1, 2, 5, 10 … lines, so that labels of `length` pixels fit lines `cell` pixels apart. */
export function headingStep(cell: number, length: number): number {
  for (let power = 1; ; power *= 10) {
    const step = [1, 2, 5].find((times) => times * power * cell >= length);
    if (step !== undefined) return step * power;
  }
}
