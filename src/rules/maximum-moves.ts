import type { BoardSize } from './point.ts';

const PER_POINT = 5;
const FEWEST = 1_000;
const MOST = 30_000;

/**
 * The maximum number of moves of a game or of a record, passes included: five for each point, but at least 1,000 and at
 * most 30,000. It limits the time to read or replay a game.
 */
export const maximumMoves = ({ width, height }: BoardSize): number =>
  Math.min(MOST, Math.max(FEWEST, PER_POINT * width * height));
