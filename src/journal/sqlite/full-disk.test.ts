import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { describe, it, type TestContext } from 'node:test';
import { entry, gameOf, unfinishedIn } from '../../../test/support/journal/contract.ts';
import { databasePath, openFor } from '../../../test/support/journal/files.ts';
import type { JournalEntry } from '../../lobby/games/game-event.ts';
import type { SqliteJournal } from './sqlite-journal.ts';

/** Pages of the whole disk, and of those the reserve. */
const PAGES = 60;
const RESERVE = 16;

/** A game of one long event, which takes some pages. */
const heavy = (game: number, letters = 10_000): JournalEntry[] => [
  entry(game, 0, { kind: 'renamed', color: 'black', name: 'x'.repeat(letters) }),
];

class Room {
  readonly journal: SqliteJournal;
  readonly path: string;
  /** What the journal has said, and what it had kept, in the order in which it did. */
  readonly heard: (boolean | string)[] = [];
  #changed = Promise.withResolvers<boolean>();

  private constructor(journal: SqliteJournal, path: string) {
    this.journal = journal;
    this.path = path;
    journal.watchDiskSpace((hasSpace) => {
      this.heard.push(hasSpace);
      this.#changed.resolve(hasSpace);
      this.#changed = Promise.withResolvers();
    });
  }

  static async open(test: TestContext, pages = PAGES): Promise<Room> {
    const path = databasePath();
    return new Room(await openFor(test, { path, durability: 'os', maxPages: pages }), path);
  }

  /** What the journal says next. */
  changes(): Promise<boolean> {
    return this.#changed.promise;
  }

  async append(what: string, entries: readonly JournalEntry[]): Promise<void> {
    await this.journal.append(entries);
    this.heard.push(what);
  }

  /** Appends games until the disk is as good as full, and returns the number of the last. */
  async fill(): Promise<number> {
    for (let game = 1; ; game++) {
      await this.journal.append(heavy(game));
      assert.equal(this.heard.at(-1), this.#pages() <= PAGES - RESERVE, 'the reserve is in use, and nobody was told');
      if (this.heard.at(-1) === false) return game;
    }
  }

  #pages(): number {
    const other = new DatabaseSync(this.path);
    const { page_count: pages } = other.prepare('PRAGMA page_count').get() ?? {};
    other.close();
    return Number(pages);
  }

  /** Somebody makes room on the disk: each game was appended with a batch of its own. */
  forget(...games: readonly number[]): void {
    const other = new DatabaseSync(this.path);
    for (const game of games) other.exec(`DELETE FROM batch WHERE id = ${game}`);
    other.close();
  }
}

describe('a journal on a full disk', () => {
  it('reports the full disk before the append that noticed it resolves, and stores that append', async (test) => {
    const room = await Room.open(test);
    const last = await room.fill();
    assert.deepEqual(room.heard, [true, false]);
    assert.deepEqual(await room.journal.game(last), heavy(last));
  });

  it('stores the ends of games in the reserve', async (test) => {
    const room = await Room.open(test);
    const last = await room.fill();
    for (let game = 1; game <= last; game++)
      await room.journal.append([entry(game, 1, { kind: 'ended', reason: 'abandoned' })]);
    assert.deepEqual(await unfinishedIn(room.journal), []);
    assert.deepEqual(room.heard, [true, false]);
  });

  it('reports free space when there is twice as much as the reserve', async (test) => {
    const room = await Room.open(test);
    await room.fill();
    const changes = room.changes();
    room.forget(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11);
    assert.equal(await changes, true);
    await room.append('more', heavy(100));
    assert.deepEqual(room.heard, [true, false, true, 'more']);
  });

  it('lets an append wait that is larger than the reserve, and all later ones, in order', async (test) => {
    const room = await Room.open(test);
    await room.fill();
    const changes = room.changes();
    const waiting = [room.append('large', heavy(100, 120_000)), room.append('small', gameOf(101, 1))];
    assert.equal(await Promise.race([...waiting, new Promise((resolve) => setTimeout(resolve, 50, 'waits'))]), 'waits');
    assert.deepEqual(await room.journal.game(101), []);
    room.forget(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11);
    assert.equal(await changes, true);
    await Promise.all(waiting);
    assert.deepEqual(
      room.heard.filter((each) => typeof each === 'string'),
      ['large', 'small'],
    );
    assert.deepEqual(await room.journal.game(100), heavy(100, 120_000));
  });

  it('closes while an append waits, and rejects that append', async (test) => {
    const room = await Room.open(test);
    await room.fill();
    const waiting = assert.rejects(room.journal.append(heavy(100, 400_000)), /there is no room on its disk/);
    await room.journal.game(1);
    await room.journal.close();
    await waiting;
    const again = await openFor(test, { path: room.path, durability: 'os' });
    assert.deepEqual(await again.game(100), []);
  });

  it('reports a disk that is full at the start', async (test) => {
    const room = await Room.open(test, 20);
    assert.deepEqual(room.heard, [false]);
    await room.append('small', gameOf(1, 2));
    assert.deepEqual(await room.journal.game(1), gameOf(1, 2));
  });
});
