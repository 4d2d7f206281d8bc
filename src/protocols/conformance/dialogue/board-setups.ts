import type { Color } from '../../../rules/color.ts';
import type { BoardCoordinates } from '../../../rules/point.ts';
import type { ScriptedStone } from '../game-under-test.ts';

/** Stones that are on the board before a client's first move, by the board size. */
export const SETUPS: Readonly<Record<string, (size: number) => readonly ScriptedStone[]>> = {
  // Black at 0,1 captures 0,0.
  'corner board': () => [
    { x: 0, y: 0, color: 'white' },
    { x: 1, y: 0, color: 'black' },
  ],
  'striped board': stripedBoard,
  'nearly full board': nearlyFullBoard,
};

/** The empty column of a striped board. A client rarely plays its first move there. */
const EMPTY_COLUMN = 1;

/**
 * Rows of black and white stones with one empty column, so that every row has liberties. A client that does not read the stones
 * finds one of the few free points only by chance.
 */
function stripedBoard(size: number): ScriptedStone[] {
  return allPoints(size)
    .filter(({ x }) => x !== EMPTY_COLUMN)
    .map((place) => ({ ...place, color: place.y % 2 === 0 ? 'black' : 'white' }));
}

/** The points of each colour that stay empty, as positions in the list of possible points: 0 is the first, 1 the end. */
const LEFT_OUT = { black: [0.22, 0.83], white: [0.37, 0.68] } as const;

/**
 * Gomoku: stones on all points except three or four, so that three more moves are possible. Black and white have the same
 * number of stones, in the order of play. No more than three stones of one colour can form a row. A client that does not read
 * every stone will sooner or later play on an occupied point.
 */
function nearlyFullBoard(size: number): ScriptedStone[] {
  const black = stonesOfColor(size, 'black', LEFT_OUT.black);
  // If the number of lines is odd, black has one point more.
  const white = stonesOfColor(size, 'white', LEFT_OUT.white.slice(size % 2));
  return black.flatMap((stone, index) => [stone, ...white.slice(index, index + 1)]);
}

/** All stones of a colour, except some that are neither at the edge nor in the middle, where a client would begin. */
function stonesOfColor(size: number, color: Color, shares: readonly number[]): ScriptedStone[] {
  const middle = Math.floor(size / 2);
  const stones = allPoints(size)
    .filter((place) => pairColor(place) === color)
    .map((place) => ({ ...place, color }));
  const inner = stones.filter(
    ({ x, y }) => Math.min(x, y) > 0 && Math.max(Math.abs(x - middle), Math.abs(y - middle)) > 1,
  );
  const left = new Set(shares.map((share) => inner[Math.floor(inner.length * share)]));
  return stones.filter((stone) => !left.has(stone));
}

/** Pairs of one colour, shifted by one pair from row to row: no three stones of one colour in any direction. */
const pairColor = ({ x, y }: BoardCoordinates): Color =>
  Math.floor((x + 2 * (y % 2)) / 2) % 2 === 0 ? 'black' : 'white';

/** All points, row by row from the top left. */
const allPoints = (size: number): BoardCoordinates[] =>
  Array.from({ length: size ** 2 }, (_, index) => ({ x: index % size, y: Math.floor(index / size) }));
