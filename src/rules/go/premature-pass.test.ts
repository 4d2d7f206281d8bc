import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PointOwner } from './point-owners.ts';
import { isPassPremature } from './premature-pass.ts';

/** A board of 9x9 with this number of neutral points. */
const withNeutral = (count: number): PointOwner[] =>
  Array.from({ length: 81 }, (_, index) => (index < count ? 'neutral' : index % 2 === 0 ? 'black' : 'white'));

test('a board is open if more than an eighth of its points is neutral', () => {
  assert.equal(isPassPremature(withNeutral(0)), false);
  assert.equal(isPassPremature(withNeutral(10)), false);
  assert.equal(isPassPremature(withNeutral(11)), true);
  assert.equal(isPassPremature(withNeutral(81)), true);
});
