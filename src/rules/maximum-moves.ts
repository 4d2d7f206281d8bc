import type { BoardSize } from './point.ts';

const PER_POINT = 5;
const FEWEST = 1_000;
const MOST = 30_000;

/**
 * The number of turns, passes included, after which a game is over whatever the position, and that a record may have: five for
 * each point, but at least 1,000 and at most 30,000. Without a limit two clients could make one game as long as they like, and
 * whatever reads a game would take as long as they like.
 */
export const maximumMoves = ({ width, height }: BoardSize): number =>
  Math.min(MOST, Math.max(FEWEST, PER_POINT * width * height));
