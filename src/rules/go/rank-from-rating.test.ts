import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rankFromRating } from './rank-from-rating.ts';

test('a rating has a grade from 30 kyu to 9 dan', () => {
  // The limits of a grade are 525 * e^(grade / 23.15), computed by hand: grade 29 is 1 kyu, 30 is 1 dan, 38 is 9 dan.
  const grades: readonly (readonly [number, string])[] = [
    [-100, '30k'],
    [0, '30k'],
    [525, '30k'],
    [548, '30k'],
    [549, '29k'],
    [1500, '6k'],
    [1837, '2k'],
    [1838, '1k'],
    [1918, '1k'],
    [1919, '1d'],
    [2710, '8d'],
    [2711, '9d'],
    [9000, '9d'],
  ];
  for (const [rating, grade] of grades) assert.equal(rankFromRating(rating), grade, String(rating));
});
