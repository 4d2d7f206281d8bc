import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { maximumMoves } from './maximum-moves.ts';
import { square } from './point.ts';

describe('maximumMoves', () => {
  for (const [lines, turns] of [
    [2, 1_000],
    [9, 1_000],
    [19, 1_805],
    [52, 13_520],
    [131, 30_000],
    [255, 30_000],
  ] as const)
    test(`is ${turns} on ${lines} lines`, () => assert.equal(maximumMoves(square(lines)), turns));

  test('is sufficient to fill the largest board of Go', () => assert.ok(maximumMoves(square(131)) > 131 * 131));
});
