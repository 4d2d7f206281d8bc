import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { estimateScore } from '../../../engines/go/estimate-score.ts';
import { COLORS, type Color } from '../../../rules/color.ts';
import { GoPosition } from '../../../rules/go/go-position.ts';
import { type Point, pointAt, square } from '../../../rules/point.ts';
import { chainsToMark, estimatedDeadStones } from './estimated-dead-stones.ts';

/** X is black, O is white; small letters are the stones that a player would call dead. */
function boardOf(rows: readonly string[]) {
  const size = square(rows.length);
  const letters = [...rows.join('')];
  const stones = letters.flatMap((letter, index) =>
    letter === '.'
      ? []
      : [{ point: index as Point, color: letter.toLowerCase() === 'x' ? ('black' as const) : ('white' as const) }],
  );
  const position = new GoPosition(size);
  const isLegal = position.setUp(stones, 'black');
  const dead = [...letters.keys()].filter((index) => /[xo]/.test(letters[index]!));
  return { size, position, isLegal, stones, dead };
}

const BOARDS = [
  // One stone behind each wall.
  ['.........', '..X......', '.....o...', '..X...X..', 'XXXXXXXXX', 'OOOOOOOOO', '.........', '..x...O..', '.....O...'],
  // White's corner above has two eyes and lives; the corner below has one eye.
  ['.O.OX....', 'OOOOX.X..', 'XXXXX....', '.........', '..X...X..', '.........', 'XXXXX....', 'ooooX.X..', '..ooX....'],
  // A settled board without dead stones.
  ['....XO...', '....XO...', '..X.XO...', '....XO.O.', '....XO...', '.X..XO...', '....XO...', '....XO.O.', '....XO...'],
];

for (const [index, rows] of BOARDS.entries()) {
  test(`the estimate finds the dead stones of board ${index + 1}, with either side to move`, () => {
    const { size, position, isLegal, stones, dead } = boardOf(rows);
    assert.ok(isLegal);
    for (const toMove of COLORS) {
      const { ownership } = estimateScore({ size, toMove, stones: () => stones }, 800);
      assert.deepEqual(
        [...estimatedDeadStones(size, position, ownership)].sort((one, other) => one - other),
        dead,
      );
    }
  });
}

test('one chain is dead or alive as a whole, by the mean of its points', () => {
  const { size, position } = boardOf(['XX.', '...', '..O']);
  assert.deepEqual([...estimatedDeadStones(size, position, [-1, 0.1, 0, 0, 0, 0, 0, 0, 0])], [0, 1]);
  assert.deepEqual([...estimatedDeadStones(size, position, [-1, 0.3, 0, 0, 0, 0, 0, 0, 0.5])], [8]);
});

test('one point is chosen for each wanted chain that is not marked yet', () => {
  const letters = fc.array(fc.constantFrom('X', 'O', '.', '.'), { minLength: 25, maxLength: 25 });
  fc.assert(
    fc.property(letters, fc.infiniteStream(fc.boolean()), fc.infiniteStream(fc.boolean()), (cells, before, after) => {
      const rows = [0, 1, 2, 3, 4].map((row) => cells.slice(row * 5, row * 5 + 5).join(''));
      const { size, position, isLegal, stones } = boardOf(rows);
      fc.pre(isLegal);
      const at = (point: Point) => position.at(point);
      const chains: Point[][] = [];
      for (const { point } of stones) if (!chains.flat().includes(point)) chains.push(connected(size, at, point));
      const choose = (stream: Iterator<boolean>) =>
        new Set(chains.flatMap((chain) => (stream.next().value ? chain : [])));
      const marked = choose(before[Symbol.iterator]());
      const wanted = choose(after[Symbol.iterator]());
      const chosen = chainsToMark(position, marked, wanted);
      const added = chosen.flatMap((point) => connected(size, at, point));
      assert.deepEqual(
        added.toSorted((one, other) => one - other),
        [...wanted].filter((point) => !marked.has(point)).sort((one, other) => one - other),
      );
    }),
  );
});

/** The chain of a stone, by another way than the code: it grows until a pass over the board adds no point. */
function connected(size: { width: number; height: number }, at: (point: Point) => Color | undefined, start: Point) {
  const chain = [start];
  for (let grown = true; grown; ) {
    grown = false;
    for (let y = 0; y < size.height; y++)
      for (let x = 0; x < size.width; x++) {
        const point = pointAt(size, x, y)!;
        const touches = chain.some((other) => {
          const [dx, dy] = [Math.abs((other % size.width) - x), Math.abs(Math.floor(other / size.width) - y)];
          return dx + dy === 1;
        });
        if (!chain.includes(point) && touches && at(point) === at(start)) {
          chain.push(point);
          grown = true;
        }
      }
  }
  return chain;
}
