import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseDiagram } from '../../../test/support/rules/parse-diagram.ts';
import type { Point } from '../point.ts';
import { GoPosition } from './go-position.ts';

function positionOf(diagram: string): GoPosition {
  const parsed = parseDiagram(diagram);
  if (!parsed.ok) throw new Error(parsed.problem);
  const { size, at } = parsed.value;
  const position = new GoPosition(size);
  for (let index = 0; index < size.width * size.height; index++) {
    const color = at(index as Point);
    if (color !== undefined) position.play(color, index as Point);
  }
  return position;
}

const scoreOf = (diagram: string, komi = 0) => positionOf(diagram).score(komi);

test('an empty board has no owner', () => {
  const empty = '. . .\n. . .';
  assert.deepEqual(scoreOf(empty), { black: 0, white: 0 });
  assert.deepEqual(scoreOf(empty, 7.5), { black: 0, white: 7.5 });
});

test('a single stone owns the board', () => {
  assert.deepEqual(scoreOf('. . .\n. X .\n. . .'), { black: 9, white: 0 });
  assert.deepEqual(scoreOf('. . .\n. O .\n. . .', 7), { black: 0, white: 16 });
});

test('stones and the regions that border on only one colour count', () => {
  const board = `
    . X O . .
    X X O . O
    . X O O .
    X X X O .
  `;
  assert.deepEqual(scoreOf(board), { black: 9, white: 11 });
  assert.deepEqual(scoreOf(board, 6.5), { black: 9, white: 17.5 });
});

test('a region that borders on both colours is neutral', () => {
  assert.deepEqual(
    scoreOf(`
      . X . O .
      . X . O .
      . X . O .
    `),
    { black: 6, white: 6 },
  );
  assert.deepEqual(
    scoreOf(`
      X . . . .
      . . . . O
    `),
    { black: 1, white: 1 },
  );
});

test('regions that touch only at a corner are separate', () => {
  assert.deepEqual(
    scoreOf(`
      . X O
      X . O
      O O O
    `),
    { black: 3, white: 5 },
  );
});

test('in seki, the shared liberties are neutral and the stones count; a draw is possible', () => {
  // A stone of either colour on one of the two empty points in the middle puts its own chain in atari.
  assert.deepEqual(
    scoreOf(`
      . X O . X O .
      X X O . X O O
      . X O X X O .
      X X X O O O O
    `),
    { black: 13, white: 13 },
  );
});

test('without given dead stones, nothing is removed at the end', () => {
  assert.deepEqual(
    scoreOf(`
      . . X . O
      . O X . O
      . . X . O
    `),
    { black: 3, white: 4 },
  );
});

const CAPTIVES = `
  . X O . .
  X . X O O
  . X X O .
  O O X O O
`;

test('given dead stones are removed before the area is counted', () => {
  const position = positionOf(CAPTIVES);
  assert.deepEqual(position.score(0), { black: 8, white: 11 });
  // The two lower left stones are a chain. Without it, that corner belongs to black.
  const dead = position.chainAt(15 as Point);
  assert.deepEqual([...dead].sort(), [15, 16]);
  assert.deepEqual(position.score(0, dead), { black: 11, white: 9 });
  assert.deepEqual(position.score(0), { black: 8, white: 11 }, 'counting changes nothing');
});

test('chainAt returns the connected stones of one colour, and none for an empty point', () => {
  const position = positionOf(CAPTIVES);
  const chains = Array.from({ length: 20 }, (_, point) => position.chainAt(point as Point));
  assert.deepEqual(chains[0], []);
  for (const [point, chain] of chains.entries()) {
    assert.equal(chain.includes(point as Point), position.at(point as Point) !== undefined);
    for (const other of chain) assert.deepEqual(new Set(chains[other]), new Set(chain));
  }
  assert.deepEqual(
    [...position.chainAt(7 as Point)].sort((one, other) => one - other),
    [7, 11, 12, 17],
  );
});
