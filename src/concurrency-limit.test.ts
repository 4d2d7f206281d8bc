import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { ConcurrencyLimit } from './concurrency-limit.ts';

const CLIENT = { key: 'a', isKnown: false };

/** Tasks that the test ends. A task's name begins with its key. Names of known clients' tasks begin with k. */
function tasksOf(limit: ConcurrencyLimit) {
  const started: string[] = [];
  const refused: string[] = [];
  const finish = new Map<string, () => void>();
  return {
    started,
    refused,
    async ask(...names: readonly string[]): Promise<void> {
      for (const name of names)
        void limit
          .run({ key: name.charAt(0), isKnown: name.startsWith('k') }, async () => {
            started.push(name);
            await new Promise<void>((resolve) => finish.set(name, resolve));
            return name;
          })
          .then((value) => value ?? refused.push(name));
      await turn();
    },
    async end(...names: readonly string[]): Promise<void> {
      for (const name of names) {
        finish.get(name)?.();
        await turn();
      }
    },
  };
}

describe('ConcurrencyLimit', () => {
  it('runs a limited number of tasks at once, starts the others in order, and refuses further tasks', async () => {
    const tasks = tasksOf(new ConcurrencyLimit({ running: 2, waiting: 2, waitingOfKey: 2 }));
    await tasks.ask('a1', 'a2', 'a3', 'a4', 'a5');
    assert.deepEqual([tasks.started, tasks.refused], [['a1', 'a2'], ['a5']]);
    await tasks.end('a2');
    await tasks.ask('a6');
    await tasks.end('a1', 'a3', 'a4', 'a6');
    assert.deepEqual([tasks.started, tasks.refused], [['a1', 'a2', 'a3', 'a4', 'a6'], ['a5']]);
  });

  it('starts tasks of different keys alternately, however many tasks of one key wait', async () => {
    const tasks = tasksOf(new ConcurrencyLimit({ running: 1, waiting: 5, waitingOfKey: 3 }));
    await tasks.ask('a1', 'a2', 'a3', 'a4', 'a5', 'b1', 'b2', 'c1');
    assert.deepEqual(tasks.refused, ['a5', 'c1']);
    await tasks.end('a1', 'a2', 'b1', 'a3', 'b2', 'a4');
    assert.deepEqual(tasks.started, ['a1', 'a2', 'b1', 'a3', 'b2', 'a4']);
  });

  it('starts every second time a task of a known client, and has separate places for known clients', async () => {
    const tasks = tasksOf(new ConcurrencyLimit({ running: 1, waiting: 3, waitingOfKey: 3 }));
    await tasks.ask('a1', 'a2', 'a3', 'b1', 'c1', 'k1', 'k2', 'k3', 'k4');
    assert.deepEqual(tasks.refused, ['c1', 'k4']);
    await tasks.end('a1', 'k1', 'a2', 'k2', 'b1', 'k3', 'a3');
    assert.deepEqual(tasks.started, ['a1', 'k1', 'a2', 'k2', 'b1', 'k3', 'a3']);
  });

  it('frees the place of a failed task', async () => {
    const limit = new ConcurrencyLimit({ running: 1, waiting: 0, waitingOfKey: 0 });
    await assert.rejects(limit.run(CLIENT, () => Promise.reject(new Error('no'))));
    assert.equal(await limit.run(CLIENT, async () => 1), 1);
  });
});
