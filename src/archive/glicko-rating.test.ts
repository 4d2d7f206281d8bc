import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { afterGame, afterPause, type GlickoRating, NEW_PLAYER, ratingClassOf } from './glicko-rating.ts';

const WEEK = 7 * 24 * 60 * 60 * 1000;

const rounded = ({ rating, deviation, volatility }: GlickoRating): readonly number[] => [
  Math.round(rating * 10) / 10,
  Math.round(deviation * 10) / 10,
  Math.round(volatility * 100_000) / 100_000,
];

describe('Glicko-2 after each game', () => {
  test('changes the ratings of two new players as the paper computes', () => {
    // By hand from the paper's steps 2 to 8: mu = 0, phi = 2.01476, g = 0.66906, E = 0.5, v = 8.9357.
    const { black, white } = afterGame(NEW_PLAYER, NEW_PLAYER, 1);
    assert.deepEqual(rounded(black), [1662.3, 290.3, 0.06]);
    assert.deepEqual(rounded(white), [1337.7, 290.3, 0.06]);
  });

  test('does not change equal ratings by a draw, but reduces both deviations', () => {
    const { black, white } = afterGame(NEW_PLAYER, NEW_PLAYER, 0.5);
    assert.deepEqual([black.rating, white.rating], [1500, 1500]);
    assert.ok(black.deviation < 300);
  });

  test('gives the weaker player more for a win than the stronger', () => {
    const [weak, strong] = [
      { rating: 1400, deviation: 80, volatility: 0.06 },
      { rating: 1600, deviation: 80, volatility: 0.06 },
    ];
    const upset = afterGame(weak, strong, 1).black.rating - weak.rating;
    const expected = afterGame(weak, strong, 0).white.rating - strong.rating;
    assert.ok(upset > 2 * expected && expected > 0, `${upset} ${expected}`);
  });
});

describe('a pause without games', () => {
  const certain = { rating: 1700, deviation: 50, volatility: 0.06 };

  test('increases the deviation with each full week by step 6 of the paper', () => {
    assert.deepEqual(afterPause(certain, WEEK - 1), certain);
    // 173.7178 * sqrt((50 / 173.7178)^2 + 0.06^2) and the same with 52 times the square of 0.06.
    assert.equal(afterPause(certain, WEEK).deviation.toFixed(3), '51.075');
    assert.equal(afterPause(certain, 52.5 * WEEK).deviation.toFixed(3), '90.273');
    assert.equal(afterPause(certain, 52.5 * WEEK).rating, 1700);
  });

  test('increases the deviation at most to that of a new player, and never reduces it', () => {
    assert.equal(afterPause(certain, 10_000 * WEEK).deviation, 350);
    assert.deepEqual(afterPause(certain, -WEEK), certain);
  });
});

test('rating classes depend on the board size in Go and on the rule in Gomoku', () => {
  const go = { game: 'go', komi: 0, ko: 'positional', suicide: 'allowed' } as const;
  assert.deepEqual(
    [9, 13, 19, 10, 131].map((size) => ratingClassOf({ ...go, size })),
    ['go-9', 'go-13', 'go-19', 'go-other', 'go-other'],
  );
  assert.equal(ratingClassOf({ game: 'gomoku', size: 15, rule: 'caro' }), 'gomoku-caro');
});
