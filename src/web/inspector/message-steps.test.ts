import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  hasTakeBacks,
  messageOfMove,
  problemAfter,
  problemsIn,
  shownAround,
  turnAfter,
  turnBefore,
} from './message-steps.ts';

/** `0 0 1 1! 2`: the turns of each message; with a mark, it is malformed. */
const messages = (text: string) =>
  text.split(' ').map((each) => ({ turns: Number.parseInt(each, 10), malformed: each.endsWith('!') }));

test('a turn on is the first message with the stone; a turn back is the start of this turn, and then of the one before', () => {
  const said = messages('0 0 1 1 1 2');
  assert.deepEqual(
    [0, 1, 2, 4, 5].map((at) => turnAfter(said, at)),
    [2, 2, 5, 5, 5],
  );
  assert.deepEqual(
    [5, 4, 3, 2, 1, 0].map((at) => turnBefore(said, at)),
    [2, 2, 2, 0, 0, 0],
  );
});

test('a link to a move shows the first message with its stone, and one to a later move than the last the end', () => {
  const said = messages('0 0 1 1 3 3');
  assert.deepEqual(
    [0, 1, 2, 3, 4].map((move) => messageOfMove(said, move)),
    [0, 2, 4, 4, 5],
  );
  assert.equal(messageOfMove([], 7), 0);
});

test('what is wrong is gone through again and again', () => {
  const said = messages('0 0! 1 1! 2');
  assert.deepEqual(
    [0, 1, 2, 3, 4].map((at) => problemAfter(said, at)),
    [1, 3, 3, 1, 1],
  );
  assert.equal(problemsIn(said), 2);
  assert.equal(problemAfter(messages('0 1'), 0), undefined);
});

test('turns taken back are noticed; that the other side is told a turn later is not', () => {
  assert.equal(hasTakeBacks(messages('3 4 3 4 4')), false);
  assert.equal(hasTakeBacks(messages('3 4 4 2 3')), true);
});

test('of very many messages those around the chosen one are in the page', () => {
  assert.deepEqual(shownAround(5, 20), [0, 20]);
  assert.deepEqual(shownAround(5000, 10_000), [4850, 5150]);
  assert.deepEqual(shownAround(0, 10_000), [0, 300]);
  assert.deepEqual(shownAround(9999, 10_000), [9700, 10_000]);
});
