import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { RateLimiter } from './rate-limiter.ts';

describe('RateLimiter', () => {
  test('allows the capacity at once, and refills at the given rate', () => {
    const limiter = new RateLimiter({ capacity: 3, refill: 1, interval: 100 });
    assert.deepEqual(
      [0, 0, 0, 0, 99, 100, 100, 350].map((now) => limiter.take('a', now)),
      [undefined, undefined, undefined, 100, 1, undefined, 100, undefined],
    );
    assert.equal(limiter.take('b', 350), undefined, 'each key has a bucket of its own');
  });

  test('starts the first interval with the first action', () => {
    const limiter = new RateLimiter({ capacity: 2, refill: 2, interval: 1_000 });
    assert.deepEqual(
      [500, 900, 1_499, 1_500, 1_500, 1_500].map((now) => limiter.take('a', now)),
      [undefined, undefined, 1, undefined, undefined, 1_000],
    );
  });

  test('returns actions, but never exceeds the capacity', () => {
    const limiter = new RateLimiter({ capacity: 1, refill: 1, interval: 1_000 });
    limiter.giveBack('a');
    assert.equal(limiter.take('a', 0), undefined);
    limiter.giveBack('a');
    limiter.giveBack('a');
    assert.deepEqual([limiter.take('a', 0), limiter.take('a', 0)], [undefined, 1_000]);
  });

  test('removes only full buckets', () => {
    const limiter = new RateLimiter({ capacity: 1, refill: 1, interval: 1_000 });
    assert.equal(limiter.take('a', 0), undefined);
    for (let index = 0; index < 2_000; index++) limiter.take(`key ${index}`, 500);
    assert.equal(limiter.take('a', 500), 500);
  });
});
