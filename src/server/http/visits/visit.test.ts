import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { VirtualClock } from '../../../../test/support/server/virtual-clock.ts';
import type { Transport } from '../../hub/transport.ts';
import { Visit, type VisitListener } from './visit.ts';

/** A visit without a session: `sendToListeners` sends messages in its place. `events`: the calls at both ends, in order. */
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
  const listener = (name: string): VisitListener => ({
    send: (line) => events.push(`${name} gets ${line}`),
    end: (why) => events.push(`${name} ended: ${why}`),
    pause: (paused) => events.push(`${name} ${paused ? 'paused' : 'resumed'}`),
  });
  const sendToListeners = (...messages: object[]): void =>
    transport?.send(Buffer.from(messages.map((each) => `${JSON.stringify(each)}\n`).join('')));
  return { clock, visit, events, listener, sendToListeners, transport: transport as unknown as Transport };
}

describe('a visit', () => {
  test('ends as a lost connection after a minute without a listener', async () => {
    const { clock, visit, events, listener } = openVisit();
    const tab = listener('tab');
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

  test('is away after 3 s without a listener, and back with one or with a request', async () => {
    const { clock, visit, events, listener } = openVisit();
    const tab = listener('tab');
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

  test('without any listener ends a minute after the last message', async () => {
    const { clock, visit, events } = openVisit();
    await clock.advance(59_000);
    visit.send('{}', () => {});
    await clock.advance(59_000);
    assert.deepEqual(events, ['received {}']);
    await clock.advance(1_000);
    assert.deepEqual(events, ['received {}', 'lost', 'forgotten']);
  });

  test('of a spectator ends with its only listener', () => {
    const { visit, events, listener } = openVisit(0);
    const tab = listener('tab');
    visit.join(tab);
    visit.leave(tab);
    assert.deepEqual(events, ['lost', 'forgotten']);
  });

  test('sends messages to all listeners, and answers to the senders in order', () => {
    const { visit, events, listener, sendToListeners } = openVisit();
    visit.join(listener('one'));
    visit.join(listener('two'));
    visit.send('1', () => events.push('the first is answered'));
    visit.send('2', () => events.push('the second is answered'));
    sendToListeners({ kind: 'you' }, { kind: 'refused' });
    sendToListeners({ kind: 'done' });
    assert.deepEqual(events.slice(2), [
      'one gets {"kind":"you"}',
      'two gets {"kind":"you"}',
      'the first is answered',
      'the second is answered',
    ]);
  });

  test('gives pending and later messages no answer once it has ended', () => {
    const { visit, events, listener, sendToListeners, transport } = openVisit();
    visit.join(listener('tab'));
    visit.send('1', (line) => events.push(`answer: ${line}`));
    sendToListeners({ kind: 'goodbye', why: 'stops' });
    transport.close();
    visit.send('2', (line) => events.push(`late: ${line}`));
    assert.deepEqual(events.slice(2), ['forgotten', 'answer: undefined', 'tab ended: stops', 'late: undefined']);
  });

  test('pauses all listeners, including new ones, while the server is behind', () => {
    const { visit, events, listener, transport } = openVisit();
    visit.join(listener('one'));
    transport.pause(true);
    visit.join(listener('two'));
    transport.pause(false);
    assert.deepEqual(events, ['one paused', 'two paused', 'one resumed', 'two resumed']);
  });

  test('can be joined again after its listeners were dismissed', async () => {
    const { clock, visit, events, listener } = openVisit();
    visit.join(listener('tab'));
    visit.dismiss();
    await clock.advance(1_000);
    assert.equal(visit.join(listener('again')), true);
    await clock.advance(120_000);
    assert.deepEqual(events, ['tab ended: again']);
  });
});
