import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ConcurrencyLimit } from './concurrency-limit.ts';

describe('a limit of concurrent tasks', () => {
  it('lets so many in at once, the others in order, and sends away who is too many', async () => {
    const limit = new ConcurrencyLimit(2, 2);
    const inside: string[] = [];
    const leave = new Map<string, () => void>();
    const pass = (who: string) =>
      limit.run(async () => {
        inside.push(who);
        await new Promise<void>((resolve) => leave.set(who, resolve));
        return who;
      });
    const all = ['a', 'b', 'c', 'd', 'e'].map(pass);
    assert.equal(await all[4], undefined);
    assert.deepEqual(inside, ['a', 'b']);
    leave.get('b')?.();
    assert.equal(await all[1], 'b');
    assert.deepEqual(inside, ['a', 'b', 'c']);
    const late = pass('f');
    for (const who of ['a', 'c', 'd', 'f']) {
      leave.get(who)?.();
      await (who === 'f' ? late : all['abcd'.indexOf(who)]);
    }
    assert.deepEqual(inside, ['a', 'b', 'c', 'd', 'f']);
  });

  it('is free again after work that failed', async () => {
    const limit = new ConcurrencyLimit(1, 0);
    await assert.rejects(limit.run(() => Promise.reject(new Error('no'))));
    assert.equal(await limit.run(async () => 1), 1);
  });
});
