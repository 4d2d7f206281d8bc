import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { opening } from '../../../scripts/strength/gomoku-game.ts';
import { choosePattern } from '../../../scripts/strength/pattern-player.ts';
import { GomokuPosition } from '../../../src/rules/gomoku/gomoku-position.ts';
import { pointAt, square } from '../../../src/rules/point.ts';
import { dice } from '../../support/clients/random.ts';

const LINES = 15;

function chance(seed: number): () => number {
  const roll = dice(seed);
  return () => roll(2 ** 24) / 2 ** 24;
}

test('an opening is two different points near the centre, and not always the same', () => {
  const openings = Array.from({ length: 200 }, (_, seed) => opening(LINES, chance(seed)));
  for (const points of openings) {
    assert.equal(new Set(points).size, 2);
    for (const point of points) {
      assert.ok(Math.abs((point % LINES) - 7) <= 3);
      assert.ok(Math.abs(Math.floor(point / LINES) - 7) <= 3);
    }
  }
  assert.ok(new Set(openings.map(String)).size > 150);
});

describe('the pattern player', () => {
  const at = (x: number, y: number) => pointAt(square(LINES), x, y)!;
  for (const [task, stones, expected] of [
    [
      'completes its five rather than stop the enemy',
      [at(3, 3), at(3, 9), at(4, 3), at(4, 9), at(5, 3), at(5, 9), at(6, 3), at(6, 9)],
      [at(2, 3), at(7, 3)],
    ],
    [
      'stops a four',
      [at(3, 3), at(2, 9), at(4, 3), at(3, 9), at(5, 3), at(4, 9), at(0, 0), at(5, 9), at(1, 9)],
      [at(6, 9)],
    ],
    ['stops an open three', [at(7, 2), at(4, 9), at(12, 12), at(5, 9), at(2, 12), at(6, 9)], [at(3, 9), at(7, 9)]],
  ] as const) {
    test(task, () => {
      const position = new GomokuPosition(LINES, 'freestyle');
      for (const point of stones) position.play(point);
      for (let seed = 0; seed < 5; seed++) assert.ok(expected.includes(choosePattern(position, chance(seed))));
    });
  }
});
