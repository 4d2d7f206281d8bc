import { type BoardSize, coordinates, type Point, pointAt } from '../../rules/point.ts';
import { columnName, parseVertex, vertexName } from '../../rules/vertex.ts';

/** The kind of coordinates: `letters` is A1 from the bottom left; `numbers` is x y, from 0 at the top left. */
export type CoordinateStyle = 'off' | 'letters' | 'numbers';

/** How points are named. Go leaves out the letter I. Gomoku has it (A to O on 15 lines). */
export interface PointNameFormat {
  readonly game: 'go' | 'gomoku';
  readonly shown: CoordinateStyle;
}

/** The name of a point. Without coordinates, letters are used. */
export function pointName(size: BoardSize, point: Point, naming: PointNameFormat): string {
  const { x, y } = coordinates(size, point);
  return naming.shown === 'numbers' ? `${x} ${y}` : vertexName(size, point, naming.game);
}

export function columnHeading({ game, shown }: PointNameFormat, x: number): string {
  if (shown === 'numbers') return String(x);
  return columnName(x, game);
}

export const rowHeading = (size: BoardSize, { shown }: PointNameFormat, y: number): string =>
  String(shown === 'numbers' ? y : size.height - y);

/** The number of characters of the longest coordinate on any side; 0 if none are shown. */
export function longestHeading(size: BoardSize, naming: PointNameFormat): number {
  if (naming.shown === 'off') return 0;
  const rows = [rowHeading(size, naming, 0), rowHeading(size, naming, size.height - 1)];
  return Math.max(...[...rows, columnHeading(naming, size.width - 1)].map((name) => name.length));
}

/** Reads `d4` and `3 15` with either kind of coordinates; `undefined` if it is not a point of the board. */
export function parsePoint(size: BoardSize, text: string, game: PointNameFormat['game']): Point | undefined {
  const [, x, y] = /^(\d{1,3})[ ,](\d{1,3})$/.exec(text) ?? [];
  if (x !== undefined) return pointAt(size, Number(x), Number(y));
  return parseVertex(size, text, game);
}

/**
 * The number of lines from one label to the next: 1, 2, 5, 10 and so on, so that labels of `length` pixels fit lines `cell`
 * pixels apart.
 */
export function headingStep(cell: number, length: number): number {
  for (let power = 1; ; power *= 10) {
    const step = [1, 2, 5].find((times) => times * power * cell >= length);
    if (step !== undefined) return step * power;
  }
}
