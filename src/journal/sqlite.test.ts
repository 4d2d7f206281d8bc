import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import { entry, gameOf, journalContract } from '../../test/journal/contract.ts';
import { databasePath, openFor } from '../../test/journal/files.ts';
import { GameDamaged, JournalConflict } from './journal.ts';
import { openSqliteJournal, type SqliteJournal } from './sqlite.ts';

for (const durability of ['disk', 'os'] as const) {
  journalContract(`SqliteJournal on '${durability}'`, () => {
    const path = databasePath();
    return { open: () => openSqliteJournal({ path, durability }), lasts: true };
  });
}

describe('SqliteJournal, group commit', () => {
  it('writes all appends of one turn of the event loop with one commit', async (test) => {
    const journal = await openFor(test, { path: databasePath(), durability: 'disk' });
    await Promise.all(Array.from({ length: 500 }, (_, n) => journal.append(gameOf(n + 1, 2))));
    assert.deepEqual(journal.statistics(), { commits: 1, entries: 1000 });
  });

  it('gathers what comes while a commit is under way into the next one', async (test) => {
    const path = databasePath();
    const journal = await openFor(test, { path, durability: 'disk' });
    // Another program's transaction holds the first commit up until all the others have come.
    const other = new DatabaseSync(path);
    other.exec('BEGIN IMMEDIATE');
    const appends: Promise<void>[] = [];
    for (let game = 1; game <= 100; game++) {
      appends.push(journal.append(gameOf(game, 1)));
      await new Promise(setImmediate);
    }
    other.exec('ROLLBACK');
    other.close();
    await Promise.all(appends);
    assert.deepEqual(journal.statistics(), { commits: 2, entries: 100 });
  });

  it('lets a conflict spoil neither the commit nor the count', async (test) => {
    const journal = await openFor(test, { path: databasePath(), durability: 'os' });
    const results = await Promise.allSettled([
      journal.append(gameOf(1, 2)),
      journal.append([entry(1, 7), entry(2, 0)]),
      journal.append(gameOf(3, 1)),
    ]);
    assert.deepEqual(
      results.map((result) => result.status),
      ['fulfilled', 'rejected', 'fulfilled'],
    );
    assert.deepEqual(journal.statistics(), { commits: 1, entries: 3 });
  });
});

describe('SqliteJournal, listing', () => {
  it('lists every game by its id, over many pages', async (test) => {
    const journal = await openFor(test, { path: databasePath(), durability: 'os' });
    const games = Array.from({ length: 2500 }, (_, n) => ({
      game: n + 1,
      ended: n % 4 === 0 ? entry(n + 1, 1).at : undefined,
    }));
    await journal.append(
      games.flatMap(({ game, ended }) => gameOf(game, ended === undefined ? 1 : 2, ended !== undefined)),
    );
    assert.deepEqual(await list(journal), games);
  });

  it('reads the database of a server that runs, and writes nothing into it', async (test) => {
    const path = databasePath();
    const server = await openFor(test, { path, durability: 'disk' });
    await server.append(gameOf(1, 3));
    const reader = await openFor(test, { path, readOnly: true });
    await server.append(gameOf(2, 2, true));
    assert.deepEqual(await reader.game(1), gameOf(1, 3));
    assert.deepEqual(await list(reader), [
      { game: 1, ended: undefined },
      { game: 2, ended: entry(2, 1).at },
    ]);
    await assert.rejects(reader.append([entry(1, 3)]), /tengen\.db is open for reading only/);
    await reader.close();
    await server.append([entry(1, 3)]);
    assert.equal((await server.game(1)).length, 4);
  });

  it('reads the database when no server runs, and a server can start meanwhile', async (test) => {
    const path = databasePath();
    const before = await openSqliteJournal({ path, durability: 'os' });
    await before.append(gameOf(1, 3));
    await before.close();
    const reader = await openFor(test, { path, readOnly: true });
    assert.deepEqual(await Array.fromAsync(reader.unfinished()), [gameOf(1, 3)]);
    const server = await openFor(test, { path, durability: 'os' });
    await server.append([entry(1, 3)]);
    assert.equal((await reader.game(1)).length, 4);
  });
});

