import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Callers } from '../../../test/support/server/in-memory-connections.ts';

const MINUTE = 60_000;

describe('who has come for nothing', () => {
  test('goes after ten minutes of silence', async () => {
    const callers = await Callers.open();
    callers.dial('mallory');
    callers.says('mallory', 'CORE.PASS');
    callers.told();
    await callers.clock.advance(10 * MINUTE - 1);
    assert.deepEqual(callers.told(), []);
    await callers.clock.advance(1);
    assert.deepEqual(callers.told(), ['mallory: (closed)']);
    assert.equal(callers.hub.statistics.players, 0);
  });

  test('stays as long as it says something', async () => {
    const callers = await Callers.open();
    callers.dial('mallory');
    callers.says('mallory', 'CORE.PASS');
    await callers.clock.advance(9 * MINUTE);
    callers.says('mallory', 'CORE.PASS');
    callers.told();
    await callers.clock.advance(9 * MINUTE);
    assert.deepEqual(callers.told(), []);
    await callers.clock.advance(MINUTE);
    assert.deepEqual(callers.told(), ['mallory: (closed)']);
  });
});

test('who has a name may be silent for as long as it likes', async () => {
  const callers = await Callers.open();
  callers.dial('alice');
  callers.says('alice', 'CORE.HELLO~alice');
  callers.told();
  await callers.clock.advance(24 * 60 * MINUTE);
  assert.deepEqual(callers.told(), []);
});

test('who only watches may be silent for as long as it likes', async () => {
  const callers = await Callers.open();
  callers.dial('watcher', 'web');
  callers.says('watcher', '{"kind":"observe"}');
  await callers.clock.settle();
  assert.match(callers.told().join(), /directory/);
  await callers.clock.advance(24 * 60 * MINUTE);
  assert.deepEqual(callers.told(), []);
});
