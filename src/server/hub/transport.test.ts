import assert from 'node:assert/strict';
import { test } from 'node:test';
import { InMemoryConnections } from '../../../test/support/server/in-memory-connections.ts';

// DESIGN section 4, gomokurs: one action, one write.
test('a gomokurs player is sent each action in a write of its own', async () => {
  const callers = await InMemoryConnections.open();
  for (const who of ['alice', 'bob']) {
    callers.dial(who, 'gomokurs');
    callers.says(who, Buffer.from('0c00000005302e322e30', 'hex'));
    await callers.settle();
  }
  await callers.keep();
  for (const who of ['alice', 'bob']) callers.says(who, Buffer.from('0d', 'hex'));
  await callers.settle();
  callers.writes.length = 0;
  // Off the board: ERROR, RESULT and END to her, RESULT and END to him.
  callers.says('alice', Buffer.from('0eff00', 'hex'));
  await callers.settle();
  await callers.keep();
  assert.deepEqual(callers.writes, [1, 1, 1, 1, 1]);
});
