import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { describe, it, type TestContext } from 'node:test';
import { entry, gameEntries, unfinishedIn } from '../../../test/support/journal/journal-contract.ts';
import { newJournalPath, openJournalFor } from '../../../test/support/journal/temporary-journals.ts';
import type { JournalEntry } from '../../lobby/games/game-event.ts';
import type { SqliteJournal } from './sqlite-journal.ts';

/** Pages of the simulated disk. */
const PAGES = 60;
/** Pages of the reserve on this disk. */
const RESERVE = 16;

/** A game with one long event, which takes several pages. */
const longGame = (game: number, letters = 10_000): JournalEntry[] => [
  entry(game, 0, { kind: 'renamed', color: 'black', name: 'x'.repeat(letters) }),
];

/** A journal on a disk with few pages. */
class SmallDisk {
  readonly journal: SqliteJournal;
  readonly path: string;
  /** The reports of the journal about the disk, and the names of completed appends, in order. */
  readonly events: (boolean | string)[] = [];
  #changed = Promise.withResolvers<boolean>();

  private constructor(journal: SqliteJournal, path: string) {
    this.journal = journal;
    this.path = path;
    journal.watchDiskSpace((hasSpace) => {
      this.events.push(hasSpace);
      this.#changed.resolve(hasSpace);
      this.#changed = Promise.withResolvers();
    });
  }

  static async open(test: TestContext, pages = PAGES): Promise<SmallDisk> {
    const path = newJournalPath();
    return new SmallDisk(await openJournalFor(test, { path, durability: 'os', maxPages: pages }), path);
  }

  /** Resolves with the journal's next report about the disk. */
  nextReport(): Promise<boolean> {
    return this.#changed.promise;
  }

  async append(name: string, entries: readonly JournalEntry[]): Promise<void> {
    await this.journal.append(entries);
    this.events.push(name);
  }

  /** Appends games until the journal reports a full disk. Returns the number of the last game. */
  async fill(): Promise<number> {
    for (let game = 1; ; game++) {
      await this.journal.append(longGame(game));
      assert.equal(this.events.at(-1), this.#pages() <= PAGES - RESERVE, 'the use of the reserve must be reported');
      if (this.events.at(-1) === false) return game;
    }
  }

  #pages(): number {
    const other = new DatabaseSync(this.path);
    const { page_count: pages } = other.prepare('PRAGMA page_count').get() ?? {};
    other.close();
    return Number(pages);
  }

  /** Frees space by deleting games. Each game was appended as one batch. */
  deleteGames(...games: readonly number[]): void {
    const other = new DatabaseSync(this.path);
    for (const game of games) other.exec(`DELETE FROM batch WHERE id = ${game}`);
    other.close();
  }
}

describe('a journal on a full disk', () => {
  it('reports the full disk before the append that found it out resolves, and stores that append', async (test) => {
    const disk = await SmallDisk.open(test);
    const last = await disk.fill();
    assert.deepEqual(disk.events, [true, false]);
    assert.deepEqual(await disk.journal.game(last), longGame(last));
  });

  it('stores the ends of games in the reserve', async (test) => {
    const disk = await SmallDisk.open(test);
    const last = await disk.fill();
    for (let game = 1; game <= last; game++)
      await disk.journal.append([entry(game, 1, { kind: 'ended', reason: 'abandoned' })]);
    assert.deepEqual(await unfinishedIn(disk.journal), []);
    assert.deepEqual(disk.events, [true, false]);
  });

  it('reports free space when there is twice as much as the reserve', async (test) => {
    const disk = await SmallDisk.open(test);
    await disk.fill();
    const report = disk.nextReport();
    disk.deleteGames(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11);
    assert.equal(await report, true);
    await disk.append('more', longGame(100));
    assert.deepEqual(disk.events, [true, false, true, 'more']);
  });

  it('lets an append wait that is larger than the reserve, and all later ones, in order', async (test) => {
    const disk = await SmallDisk.open(test);
    await disk.fill();
    const report = disk.nextReport();
    const waiting = [disk.append('large', longGame(100, 120_000)), disk.append('small', gameEntries(101, 1))];
    assert.equal(await Promise.race([...waiting, new Promise((resolve) => setTimeout(resolve, 50, 'waits'))]), 'waits');
    assert.deepEqual(await disk.journal.game(101), []);
    disk.deleteGames(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11);
    assert.equal(await report, true);
    await Promise.all(waiting);
    assert.deepEqual(
      disk.events.filter((each) => typeof each === 'string'),
      ['large', 'small'],
    );
    assert.deepEqual(await disk.journal.game(100), longGame(100, 120_000));
  });

  it('closes while an append waits, and rejects that append', async (test) => {
    const disk = await SmallDisk.open(test);
    await disk.fill();
    const waiting = assert.rejects(disk.journal.append(longGame(100, 400_000)), /its disk is full/);
    await disk.journal.game(1);
    await disk.journal.close();
    await waiting;
    const again = await openJournalFor(test, { path: disk.path, durability: 'os' });
    assert.deepEqual(await again.game(100), []);
  });

  it('reports a disk that is full at the start', async (test) => {
    const disk = await SmallDisk.open(test, 20);
    assert.deepEqual(disk.events, [false]);
    await disk.append('small', gameEntries(1, 2));
    assert.deepEqual(await disk.journal.game(1), gameEntries(1, 2));
  });
});