describe('SqliteJournal, trouble', () => {
  it('rejects what a failed write took with it, and takes nothing more', async (test) => {
    const path = databasePath();
    const journal = await openFor(test, { path, durability: 'disk' });
    await journal.append(gameOf(1, 2));
    change(
      path,
      `CREATE TRIGGER full BEFORE INSERT ON event WHEN new.game = 13
                  BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END`,
    );
    const failure = { name: 'Error', message: `${path} cannot be written: database or disk is full` };
    const shared = [journal.append([entry(1, 2)]), journal.append(gameOf(13, 1)), journal.append([entry(1, 9)])];
    for (const append of shared) await assert.rejects(append, failure);
    await assert.rejects(journal.append([entry(1, 2)]), failure);
    assert.deepEqual(await Array.fromAsync(journal.unfinished()), [gameOf(1, 2)]);
    assert.deepEqual(journal.statistics(), { commits: 1, entries: 2 });
    await journal.close();

    change(path, 'DROP TRIGGER full');
    const again = await openFor(test, { path, durability: 'disk' });
    await again.append([entry(1, 2)]);
    assert.deepEqual(await Array.fromAsync(again.unfinished()), [gameOf(1, 3)]);
  });

  for (const [what, sql, line] of [
    [
      'torn JSON',
      `UPDATE event SET event = substr(event, 1, 20) WHERE game = 2 AND "index" = 1`,
      'its events are not JSON',
    ],
    [
      'an unknown event',
      `UPDATE event SET event = '{"kind":"danced"}' WHERE game = 2 AND "index" = 1`,
      'event 1 is none that this tengen knows',
    ],
    [
      'JSON that is no event',
      `UPDATE event SET event = '7' WHERE game = 2 AND "index" = 1`,
      'event 1 is none that this tengen knows',
    ],
    ['a missing event', `DELETE FROM event WHERE game = 2 AND "index" = 1`, 'event 1 is missing'],
    [
      'an event that says something else',
      `UPDATE event SET event = replace(event, 'white', 'black') WHERE game = 2 AND "index" = 1`,
      'event 1 is not as it was written',
    ],
    [
      "another game's event",
      `UPDATE event SET event = (SELECT event FROM event WHERE game = 1 AND "index" = 2) WHERE game = 2 AND "index" = 1`,
      'event 1 is not as it was written',
    ],
    [
      'an event of another time',
      'UPDATE event SET at = at + 1 WHERE game = 2 AND "index" = 2',
      'event 2 is not as it was written',
    ],
    ['a game without events', `DELETE FROM event WHERE game = 2`, 'it has no events'],
  ] as const) {
    it(`names the game that holds ${what}, and reads the others`, async (test) => {
      const path = databasePath();
      const journal = await openFor(test, { path, durability: 'os' });
      await journal.append([...gameOf(1, 3), ...gameOf(2, 3), ...gameOf(3, 3)]);
      change(path, sql);
      const damaged = new GameDamaged(2, line);
      await assert.rejects(journal.game(2), damaged);
      await assert.rejects(Array.fromAsync(journal.unfinished()), damaged);
      assert.deepEqual(await journal.game(3), gameOf(3, 3));
      const reports: string[] = [];
      const intact = await Array.fromAsync(journal.unfinished((game, why) => reports.push(`${game} ${why}`)));
      assert.deepEqual([intact, reports], [[gameOf(1, 3), gameOf(3, 3)], [`2 ${line}`]]);
    });
  }

  it('says that the database is damaged when SQLite itself finds it so', async (test) => {
    const path = databasePath();
    const journal = await openSqliteJournal({ path, durability: 'os' });
    await journal.append(gameOf(1, 500));
    await journal.close();
    const bytes = readFileSync(path);
    writeFileSync(path, bytes.fill('~', 3 * 4096));
    const damaged = await openFor(test, { path, durability: 'os' });
    await assert.rejects(damaged.game(1), {
      name: 'JournalUnusable',
      message:
        `${path} is damaged: database disk image is malformed; ` +
        `tengen export --salvage NEWFILE --data ${path} saves the games that are intact`,
    });
  });

  it('says in a conflict how long the game is, ended or not', async (test) => {
    const journal = await openFor(test, { path: databasePath(), durability: 'os' });
    await journal.append(gameOf(1, 2, true));
    const conflict = new JournalConflict('game 1 has 2 events, so none can be its event 1');
    await assert.rejects(journal.append([entry(1, 1)]), conflict);
  });
});

async function list(journal: SqliteJournal): Promise<unknown[]> {
  const games = [];
  for await (const game of journal.games(0)) games.push(game);
  return games;
}

/** As another program would do it, while the journal is open. */
function change(path: string, sql: string): void {
  const database = new DatabaseSync(path);
  database.exec(sql);
  database.close();
}
