import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { InMemoryConnections } from '../../../test/support/server/in-memory-connections.ts';

describe('a client that has closed its sending side', () => {
  test('gets all answers, and then is disconnected', async () => {
    const clients = await InMemoryConnections.open();
    await clients.startGame('alice', 'bob');
    clients.send('alice', 'CORE.MOVE~0', 'CORE.MOVE~1');
    clients.connection('alice').finish();
    await clients.settle();
    assert.deepEqual(clients.takeReceived(), []);
    await clients.store();
    assert.deepEqual(clients.takeReceived(), [
      'alice: CORE.MOVE~0',
      'bob: CORE.MOVE~0',
      'alice: CORE.ERROR~PATIENCE',
      'alice: (closed)',
    ]);
    await clients.store();
    assert.deepEqual(clients.takeReceived(), ['bob: CORE.GAMEOVER~WHITE~81~0~DISCONNECT']);
  });

  test('without an unanswered message is disconnected at once', async () => {
    const clients = await InMemoryConnections.open();
    await clients.startGame('alice', 'bob');
    clients.connection('alice').finish();
    assert.deepEqual(clients.takeReceived(), ['alice: (closed)']);
    await clients.settle();
    assert.deepEqual(clients.journal.appends.slice(1), ['1.1 left, 1.2 ended']);
  });

  test('while its password is checked gets no opponent, because the opponent would wait for moves', async () => {
    const clients = await InMemoryConnections.open();
    clients.connect('anne', 'cgos');
    clients.send('anne', 'e1', 'anne', 'abc123');
    await clients.settle();
    clients.connect('bert', 'cgos');
    clients.send('bert', 'e1', 'bert', 'abc123');
    clients.connection('bert').finish();
    await clients.settle();
    assert.deepEqual(clients.journal.appends, []);
    assert.equal(clients.takeReceived().at(-1), 'bert: (closed)');
  });
});
