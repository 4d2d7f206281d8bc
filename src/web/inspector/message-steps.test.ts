import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  hasTakeBacks,
  messageOfMove,
  messageOfStart,
  problemAfter,
  problemsIn,
  shownAround,
  turnAfter,
  turnBefore,
} from './message-steps.ts';

/** Messages from text, such as `0 0 1 1! 2`: the number of moves at each message. `!` means malformed. */
const messages = (text: string) =>
  text.split(' ').map((each) => ({ turns: Number.parseInt(each, 10), malformed: each.endsWith('!') }));

test('turnAfter is the first message with the next stone; turnBefore is the first message of this move, and then of the previous one', () => {
  const log = messages('0 0 1 1 1 2');
  assert.deepEqual(
    [0, 1, 2, 4, 5].map((at) => turnAfter(log, at)),
    [2, 2, 5, 5, 5],
  );
  assert.deepEqual(
    [5, 4, 3, 2, 1, 0].map((at) => turnBefore(log, at)),
    [2, 2, 2, 0, 0, 0],
  );
});

test('messageOfMove is the first message with the move’s stone, and the last message for a move after the last one', () => {
  const log = messages('0 0 1 1 3 3');
  assert.deepEqual(
    [0, 1, 2, 3, 4].map((move) => messageOfMove(log, move)),
    [0, 2, 4, 4, 5],
  );
  assert.equal(messageOfMove([], 7), 0);
});

test('problemAfter goes through the malformed messages in a circle', () => {
  const log = messages('0 0! 1 1! 2');
  assert.deepEqual(
    [0, 1, 2, 3, 4].map((at) => problemAfter(log, at)),
    [1, 3, 3, 1, 1],
  );
  assert.equal(problemsIn(log), 2);
  assert.equal(problemAfter(messages('0 1'), 0), undefined);
});

test('hasTakeBacks detects moves that were taken back, and not messages that come one move later', () => {
  assert.equal(hasTakeBacks(messages('3 4 3 4 4')), false);
  assert.equal(hasTakeBacks(messages('3 4 4 2 3')), true);
});

test('shownAround returns a limited number of messages around the chosen one', () => {
  assert.deepEqual(shownAround(5, 20), [0, 20]);
  assert.deepEqual(shownAround(5000, 10_000), [4850, 5150]);
  assert.deepEqual(shownAround(0, 10_000), [0, 300]);
  assert.deepEqual(shownAround(9999, 10_000), [9700, 10_000]);
});

test('messageOfStart is the first message that is not older than the game; without such a message, the first of all', () => {
  const log = [10, 20, 20, 30].map((at) => ({ at }));
  assert.deepEqual(
    [5, 20, 21, 31].map((began) => messageOfStart(log, began)),
    [0, 1, 3, 0],
  );
  assert.equal(messageOfStart([], 5), 0);
});
