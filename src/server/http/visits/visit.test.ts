import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { VirtualClock } from '../../../../test/support/server/virtual-clock.ts';
import type { Transport } from '../../hub/transport.ts';
import { Visit, type VisitSubscriber } from './visit.ts';

/** A visit without a session: `sendToSubscribers` sends messages in its place. `events`: the calls at both ends, in order. */
function openVisit(timeout = 60_000) {
  const clock = new VirtualClock();
  const started = clock.now();
  const events: string[] = [];
  let transport: Transport | undefined;
  const visit = new Visit(
    clock,
    timeout,
    (given) => {
      transport = given;
      return {
        isKnownToLobby: true,
        receive: (bytes) => events.push(`received ${Buffer.from(bytes).toString().trimEnd()}`),
        finish: () => {},
        away: (until) => events.push(until === undefined ? 'back' : `away, lost at ${until - started} ms`),
        lost: () => events.push('lost'),
      };
    },
    () => events.push('forgotten'),
  );
  const subscriber = (name: string): VisitSubscriber => ({
    send: (line) => events.push(`${name} gets ${line}`),
    end: (why) => events.push(`${name} ended: ${why}`),
    pause: (paused) => events.push(`${name} ${paused ? 'paused' : 'resumed'}`),
  });
  const sendToSubscribers = (...messages: object[]): void =>
    transport?.send(Buffer.from(messages.map((each) => `${JSON.stringify(each)}\n`).join('')));
  return { clock, visit, events, subscriber, sendToSubscribers, transport: transport as unknown as Transport };
}

describe('a visit', () => {
  test('ends as a lost connection after a minute without a subscriber', async () => {
    const { clock, visit, events, subscriber } = openVisit();
    const tab = subscriber('tab');
    visit.join(tab);
    await clock.advance(100_000);
    visit.leave(tab);
    await clock.advance(59_999);
    assert.deepEqual(events, ['away, lost at 160000 ms']);
    visit.join(tab);
    await clock.advance(100_000);
    visit.leave(tab);
    await clock.advance(60_000);
    assert.deepEqual(events.slice(1), ['back', 'away, lost at 319999 ms', 'lost', 'forgotten']);
    assert.equal(visit.join(tab), false);
  });

  test('is away after 3 s without a subscriber, and back with one or with a request', async () => {
    const { clock, visit, events, subscriber } = openVisit();
    const tab = subscriber('tab');
    visit.join(tab);
    for (const milliseconds of [2_999, 3_000]) {
      visit.leave(tab);
      await clock.advance(milliseconds);
      visit.join(tab);
    }
    assert.deepEqual(events, ['away, lost at 62999 ms', 'back']);
    visit.leave(tab);
    await clock.advance(3_000);
    visit.send('{}', () => {});
    await clock.advance(10_000);
    assert.deepEqual(events.slice(2), ['away, lost at 65999 ms', 'back', 'received {}']);
  });

  test('without any subscriber ends a minute after the last message', async () => {
    const { clock, visit, events } = openVisit();
    await clock.advance(59_000);
    visit.send('{}', () => {});
    await clock.advance(59_000);
    assert.deepEqual(events, ['received {}']);
    await clock.advance(1_000);
    assert.deepEqual(events, ['received {}', 'lost', 'forgotten']);
  });

  test('of a spectator ends with its only subscriber', () => {
    const { visit, events, subscriber } = openVisit(0);
    const tab = subscriber('tab');
    visit.join(tab);
    visit.leave(tab);
    assert.deepEqual(events, ['lost', 'forgotten']);
  });

  test('sends messages to all subscribers, and answers to the senders in order', () => {
    const { visit, events, subscriber, sendToSubscribers } = openVisit();
    visit.join(subscriber('one'));
    visit.join(subscriber('two'));
    visit.send('1', () => events.push('the first is answered'));
    visit.send('2', () => events.push('the second is answered'));
    sendToSubscribers({ kind: 'you' }, { kind: 'refused' });
    sendToSubscribers({ kind: 'done' });
    assert.deepEqual(events.slice(2), [
      'one gets {"kind":"you"}',
      'two gets {"kind":"you"}',
      'the first is answered',
      'the second is answered',
    ]);
  });

  test('gives pending and later messages no answer once it has ended', () => {
    const { visit, events, subscriber, sendToSubscribers, transport } = openVisit();
    visit.join(subscriber('tab'));
    visit.send('1', (line) => events.push(`answer: ${line}`));
    sendToSubscribers({ kind: 'goodbye', why: 'stops' });
    transport.close();
    visit.send('2', (line) => events.push(`late: ${line}`));
    assert.deepEqual(events.slice(2), [
      'forgotten',
      'answer: undefined',
      'tab ended: server-stopping',
      'late: undefined',
    ]);
  });

  test('pauses all subscribers, including new ones, while the server is behind', () => {
    const { visit, events, subscriber, transport } = openVisit();
    visit.join(subscriber('one'));
    transport.pause(true);
    visit.join(subscriber('two'));
    transport.pause(false);
    assert.deepEqual(events, ['one paused', 'two paused', 'one resumed', 'two resumed']);
  });

  test('can be joined again after its subscribers were dismissed', async () => {
    const { clock, visit, events, subscriber } = openVisit();
    visit.join(subscriber('tab'));
    visit.dismiss();
    await clock.advance(1_000);
    assert.equal(visit.join(subscriber('again')), true);
    await clock.advance(120_000);
    assert.deepEqual(events, ['tab ended: re-authenticate']);
  });
});
