import type { Color } from '../../../rules/color.ts';
import type { BoardCoordinates } from '../../../rules/point.ts';
import type { ScriptedStone } from '../game-under-test.ts';

/** Stones that stand before a client's first turn, for a board of `size` lines. */
export const SETUPS: Readonly<Record<string, (size: number) => readonly ScriptedStone[]>> = {
  // Black captures 0,0 by 0,1.
  'corner board': () => [
    { x: 0, y: 0, color: 'white' },
    { x: 1, y: 0, color: 'black' },
  ],
  'striped board': stripes,
  'nearly full board': nearlyFull,
};

/** The column of a striped board that is empty, where hardly a client would play first. */
const EMPTY_COLUMN = 1;

/**
 * Rows of black and white stones with one empty column, so that every row has liberties. A client that does not read the
 * stones would have to find one of few points by chance.
 */
function stripes(size: number): ScriptedStone[] {
  return everyPlace(size)
    .filter(({ x }) => x !== EMPTY_COLUMN)
    .map((place) => ({ ...place, color: place.y % 2 === 0 ? 'black' : 'white' }));
}

/** Which points of each colour stay empty: how far down the list of those that can. */
const LEFT_OUT = { black: [0.22, 0.83], white: [0.37, 0.68] } as const;

/**
 * Gomoku: all points but three or four, so that the player, its opponent and the player again can still play; as many
 * stones of black as of white, in turn. Never more than three of one colour come to stand in a row. A client that does not
 * read every stone will sooner or later play on one.
 */
function nearlyFull(size: number): ScriptedStone[] {
  const black = thinned(size, 'black', LEFT_OUT.black);
  // On an odd number of lines there is one point of black's more.
  const white = thinned(size, 'white', LEFT_OUT.white.slice(size % 2));
  return black.flatMap((stone, index) => [stone, ...white.slice(index, index + 1)]);
}

/** The stones of a colour without some that stand neither at the edge nor in the middle, where a client would begin. */
function thinned(size: number, color: Color, shares: readonly number[]): ScriptedStone[] {
  const middle = Math.floor(size / 2);
  const stones = everyPlace(size)
    .filter((place) => pairColor(place) === color)
    .map((place) => ({ ...place, color }));
  const inner = stones.filter(
    ({ x, y }) => Math.min(x, y) > 0 && Math.max(Math.abs(x - middle), Math.abs(y - middle)) > 1,
  );
  const left = new Set(shares.map((share) => inner[Math.floor(inner.length * share)]));
  return stones.filter((stone) => !left.has(stone));
}

/** Pairs of one colour, shifted by a pair from row to row: no three in any direction. */
const pairColor = ({ x, y }: BoardCoordinates): Color =>
  Math.floor((x + 2 * (y % 2)) / 2) % 2 === 0 ? 'black' : 'white';

/** Row by row from the top left. */
const everyPlace = (size: number): BoardCoordinates[] =>
  Array.from({ length: size ** 2 }, (_, index) => ({ x: index % size, y: Math.floor(index / size) }));
