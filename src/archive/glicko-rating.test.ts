import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { afterGame, afterPause, type GlickoRating, NEW_PLAYER, ratingClassOf } from './glicko-rating.ts';

const WEEK = 7 * 24 * 60 * 60 * 1000;

const rounded = ({ rating, deviation, volatility }: GlickoRating): readonly number[] => [
  Math.round(rating * 10) / 10,
  Math.round(deviation * 10) / 10,
  Math.round(volatility * 100_000) / 100_000,
];

describe('Glicko-2, a game at a time', () => {
  test('moves two newcomers as far apart as the paper computes', () => {
    // By hand from the paper's steps 2 to 8: mu = 0, phi = 2.01476, g = 0.66906, E = 0.5, v = 8.9357.
    const { black, white } = afterGame(NEW_PLAYER, NEW_PLAYER, 1);
    assert.deepEqual(rounded(black), [1662.3, 290.3, 0.06]);
    assert.deepEqual(rounded(white), [1337.7, 290.3, 0.06]);
  });

  test('moves nobody by a draw between equals, and makes both more certain', () => {
    const { black, white } = afterGame(NEW_PLAYER, NEW_PLAYER, 0.5);
    assert.deepEqual([black.rating, white.rating], [1500, 1500]);
    assert.ok(black.deviation < 300);
  });

  test('gives the weaker more for a win than the stronger would have had', () => {
    const [weak, strong] = [
      { rating: 1400, deviation: 80, volatility: 0.06 },
      { rating: 1600, deviation: 80, volatility: 0.06 },
    ];
    const upset = afterGame(weak, strong, 1).black.rating - weak.rating;
    const expected = afterGame(weak, strong, 0).white.rating - strong.rating;
    assert.ok(upset > 2 * expected && expected > 0, `${upset} ${expected}`);
  });
});

describe('time without games', () => {
  const certain = { rating: 1700, deviation: 50, volatility: 0.06 };

  test('counts by whole weeks, each by step 6 of the paper', () => {
    assert.deepEqual(afterPause(certain, WEEK - 1), certain);
    // 173.7178 * sqrt((50 / 173.7178)^2 + 0.06^2) and the same with 52 times the square of 0.06.
    assert.equal(afterPause(certain, WEEK).deviation.toFixed(3), '51.075');
    assert.equal(afterPause(certain, 52.5 * WEEK).deviation.toFixed(3), '90.273');
    assert.equal(afterPause(certain, 52.5 * WEEK).rating, 1700);
  });

  test('makes nobody less certain than a newcomer, and never runs backwards', () => {
    assert.equal(afterPause(certain, 10_000 * WEEK).deviation, 350);
    assert.deepEqual(afterPause(certain, -WEEK), certain);
  });
});

test('a rating is for a size of Go, or a rule of Gomoku', () => {
  const go = { game: 'go', komi: 0, ko: 'positional', suicide: 'allowed' } as const;
  assert.deepEqual(
    [9, 13, 19, 10, 131].map((size) => ratingClassOf({ ...go, size })),
    ['go-9', 'go-13', 'go-19', 'go-other', 'go-other'],
  );
  assert.equal(ratingClassOf({ game: 'gomoku', size: 15, rule: 'caro' }), 'gomoku-caro');
});
