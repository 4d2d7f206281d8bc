import assert from 'node:assert/strict';
import test from 'node:test';
import { moveLimit, prudent, seconds } from './allowance.ts';

test('an engine is told of half a second less, or of nine tenths', () => {
  assert.deepEqual([60_000, 5_000, 1_000, 10, 1, 0].map(prudent), [59_500, 4_500, 900, 9, 0, 0]);
  assert.deepEqual([60_000, 5_000, 2_500, 1_000, 0].map(seconds), [59, 4, 2, 1, 1]);
});

test('a move is waited for while there is time for it', () => {
  assert.equal(moveLimit(undefined, 60_000), 60_000);
  assert.equal(moveLimit({}, 60_000), 60_000);
  assert.equal(moveLimit({ turn: 30_000 }, 60_000), 30_000);
  assert.equal(moveLimit({ turn: 30_000, match: 180_000 }, 60_000), 30_000);
  assert.equal(moveLimit({ turn: 30_000, match: 180_000, left: 4_000 }, 60_000), 4_000);
  assert.equal(moveLimit({ match: 180_000 }, 60_000), 180_000);
  assert.equal(moveLimit({ left: 0 }, 60_000), 0);
});
