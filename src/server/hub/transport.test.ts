import assert from 'node:assert/strict';
import { test } from 'node:test';
import { InMemoryConnections } from '../../../test/support/server/in-memory-connections.ts';

// DESIGN section 4, gomokurs: one action, one write.
test('a gomokurs player is sent each action in a write of its own', async () => {
  const clients = await InMemoryConnections.open();
  for (const name of ['alice', 'bob']) {
    clients.connect(name, 'gomokurs');
    clients.send(name, Buffer.from('0c00000005302e322e30', 'hex'));
    await clients.settle();
  }
  await clients.store();
  for (const name of ['alice', 'bob']) clients.send(name, Buffer.from('0d', 'hex'));
  await clients.settle();
  clients.writes.length = 0;
  // A stone off the board: ERROR, RESULT and END to alice, RESULT and END to bob.
  clients.send('alice', Buffer.from('0eff00', 'hex'));
  await clients.settle();
  await clients.store();
  assert.deepEqual(clients.writes, [1, 1, 1, 1, 1]);
});
