import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { VirtualClock } from '../../../../test/support/server/virtual-clock.ts';
import type { Notice } from '../../../lobby/notice.ts';
import { BroadcastQueue, isBroadcast } from './broadcast-queue.ts';
import { FairScheduler } from './fair-scheduler.ts';

const left = (name: string): Notice => ({ kind: 'left', name });

/** Opens a queue. `delivered`: all deliveries in order. Nothing is delivered before the first turn is over. */
function openQueue(maximum?: number) {
  const clock = new VirtualClock();
  const scheduler = new FairScheduler(clock);
  scheduler.spend(1_000);
  const delivered: string[] = [];
  const deliver = (recipient: string, notices: readonly Notice[]): void => {
    for (const notice of notices) delivered.push(`${recipient}: ${'name' in notice ? notice.name : notice.kind}`);
  };
  const queue = new BroadcastQueue<string, Notice>(scheduler, deliver, maximum);
  const item = (name: string) => ({
    delivery: left(name),
    latch: { decrement: () => void delivered.push(`(${name} delivered)`) },
  });
  const add = (recipient: string, name: string): void => queue.add(recipient, item(name));
  const addUrgent = (recipient: string, name: string): void => queue.addUrgent(recipient, left(name), item(name).latch);
  return { clock, queue, delivered, add, addUrgent };
}

/** The deliveries without the calls of latches. */
const notices = (delivered: readonly string[]): string[] => delivered.filter((line) => !line.startsWith('('));

describe('the broadcast queue', () => {
  test('serves one recipient after another, each with its notices in order', async () => {
    const { clock, delivered, add } = openQueue();
    for (const name of ['x', 'y']) for (const recipient of ['a', 'b']) add(recipient, name);
    assert.deepEqual(delivered, []);
    await clock.settle();
    assert.deepEqual(delivered, [
      'a: x',
      'a: y',
      '(x delivered)',
      '(y delivered)',
      'b: x',
      'b: y',
      '(x delivered)',
      '(y delivered)',
    ]);
  });

  test('delivers queued notices, only once, before an urgent notice to the same recipient', async () => {
    const { clock, delivered, add, addUrgent } = openQueue();
    for (const name of ['x', 'y']) for (const recipient of ['a', 'b']) add(recipient, name);
    addUrgent('b', 'z');
    assert.deepEqual(delivered, ['b: x', 'b: y', 'b: z', '(x delivered)', '(y delivered)', '(z delivered)']);
    await clock.settle();
    assert.equal(delivered.length, 10);
  });

  test('serves an urgent recipient with many notices first, and in parts', async () => {
    const { clock, delivered, add, addUrgent } = openQueue();
    const names = Array.from({ length: 30 }, (_, index) => `${index}`);
    for (const recipient of ['a', 'b']) for (const name of names) add(recipient, name);
    addUrgent('b', 'answer');
    assert.deepEqual(delivered, [], 'so many notices must not be delivered at once');
    await clock.settle();
    const lines = notices(delivered);
    assert.deepEqual(
      lines.filter((line) => line.startsWith('b')),
      [...names, 'answer'].map((name) => `b: ${name}`),
    );
    assert.ok(lines.indexOf('b: answer') < lines.indexOf('a: 29'), 'an urgent notice must not wait for all others');
    assert.equal(lines.length, 61);
  });

  test('delivers all queued notices at once, before a notice of a game', () => {
    const { queue, delivered, add } = openQueue();
    const names = Array.from({ length: 30 }, (_, index) => `${index}`);
    for (const name of names) add('a', name);
    queue.deliver('a', { kind: 'play-started' }, { decrement: () => void delivered.push('(move delivered)') });
    assert.deepEqual(
      notices(delivered),
      [...names, 'play-started'].map((name) => `a: ${name}`),
    );
    assert.equal(delivered.at(-1), '(move delivered)');
  });

  test('keeps the order if a delivery adds another notice', async () => {
    const clock = new VirtualClock();
    const scheduler = new FairScheduler(clock);
    scheduler.spend(1_000);
    const delivered: string[] = [];
    const latch = { decrement: () => {} };
    const queue = new BroadcastQueue<string, string>(scheduler, (recipient, names) => {
      for (const name of names) {
        delivered.push(name);
        if (name === '1') queue.addUrgent(recipient, 'of 1', latch);
      }
    });
    for (const delivery of ['0', '1', '2']) queue.add('a', { delivery, latch });
    await clock.settle();
    assert.deepEqual(delivered, ['0', '1', '2', 'of 1']);
  });

  test('drops the notices to a forgotten recipient, and decrements their latches', async () => {
    const { clock, queue, delivered, add } = openQueue();
    add('a', 'x');
    queue.forget('a');
    assert.deepEqual(delivered, ['(x delivered)']);
    await clock.settle();
    assert.deepEqual(delivered, ['(x delivered)']);
  });

  test('calls those that wait for room in order, once the queue is short enough', async () => {
    const { clock, queue, delivered, add } = openQueue(4);
    for (const name of ['1', '2', '3', '4']) add(name, name);
    queue.whenRoom(() => delivered.push('first'));
    queue.whenRoom(() => delivered.push('second'));
    assert.equal(delivered.length, 0);
    await clock.settle();
    assert.deepEqual(notices(delivered), ['1: 1', '2: 2', '3: 3', '4: 4', 'first', 'second']);
    queue.whenRoom(() => delivered.push('at once'));
    assert.equal(delivered.at(-1), 'at once');
  });

  test('takes chat and arrivals for more than 16 recipients, and never moves', () => {
    assert.equal(isBroadcast(left('x'), 17), true);
    assert.equal(isBroadcast(left('x'), 16), false);
    assert.equal(isBroadcast({ kind: 'passed', color: 'black' }, 1_000), false);
  });
});
