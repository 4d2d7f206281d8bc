import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { VirtualClock } from '../../../../test/support/server/virtual-clock.ts';
import type { Notice } from '../../../lobby/notice.ts';
import { BroadcastQueue, isBroadcast } from './broadcast-queue.ts';
import { FairScheduler } from './fair-scheduler.ts';

const left = (name: string): Notice => ({ kind: 'left', name });

/** A round of those listeners; what they hear stands in one row. Nothing is told before the first turn is over. */
function going(most?: number) {
  const clock = new VirtualClock();
  const turns = new FairScheduler(clock);
  turns.spend(1_000);
  const heard: string[] = [];
  const tell = (listener: string, notices: readonly Notice[]): void => {
    for (const notice of notices) heard.push(`${listener}: ${'name' in notice ? notice.name : notice.kind}`);
  };
  const round = new BroadcastQueue<string, Notice>(turns, tell, most);
  const item = (name: string) => ({
    delivery: left(name),
    latch: { decrement: () => void heard.push(`(${name} told)`) },
  });
  const say = (listener: string, name: string): void => round.add(listener, item(name));
  const sayFirst = (listener: string, name: string): void => round.addUrgent(listener, left(name), item(name).latch);
  return { clock, round, heard, say, sayFirst };
}

/** What was heard, apart from who was told that it was. */
const without = (heard: readonly string[]): string[] => heard.filter((connection) => !connection.startsWith('('));

describe('what goes round', () => {
  test('is told to one listener after the other, each in order', async () => {
    const { clock, heard, say } = going();
    for (const name of ['x', 'y']) for (const listener of ['a', 'b']) say(listener, name);
    assert.deepEqual(heard, []);
    await clock.settle();
    assert.deepEqual(heard, ['a: x', 'a: y', '(x told)', '(y told)', 'b: x', 'b: y', '(x told)', '(y told)']);
  });

  test('is told at once to somebody who is to hear something else, and once', async () => {
    const { clock, heard, say, sayFirst } = going();
    for (const name of ['x', 'y']) for (const listener of ['a', 'b']) say(listener, name);
    sayFirst('b', 'z');
    assert.deepEqual(heard, ['b: x', 'b: y', 'b: z', '(x told)', '(y told)', '(z told)']);
    await clock.settle();
    assert.equal(heard.length, 10);
  });

  test('comes to somebody in haste before all others, a part at a time, where much waits', async () => {
    const { clock, heard, say, sayFirst } = going();
    const names = Array.from({ length: 30 }, (_, index) => `${index}`);
    for (const listener of ['a', 'b']) for (const name of names) say(listener, name);
    sayFirst('b', 'answer');
    assert.deepEqual(heard, [], 'it takes too long');
    await clock.settle();
    const lines = without(heard);
    assert.deepEqual(
      lines.filter((connection) => connection.startsWith('b')),
      [...names, 'answer'].map((name) => `b: ${name}`),
    );
    assert.ok(lines.indexOf('b: answer') < lines.indexOf('a: 29'), 'it does not wait for all of the others');
    assert.equal(lines.length, 61);
  });

  test('is told with a move, at once, however much of it waits', () => {
    const { round, heard, say } = going();
    const names = Array.from({ length: 30 }, (_, index) => `${index}`);
    for (const name of names) say('a', name);
    round.deliver('a', { kind: 'begun' }, { decrement: () => void heard.push('(move told)') });
    assert.deepEqual(
      without(heard),
      [...names, 'begun'].map((name) => `a: ${name}`),
    );
    assert.equal(heard.at(-1), '(move told)');
  });

  test('keeps its order where the telling itself leads to more', async () => {
    const clock = new VirtualClock();
    const turns = new FairScheduler(clock);
    turns.spend(1_000);
    const heard: string[] = [];
    const latch = { decrement: () => {} };
    const round = new BroadcastQueue<string, string>(turns, (listener, words) => {
      for (const word of words) {
        heard.push(word);
        if (word === '1') round.addUrgent(listener, 'of 1', latch);
      }
    });
    for (const words of ['0', '1', '2']) round.add('a', { delivery: words, latch: latch });
    await clock.settle();
    assert.deepEqual(heard, ['0', '1', '2', 'of 1']);
  });

  test('is done with where a listener is gone', async () => {
    const { clock, round, heard, say } = going();
    say('a', 'x');
    round.forget('a');
    assert.deepEqual(heard, ['(x told)']);
    await clock.settle();
    assert.deepEqual(heard, ['(x told)']);
  });

  test('waits for room where too much waits already, in the order of asking', async () => {
    const { clock, round, heard, say } = going(4);
    for (const name of ['1', '2', '3', '4']) say(name, name);
    round.whenRoom(() => heard.push('first'));
    round.whenRoom(() => heard.push('second'));
    assert.equal(heard.length, 0);
    await clock.settle();
    assert.deepEqual(without(heard), ['1: 1', '2: 2', '3: 3', '4: 4', 'first', 'second']);
    round.whenRoom(() => heard.push('at once'));
    assert.equal(heard.at(-1), 'at once');
  });

  test('are talk and comings and goings, to more than a few; a move never', () => {
    assert.equal(isBroadcast(left('x'), 17), true);
    assert.equal(isBroadcast(left('x'), 16), false);
    assert.equal(isBroadcast({ kind: 'passed', color: 'black' }, 1_000), false);
  });
});
