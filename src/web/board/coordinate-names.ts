import { type BoardSize, coordinates, type Point, pointAt } from '../../rules/point.ts';
import { columnName, parseVertex, vertexName } from '../../rules/vertex.ts';

/** How the lines are named: `letters` is A1 without I, from the bottom left; `numbers` is x y, from 0 at the top left. */
export type Coordinates = 'off' | 'letters' | 'numbers';

/** The name of a point; where none are shown it is still called by its letters. */
export function pointName(size: BoardSize, point: Point, shown: Coordinates): string {
  if (shown !== 'numbers') return vertexName(size, point);
  const { x, y } = coordinates(size, point);
  return `${x} ${y}`;
}

export const columnHeading = (shown: Coordinates, x: number): string =>
  shown === 'numbers' ? String(x) : columnName(x);

export const rowHeading = (size: BoardSize, shown: Coordinates, y: number): string =>
  String(shown === 'numbers' ? y : size.height - y);

/** Reads `d4` and `3 15`, whichever is shown; `undefined` where it names no point of the board. */
export function parsePoint(size: BoardSize, text: string): Point | undefined {
  const [, x, y] = /^(\d{1,3})[ ,](\d{1,3})$/.exec(text) ?? [];
  return x === undefined ? parseVertex(size, text) : pointAt(size, Number(x), Number(y));
}

/**
 * Every how many lines one is named: 1, 2, 5, 10 and so on, so that a heading of `length` pixels finds its room on lines
 * that stand `cell` pixels apart, at least one.
 */
export function headingStep(cell: number, length: number): number {
  for (let power = 1; ; power *= 10) {
    const step = [1, 2, 5].find((times) => times * power * cell >= length);
    if (step !== undefined) return step * power;
  }
}
