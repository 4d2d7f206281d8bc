import type { BoardCoordinates } from '../../rules/point.ts';

/** How a protocol writes a point. */
export interface PointNotation {
  readonly game: 'go' | 'gomoku';
  /** As a regular expression. */
  readonly source: string;
  /** The possible smallest coordinates: several if the document does not say. */
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
