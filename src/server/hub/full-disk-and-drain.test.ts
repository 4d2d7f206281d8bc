import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { InMemoryConnections } from '../../../test/support/server/in-memory-connections.ts';

describe('a full disk', () => {
  test('accepts no move and no new game until there is space', async () => {
    const clients = await InMemoryConnections.open();
    await clients.startGame('alice', 'bob');
    clients.journal.setHasSpace(false);
    clients.send('alice', 'CORE.MOVE~40');
    clients.connect('carol');
    clients.send('carol', 'CORE.HELLO~carol', 'CORE.NEWGAME~9');
    await clients.settle();
    assert.deepEqual(clients.journal.appends.slice(1), []);
    clients.takeReceived();
    clients.journal.setHasSpace(true);
    clients.send('alice', 'CORE.MOVE~40');
    await clients.settle();
    assert.deepEqual(clients.journal.appends.slice(1), ['1.1 played']);
    await clients.store();
    assert.deepEqual(clients.takeReceived(), ['alice: CORE.MOVE~40', 'bob: CORE.MOVE~40']);
  });

  test('still stores the end of a game', async () => {
    const clients = await InMemoryConnections.open();
    await clients.startGame('alice', 'bob');
    clients.journal.setHasSpace(false);
    clients.connection('alice').lost();
    await clients.settle();
    assert.deepEqual(clients.journal.appends.slice(1), ['1.1 left, 1.2 ended']);
  });
});

describe('a server that drains', () => {
  test('continues running games and starts no new ones', async () => {
    const clients = await InMemoryConnections.open();
    await clients.startGame('alice', 'bob');
    clients.hub.drain();
    clients.send('alice', 'CORE.MOVE~40');
    for (const name of ['carol', 'dave']) {
      clients.connect(name);
      clients.send(name, `CORE.HELLO~${name}`, 'CORE.NEWGAME~9');
    }
    await clients.settle();
    assert.deepEqual(clients.journal.appends.slice(1), ['1.1 played']);
  });
});
