import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { entry, gameEntries, journalContract } from '../../test/support/journal/journal-contract.ts';
import { MemoryJournal } from './memory-journal.ts';

journalContract('MemoryJournal', () => ({ open: async () => new MemoryJournal(), isDurable: false }));

describe('MemoryJournal', () => {
  it('settles an append within a microtask', async () => {
    const journal = new MemoryJournal();
    const settled: string[] = [];
    void journal.append(gameEntries(1, 1)).then(() => settled.push('stored'));
    journal.append([entry(1, 5)]).catch(() => settled.push('conflict'));
    await Promise.resolve();
    assert.deepEqual(settled, ['stored', 'conflict']);
  });

  it('removes the games that ended first when there are too many', async () => {
    const journal = new MemoryJournal({ keepFinished: 2 });
    await journal.append([
      ...gameEntries(1, 2),
      ...gameEntries(2, 1),
      ...gameEntries(3, 2, true),
      ...gameEntries(4, 3, true),
    ]);
    await journal.append([entry(1, 2, { kind: 'ended', reason: 'abandoned' })]);
    const lengths = await Promise.all([1, 2, 3, 4].map(async (id) => (await journal.game(id)).length));
    assert.deepEqual(lengths, [3, 1, 0, 3]);
    assert.equal(await journal.lastGame(), 4);
  });

  it('never removes an unfinished game', async () => {
    const journal = new MemoryJournal({ keepFinished: 0 });
    for (let id = 1; id <= 100; id++) await journal.append(gameEntries(id, 2, id % 2 === 0));
    assert.equal((await Array.fromAsync(journal.unfinished())).flat().length, 50);
    assert.deepEqual(await journal.game(100), []);
  });
});
