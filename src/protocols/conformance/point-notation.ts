import type { BoardCoordinates } from '../../rules/point.ts';

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
