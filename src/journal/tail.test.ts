import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TextEntry } from './batch-row.ts';
import { Tail } from './tail.ts';

const entry = (game: number, index: number, characters: number): TextEntry => ({
  game,
  index,
  at: 0,
  event: 'x'.repeat(characters),
});

/** Games 1 to 4 with 10, 25, 5 and 5 characters, in the order in which they came. */
function someGames(): Tail {
  const tail = new Tail();
  tail.add(1, [entry(1, 0, 4), entry(2, 0, 20), entry(3, 0, 5)]);
  tail.add(2, [entry(1, 1, 6), entry(2, 1, 5), entry(4, 0, 5)]);
  return tail;
}

describe('Tail', () => {
  it('names those first that have waited longest: so many games, or so many characters', () => {
    const tail = someGames();
    assert.deepEqual(tail.first(100, 100), [1, 2, 3, 4]);
    assert.deepEqual(tail.first(2, 100), [1, 2]);
    assert.deepEqual(tail.first(100, 10), [1]);
    assert.deepEqual(tail.first(100, 11), [1, 2]);
    assert.deepEqual(tail.first(100, 36), [1, 2, 3]);
  });

  it('names one at least, however much there is of it', () => {
    assert.deepEqual(someGames().first(0, 0), [1]);
    assert.deepEqual(new Tail().first(1, 1), []);
  });

  it('knows how much there is', () => {
    const tail = someGames();
    assert.equal(tail.size, 45);
    tail.forget(2);
    assert.equal(tail.size, 20);
    tail.add(3, [entry(2, 2, 3)]);
    assert.equal(tail.size, 23);
    assert.deepEqual(tail.first(1, 100), [1]);
    assert.deepEqual(tail.first(100, 100), [1, 3, 4, 2]);
  });
});
