import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { InMemoryConnections } from '../../../test/support/server/in-memory-connections.ts';

describe('a client that says no more', () => {
  test('is answered all that it said, and then is gone', async () => {
    const callers = await InMemoryConnections.open();
    await callers.match('alice', 'bob');
    callers.says('alice', 'CORE.MOVE~0', 'CORE.MOVE~1');
    callers.connection('alice').finish();
    await callers.settle();
    assert.deepEqual(callers.told(), []);
    await callers.keep();
    assert.deepEqual(callers.told(), [
      'alice: CORE.MOVE~0',
      'bob: CORE.MOVE~0',
      'alice: CORE.ERROR~PATIENCE',
      'alice: (closed)',
    ]);
    await callers.keep();
    assert.deepEqual(callers.told(), ['bob: CORE.GAMEOVER~WHITE~81~0~DISCONNECT']);
  });

  test('and waits for nothing is gone at once', async () => {
    const callers = await InMemoryConnections.open();
    await callers.match('alice', 'bob');
    callers.connection('alice').finish();
    assert.deepEqual(callers.told(), ['alice: (closed)']);
    await callers.settle();
    assert.deepEqual(callers.journal.appends.slice(1), ['1.1 left, 1.2 ended']);
  });

  test('while its password is checked gets no opponent, who would wait for its moves', async () => {
    const callers = await InMemoryConnections.open();
    callers.dial('anne', 'cgos');
    callers.says('anne', 'e1', 'anne', 'abc123');
    await callers.settle();
    callers.dial('bert', 'cgos');
    callers.says('bert', 'e1', 'bert', 'abc123');
    callers.connection('bert').finish();
    await callers.settle();
    assert.deepEqual(callers.journal.appends, []);
    assert.equal(callers.told().at(-1), 'bert: (closed)');
  });
});
