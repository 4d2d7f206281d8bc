import { type BoardCoordinates, coordinates, pointAt, square } from '../../rules/point.ts';
import { parseVertex, vertexName } from '../../rules/vertex.ts';

export interface PointNotation {
  readonly game: 'go' | 'gomoku';
  /** The source of a regular expression that matches a point. */
  readonly source: string;
  /** The smallest coordinate. Several values if the document does not define it. */
  readonly origins: readonly number[];
  read(text: string, size: number): BoardCoordinates;
  write(place: BoardCoordinates, size: number): string;
}

/** Two coordinates with a space between them. */
export const columnAndRow = (game: PointNotation['game'], origins: readonly number[]): PointNotation => ({
  game,
  source: '\\d+ \\d+',
  origins,
  read(text) {
    const [x = Number.NaN, y = Number.NaN] = text.split(' ').map(Number);
    return { x, y };
  },
  write: ({ x, y }) => `${x} ${y}`,
});

/** Go's names of points, such as `D4`. */
export const vertexNotation = (letters: 'lower case' | 'upper case'): PointNotation => ({
  game: 'go',
  source: letters === 'lower case' ? '[a-hj-z]\\d{1,2}' : '[A-HJ-Z]\\d{1,2}',
  origins: [0],
  read(text, size) {
    const point = parseVertex(square(size), text);
    return point === undefined ? { x: Number.NaN, y: Number.NaN } : coordinates(square(size), point);
  },
  write({ x, y }, size) {
    const point = pointAt(square(size), x, y);
    if (point === undefined) throw new Error(`no point of a board with ${size} lines`);
    const name = vertexName(square(size), point);
    return letters === 'lower case' ? name.toLowerCase() : name;
  },
});
