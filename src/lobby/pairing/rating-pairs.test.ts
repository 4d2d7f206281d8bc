import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { ratingPairs } from './rating-pairs.ts';

const rated = (...ratings: readonly number[]) => ratings.map((rating) => ({ rating }));
const ratingsOf = (pairs: readonly (readonly [{ rating: number }, { rating: number }])[]): number[][] =>
  pairs.map((pair) => pair.map(({ rating }) => rating).sort((one, other) => one - other)).sort();

const zero = (): number => 0;

describe('pairs by rating', () => {
  test('are neighbours if all random numbers are 0', () => {
    const players = rated(1200, 2400, 1500, 1250, 2450, 1550);
    assert.deepEqual(ratingsOf(ratingPairs(players, zero)), [
      [1200, 1250],
      [1500, 1550],
      [2400, 2450],
    ]);
  });

  test('leave one player out if the number of players is odd', () => {
    assert.deepEqual(ratingsOf(ratingPairs(rated(1, 2, 3), zero)), [[2, 3]]);
    assert.deepEqual(ratingPairs(rated(1), zero), []);
    assert.deepEqual(ratingPairs([], zero), []);
  });

  // Section 9: two anchors meet only with probability 0.10.
  test('contain two anchors in one of ten cases', () => {
    const players = [3000, 2000, 1000, 0].map((rating, place) => ({ rating, isAnchor: place < 2 }));
    const pairsFor = (drawn: number) => ratingsOf(ratingPairs(players, (limit) => (limit === 10 ? drawn : 0)));
    assert.deepEqual(pairsFor(0), [
      [0, 1000],
      [2000, 3000],
    ]);
    for (let drawn = 1; drawn < 10; drawn++)
      assert.deepEqual(pairsFor(drawn), [
        [0, 2000],
        [1000, 3000],
      ]);
    const anchors = players.map(({ rating }) => ({ rating, isAnchor: true }));
    assert.deepEqual(
      ratingPairs(anchors, (limit) => (limit === 10 ? 5 : 0)),
      [],
    );
  });

  // Section 9: 3000 for at most four players. Otherwise 1.5 times the largest gap between ratings four places apart,
  // but at least 500.
  test('use random numbers from a range that depends on the distances of the ratings', () => {
    const limits = new Set<number>();
    const draw = (limit: number): number => {
      limits.add(limit);
      return 0;
    };
    ratingPairs(rated(1000, 3000, 2000, 2500), draw);
    assert.deepEqual([...limits], [3000]);
    limits.clear();
    ratingPairs(rated(1000, 1100, 1200, 1300, 1400, 2200), draw);
    assert.deepEqual([...limits], [1650]);
    limits.clear();
    ratingPairs(rated(1000, 1001, 1002, 1003, 1004), draw);
    assert.deepEqual([...limits], [500]);
  });

  test('contain each player at most once', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 3000 }), { maxLength: 30 }),
        fc.infiniteStream(fc.double({ min: 0, max: 0.999, noNaN: true })),
        (ratings, stream) => {
          const players = rated(...ratings);
          const pairs = ratingPairs(players, (limit) => Math.floor(stream.next().value * limit));
          const paired = pairs.flat();
          assert.equal(new Set(paired).size, paired.length);
          assert.equal(pairs.length, Math.floor(players.length / 2));
        },
      ),
    );
  });

  test('are closer in rating than random pairs', () => {
    // Twenty players, 100 points apart. The range is 600, so that players who are 700 points apart are not paired.
    const players = rated(...Array.from({ length: 20 }, (_, index) => 1000 + 100 * index));
    let seed = 1;
    const random = (limit: number): number => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % limit;
    };
    const gaps = Array.from({ length: 100 }, () => ratingPairs(players, random)).flatMap((pairs) =>
      pairs.map(([one, other]) => Math.abs(one.rating - other.rating)),
    );
    const mean = gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length;
    // The mean distance of random pairs is 700 points.
    assert(mean < 350, String(mean));
  });
});
