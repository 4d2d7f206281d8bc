import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultRatingClass } from './default-rating-class.ts';

test('the class with the most ranked players is the default, and an empty class only if all are empty', () => {
  const of = (...counts: readonly (readonly [number, number])[]) => {
    const kinds = ['go-9', 'go-13', 'gomoku-renju'] as const;
    return defaultRatingClass({
      classes: counts.map(([ranked, provisional], index) => ({ class: kinds[index]!, ranked, provisional })),
    });
  };
  assert.equal(of([0, 0], [0, 0], [0, 0]), 'go-19');
  assert.equal(of([0, 1], [0, 3], [0, 2]), 'go-13');
  assert.equal(of([1, 9], [0, 30], [2, 0]), 'gomoku-renju');
  assert.equal(of([2, 1], [2, 5], [2, 5]), 'go-13');
});
