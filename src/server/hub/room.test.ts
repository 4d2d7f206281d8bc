import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Callers } from '../../../test/support/server/in-memory-connections.ts';

describe('a disk that is as good as full', () => {
  test('takes no turn and begins no game, and both go on when there is room', async () => {
    const callers = await Callers.open();
    await callers.match('alice', 'bob');
    callers.journal.room(false);
    callers.says('alice', 'CORE.MOVE~40');
    callers.dial('carol');
    callers.says('carol', 'CORE.HELLO~carol', 'CORE.NEWGAME~9');
    await callers.settle();
    assert.deepEqual(callers.journal.appends.slice(1), []);
    callers.told();
    callers.journal.room(true);
    callers.says('alice', 'CORE.MOVE~40');
    await callers.settle();
    assert.deepEqual(callers.journal.appends.slice(1), ['1.1 played']);
    await callers.keep();
    assert.deepEqual(callers.told(), ['alice: CORE.MOVE~40', 'bob: CORE.MOVE~40']);
  });

  test('still keeps that a game has ended', async () => {
    const callers = await Callers.open();
    await callers.match('alice', 'bob');
    callers.journal.room(false);
    callers.connection('alice').lost();
    await callers.settle();
    assert.deepEqual(callers.journal.appends.slice(1), ['1.1 left, 1.2 ended']);
  });
});

describe('a server that drains', () => {
  test('plays on and begins nothing', async () => {
    const callers = await Callers.open();
    await callers.match('alice', 'bob');
    callers.hub.drain();
    callers.says('alice', 'CORE.MOVE~40');
    for (const who of ['carol', 'dave']) {
      callers.dial(who);
      callers.says(who, `CORE.HELLO~${who}`, 'CORE.NEWGAME~9');
    }
    await callers.settle();
    assert.deepEqual(callers.journal.appends.slice(1), ['1.1 played']);
  });
});
