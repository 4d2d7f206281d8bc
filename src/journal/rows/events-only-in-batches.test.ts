import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { EncodedEntry } from './batch-row.ts';
import { EventsOnlyInBatches } from './events-only-in-batches.ts';

const entry = (game: number, index: number, characters: number): EncodedEntry => ({
  game,
  index,
  at: 0,
  event: 'x'.repeat(characters),
});

/** Games 1 to 4 with 10, 25, 5 and 5 characters, in the order in which they were added. */
function someGames(): EventsOnlyInBatches {
  const unmoved = new EventsOnlyInBatches();
  unmoved.add(1, [entry(1, 0, 4), entry(2, 0, 20), entry(3, 0, 5)]);
  unmoved.add(2, [entry(1, 1, 6), entry(2, 1, 5), entry(4, 0, 5)]);
  return unmoved;
}

describe('EventsOnlyInBatches', () => {
  it('returns the games with the oldest entries, limited by games or by characters', () => {
    const unmoved = someGames();
    assert.deepEqual(unmoved.oldestGames(100, 100), [1, 2, 3, 4]);
    assert.deepEqual(unmoved.oldestGames(2, 100), [1, 2]);
    assert.deepEqual(unmoved.oldestGames(100, 10), [1]);
    assert.deepEqual(unmoved.oldestGames(100, 11), [1, 2]);
    assert.deepEqual(unmoved.oldestGames(100, 36), [1, 2, 3]);
  });

  it('returns at least one game, whatever its size', () => {
    assert.deepEqual(someGames().oldestGames(0, 0), [1]);
    assert.deepEqual(new EventsOnlyInBatches().oldestGames(1, 1), []);
  });

  it('counts characters', () => {
    const unmoved = someGames();
    assert.equal(unmoved.size, 45);
    unmoved.remove(2);
    assert.equal(unmoved.size, 20);
    unmoved.add(3, [entry(2, 2, 3)]);
    assert.equal(unmoved.size, 23);
    assert.deepEqual(unmoved.oldestGames(1, 100), [1]);
    assert.deepEqual(unmoved.oldestGames(100, 100), [1, 3, 4, 2]);
  });
});
