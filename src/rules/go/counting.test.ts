import assert from 'node:assert/strict';
import { test } from 'node:test';
import { COLORS, type Color } from '../color.ts';
import type { BoardSize, Point } from '../point.ts';
import { GoPosition } from './go-position.ts';

/**
 * Legal positions, in which every chain has a liberty. From John Tromp's "Number of legal Go positions", table of
 * m x n boards; squares are OEIS A094777.
 */
const LEGAL_POSITIONS: readonly [width: number, height: number, positions: number][] = [
  [1, 1, 1],
  [1, 2, 5],
  [1, 3, 15],
  [1, 4, 41],
  [1, 5, 113],
  [1, 6, 313],
  [1, 7, 867],
  [1, 8, 2401],
  [1, 9, 6649],
  [2, 2, 57],
  [2, 3, 489],
  [2, 4, 4125],
  [2, 5, 35117],
  [3, 3, 12675],
  [3, 4, 321689],
];

/**
 * Games without passes under positional superko, either colour to move at each step. From Tromp and Farnebäck,
 * "Combinatorics of Go".
 */
const GAMES: readonly [width: number, height: number, games: number][] = [
  [1, 1, 1],
  [1, 2, 9],
  [1, 3, 907],
];

type Cells = readonly (Color | undefined)[];

const pointsOf = ({ width, height }: BoardSize): Point[] =>
  [...new Array(width * height).keys()].map((index) => index as Point);

/** The position after placing these stones one after the other; undefined if a stone captured any stones. */
function build(size: BoardSize, cells: Cells): GoPosition | undefined {
  const position = new GoPosition(size);
  for (const point of pointsOf(size)) {
    const color = cells[point];
    if (color !== undefined && position.play(color, point).length > 0) return undefined;
  }
  return position;
}

/**
 * Counts the ways to fill the board from its first point on without any capture. These are the legal positions: removing
 * stones from a legal position gives a legal position, and a chain without a liberty would have been captured.
 */
function countByPlacing(size: BoardSize, cells: Cells = []): number {
  const last = cells.at(-1);
  if (last !== undefined && build(size, cells) === undefined) return 0;
  if (cells.length === size.width * size.height) return 1;
  const [empty, black, white] = [undefined, ...COLORS].map((next) => () => countByPlacing(size, [...cells, next]));
  // The colours are symmetric: as many positions have a white first stone as a black one.
  if (cells.every((color) => color === undefined)) return empty!() + 2 * black!();
  return empty!() + black!() + white!();
}

/** Counts the positions that moves can reach from the empty board, including captures and suicides. */
function countByPlaying(size: BoardSize): number {
  const points = pointsOf(size);
  const cellsOf = (position: GoPosition): Cells => points.map((point) => position.at(point));
  const key = (cells: Cells) => cells.map((color) => color?.[0] ?? '.').join('');
  const found = new Map<string, Cells>();
  const queue: Cells[] = [points.map(() => undefined)];
  for (const cells of queue) {
    if (found.has(key(cells))) continue;
    found.set(key(cells), cells);
    for (const point of points.filter((empty) => cells[empty] === undefined)) {
      for (const color of COLORS) {
        const position = build(size, cells);
        assert.ok(position, `play led to a position that cannot be: ${key(cells)}`);
        position.play(color, point);
        queue.push(cellsOf(position));
      }
    }
  }
  return found.size;
}

/** Counts this game and all games that continue it. */
function countGames(size: BoardSize, turns: readonly { readonly color: Color; readonly point: Point }[] = []): number {
  const position = new GoPosition(size);
  for (const { color, point } of turns) position.play(color, point);
  let games = 1;
  for (const point of pointsOf(size)) {
    for (const color of COLORS) {
      const refused = position.judge(color, point, { ko: 'positional', suicide: 'allowed' });
      if (refused === undefined) games += countGames(size, [...turns, { color, point }]);
    }
  }
  return games;
}

for (const [width, height, positions] of LEGAL_POSITIONS) {
  test(`${width}x${height} has ${positions} legal positions`, () => {
    assert.equal(countByPlacing({ width, height }), positions);
    if (positions < 10_000) assert.equal(countByPlaying({ width: height, height: width }), positions);
  });
}

for (const [width, height, games] of GAMES) {
  test(`${width}x${height} has ${games} games without passes`, () => {
    assert.equal(countGames({ width, height }), games);
    assert.equal(countGames({ width: height, height: width }), games);
  });
}
