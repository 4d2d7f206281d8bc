import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { VirtualClock } from '../../../../test/support/server/virtual-clock.ts';
import type { Transport } from '../../hub/transport.ts';
import { Visit, type VisitListener } from './visit.ts';

/** A visit whose session is played by the test: `does` is everything that happened at either end, in order. */
function visited(lingers = 60_000) {
  const clock = new VirtualClock();
  const started = clock.now();
  const does: string[] = [];
  let link: Transport | undefined;
  const visit = new Visit(
    clock,
    lingers,
    (given) => {
      link = given;
      return {
        isKnownToLobby: true,
        receive: (bytes) => does.push(`said ${Buffer.from(bytes).toString().trimEnd()}`),
        finish: () => {},
        away: (until) => does.push(until === undefined ? 'back' : `away, lost at ${until - started} ms`),
        lost: () => does.push('lost'),
      };
    },
    () => does.push('forgotten'),
  );
  const listener = (name: string): VisitListener => ({
    send: (line) => does.push(`${name} hears ${line}`),
    end: (why) => does.push(`${name} is over: ${why}`),
    pause: (paused) => does.push(`${name} ${paused ? 'pauses' : 'goes on'}`),
  });
  const told = (...messages: object[]): void =>
    link?.send(Buffer.from(messages.map((each) => `${JSON.stringify(each)}\n`).join('')));
  return { clock, visit, does, listener, told, link: link as unknown as Transport };
}

describe('a visit', () => {
  test('is a lost connection once nobody has listened for a minute', async () => {
    const { clock, visit, does, listener } = visited();
    const tab = listener('tab');
    visit.join(tab);
    await clock.advance(100_000);
    visit.leave(tab);
    await clock.advance(59_999);
    assert.deepEqual(does, ['away, lost at 160000 ms']);
    visit.join(tab);
    await clock.advance(100_000);
    visit.leave(tab);
    await clock.advance(60_000);
    assert.deepEqual(does.slice(1), ['back', 'away, lost at 319999 ms', 'lost', 'forgotten']);
    assert.equal(visit.join(tab), false);
  });

  test('is away after 3 s without a listener, and back with one or with a request', async () => {
    const { clock, visit, does, listener } = visited();
    const tab = listener('tab');
    visit.join(tab);
    for (const milliseconds of [2_999, 3_000]) {
      visit.leave(tab);
      await clock.advance(milliseconds);
      visit.join(tab);
    }
    assert.deepEqual(does, ['away, lost at 62999 ms', 'back']);
    visit.leave(tab);
    await clock.advance(3_000);
    visit.send('{}', () => {});
    await clock.advance(10_000);
    assert.deepEqual(does.slice(2), ['away, lost at 65999 ms', 'back', 'said {}']);
  });

  test('of somebody who never listens lasts a minute from the last message', async () => {
    const { clock, visit, does } = visited();
    await clock.advance(59_000);
    visit.send('{}', () => {});
    await clock.advance(59_000);
    assert.deepEqual(does, ['said {}']);
    await clock.advance(1_000);
    assert.deepEqual(does, ['said {}', 'lost', 'forgotten']);
  });

  test('of somebody who only looks ends with the look', () => {
    const { visit, does, listener } = visited(0);
    const tab = listener('tab');
    visit.join(tab);
    visit.leave(tab);
    assert.deepEqual(does, ['lost', 'forgotten']);
  });

  test('tells everybody who listens, and answers who asked, in order', () => {
    const { visit, does, listener, told } = visited();
    visit.join(listener('one'));
    visit.join(listener('two'));
    visit.send('1', () => does.push('the first is answered'));
    visit.send('2', () => does.push('the second is answered'));
    told({ kind: 'you' }, { kind: 'refused' });
    told({ kind: 'done' });
    assert.deepEqual(does.slice(2), [
      'one hears {"kind":"you"}',
      'two hears {"kind":"you"}',
      'the first is answered',
      'the second is answered',
    ]);
  });

  test('answers nobody once it is over, and says so', () => {
    const { visit, does, listener, told, link } = visited();
    visit.join(listener('tab'));
    visit.send('1', (line) => does.push(`answer: ${line}`));
    told({ kind: 'goodbye', why: 'stops' });
    link.close();
    visit.send('2', (line) => does.push(`late: ${line}`));
    assert.deepEqual(does.slice(2), ['forgotten', 'answer: undefined', 'tab is over: stops', 'late: undefined']);
  });

  test('makes whoever listens read no further while the server cannot follow, and newcomers, too', () => {
    const { visit, does, listener, link } = visited();
    visit.join(listener('one'));
    link.pause(true);
    visit.join(listener('two'));
    link.pause(false);
    assert.deepEqual(does, ['one pauses', 'two pauses', 'one goes on', 'two goes on']);
  });

  test('that is dismissed can be come back to', async () => {
    const { clock, visit, does, listener } = visited();
    visit.join(listener('tab'));
    visit.dismiss();
    await clock.advance(1_000);
    assert.equal(visit.join(listener('again')), true);
    await clock.advance(120_000);
    assert.deepEqual(does, ['tab is over: again']);
  });
});
