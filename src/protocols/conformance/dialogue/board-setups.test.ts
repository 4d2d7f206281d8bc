import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { GoPosition } from '../../../rules/go/go-position.ts';
import { type Point, pointAt, square } from '../../../rules/point.ts';
import { findFreePoint, type GameUnderTest, isLegal, type ScriptedStone, withStone } from '../game-under-test.ts';
import { columnAndRow } from '../point-notation.ts';
import { SETUPS } from './board-setups.ts';

const setup = (name: string, size: number): readonly ScriptedStone[] => SETUPS[name]?.(size) ?? [];

const STEPS = [
  [1, 0],
  [0, 1],
  [1, 1],
  [1, -1],
] as const;

/** The longest row of one colour. */
function longestRow(stones: readonly ScriptedStone[]): number {
  const at = new Map(stones.map(({ x, y, color }) => [`${x},${y}`, color]));
  const lengths = stones.flatMap(({ x, y, color }) =>
    STEPS.map(([dx, dy]) => {
      let length = 1;
      while (at.get(`${x + length * dx},${y + length * dy}`) === color) length++;
      return length;
    }),
  );
  return Math.max(...lengths);
}

describe('the nearly full board', () => {
  for (const size of [7, 8, 9, 15, 18, 19, 20, 21, 22]) {
    test(`of ${size} lines has stones of both colours in turn, room for three moves, and no win`, () => {
      let stones: GameUnderTest = { notation: columnAndRow('gomoku', [0]), played: setup('nearly full board', size) };
      assert(stones.played.every(({ color }, index) => color === (index % 2 === 0 ? 'black' : 'white')));
      assert.equal(stones.played.length % 2, 0);
      assert.equal(size ** 2 - stones.played.length, 3 + (size % 2 === 0 ? 1 : 0));
      for (const color of ['black', 'white', 'black'] as const) {
        const place = findFreePoint(stones, size, color);
        assert(isLegal(stones, size, { ...place, color }));
        stones = withStone(stones, { ...place, color });
        assert(longestRow(stones.played) < 5);
      }
    });
  }
});

describe('the striped board', () => {
  for (const size of [9, 13, 19]) {
    test(`of ${size} lines has a liberty for every chain`, () => {
      const position = new GoPosition(square(size));
      const stones = setup('striped board', size);
      const at = ({ x, y }: ScriptedStone): Point => {
        const point = pointAt(square(size), x, y);
        assert(point !== undefined);
        return point;
      };
      for (const stone of stones) position.play(stone.color, at(stone));
      assert.equal(stones.length, size * (size - 1));
      for (const stone of stones) assert.equal(position.at(at(stone)), stone.color);
    });
  }
});
