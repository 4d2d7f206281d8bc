import assert from 'node:assert/strict';
import { test } from 'node:test';
import { winRate, winRateText } from '../../../scripts/strength/confidence-interval.ts';

// The textbook's figures for the Wilson score interval.
for (const [points, games, text] of [
  [95, 100, '95.0% (88.8 to 97.8)'],
  [50, 100, '50.0% (40.4 to 59.6)'],
  [10, 10, '100.0% (72.2 to 100.0)'],
  [0, 10, '0.0% (0.0 to 27.8)'],
  [0, 0, '0.0% (0.0 to 100.0)'],
] as const) {
  test(`${points} of ${games}`, () => assert.equal(winRateText(winRate(points, games)), text));
}
