import assert from 'node:assert/strict';
import { test } from 'node:test';
import { curveOf } from './rating-curve.ts';

const samples = (...ratings: number[]) => ratings.map((rating, at) => ({ at, rating }));

test('all games have the same width, and the edges are round numbers', () => {
  const curve = curveOf(samples(1500, 1700, 1600), 200, 100);
  assert.deepEqual(curve, { points: '0,100 100,0 200,50', end: { x: 200, y: 50 }, top: 1700, bottom: 1500 });
});

test('small changes look small', () => {
  const curve = curveOf(samples(1500, 1510), 100, 100);
  assert.deepEqual([curve?.top, curve?.bottom], [1560, 1450]);
});

test('one game is a point at the right, and without games there is no curve', () => {
  assert.deepEqual(curveOf(samples(1500), 100, 100)?.end, { x: 100, y: 50 });
  assert.equal(curveOf([], 100, 100), undefined);
});
