import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { InMemoryConnections } from '../../../test/support/server/in-memory-connections.ts';

describe('a full disk', () => {
  test('accepts no move and no new game until there is space', async () => {
    const callers = await InMemoryConnections.open();
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

  test('still stores the end of a game', async () => {
    const callers = await InMemoryConnections.open();
    await callers.match('alice', 'bob');
    callers.journal.room(false);
    callers.connection('alice').lost();
    await callers.settle();
    assert.deepEqual(callers.journal.appends.slice(1), ['1.1 left, 1.2 ended']);
  });
});

describe('a server that drains', () => {
  test('continues games and begins none', async () => {
    const callers = await InMemoryConnections.open();
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
