import assert from 'node:assert/strict';
import { cpSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import { entry, gameEntries, journalContract, unfinishedIn } from '../../../test/support/journal/journal-contract.ts';
import { newJournalPath, openJournalFor } from '../../../test/support/journal/temporary-journals.ts';
import type { JournalEntry } from '../../lobby/games/game-event.ts';
import { GameDamaged, JournalConflict } from '../journal.ts';
import { makeBatch } from '../rows/batch-row.ts';
import { sumOfLog } from '../rows/game-row.ts';
import { openSqliteJournal, type SqliteJournal } from './sqlite-journal.ts';

/** A second batch, with the event of game 2 after the next one. */
const later = makeBatch(2, [{ game: 2, index: 4, at: 1_800_000_000_004, event: '["B"]' }]);

const INSERT_LATER = `INSERT INTO batch VALUES (${later.id}, '${later.entries}', ${later.sum})`;

for (const durability of ['disk', 'os'] as const) {
  journalContract(`SqliteJournal on '${durability}'`, () => {
    const path = newJournalPath();
    return { open: () => openSqliteJournal({ path, durability }), isDurable: true };
  });
}

it('SqliteJournal makes files that only their user can read', { skip: process.platform === 'win32' }, async (test) => {
  const path = newJournalPath();
  const journal = await openJournalFor(test, { path, durability: 'disk' });
  await journal.append(gameEntries(1, 1));
  for (const file of [path, `${path}-wal`]) assert.equal(statSync(file).mode & 0o777, 0o600, file);
});

describe('SqliteJournal, group commit', () => {
  it('writes all appends of one turn of the event loop with one commit', async (test) => {
    const journal = await openJournalFor(test, { path: newJournalPath(), durability: 'disk' });
    await Promise.all(Array.from({ length: 500 }, (_, n) => journal.append(gameEntries(n + 1, 2))));
    assert.deepEqual(journal.statistics(), { commits: 1, entries: 1000 });
  });

  it('writes all appends that arrive during a commit with the next commit', async (test) => {
    const path = newJournalPath();
    const journal = await openJournalFor(test, { path, durability: 'disk' });
    // The transaction of another program blocks the first commit until all other appends have arrived.
    const other = new DatabaseSync(path);
    other.exec('BEGIN IMMEDIATE');
    const appends: Promise<void>[] = [];
    for (let game = 1; game <= 100; game++) {
      appends.push(journal.append(gameEntries(game, 1)));
      await new Promise(setImmediate);
    }
    other.exec('ROLLBACK');
    other.close();
    await Promise.all(appends);
    assert.deepEqual(journal.statistics(), { commits: 2, entries: 100 });
  });

  it('stores and counts the other appends of a commit that has a conflict', async (test) => {
    const journal = await openJournalFor(test, { path: newJournalPath(), durability: 'os' });
    const results = await Promise.allSettled([
      journal.append(gameEntries(1, 2)),
      journal.append([entry(1, 7), entry(2, 0)]),
      journal.append(gameEntries(3, 1)),
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
    const journal = await openJournalFor(test, { path: newJournalPath(), durability: 'os' });
    const games = Array.from({ length: 2500 }, (_, n) => ({
      game: n + 1,
      ended: n % 4 === 0 ? entry(n + 1, 1).at : undefined,
    }));
    await journal.append(
      games.flatMap(({ game, ended }) => gameEntries(game, ended === undefined ? 1 : 2, ended !== undefined)),
    );
    assert.deepEqual(await list(journal), games);
  });

  it('reads the database of a running server without writing to it', async (test) => {
    const path = newJournalPath();
    const server = await openJournalFor(test, { path, durability: 'disk' });
    await server.append(gameEntries(1, 3));
    const reader = await openJournalFor(test, { path, readOnly: true });
    await server.append(gameEntries(2, 2, true));
    assert.deepEqual(await reader.game(1), gameEntries(1, 3));
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
    const path = newJournalPath();
    const before = await openSqliteJournal({ path, durability: 'os' });
    await before.append(gameEntries(1, 3));
    await before.close();
    const reader = await openJournalFor(test, { path, readOnly: true });
    assert.deepEqual(await unfinishedIn(reader), [gameEntries(1, 3)]);
    const server = await openJournalFor(test, { path, durability: 'os' });
    await server.append([entry(1, 3)]);
    assert.equal((await reader.game(1)).length, 4);
  });
});

describe('SqliteJournal, faults', () => {
  it('rejects all appends of a failed commit, and all later appends', async (test) => {
    const path = newJournalPath();
    const journal = await openJournalFor(test, { path, durability: 'disk' });
    await journal.append(gameEntries(1, 2));
    change(
      path,
      `CREATE TRIGGER full BEFORE INSERT ON batch WHEN new.entries GLOB '*[[]13,*'
                  BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END`,
    );
    const failure = { name: 'Error', message: `${path} cannot be written: database or disk is full` };
    const shared = [journal.append([entry(1, 2)]), journal.append(gameEntries(13, 1)), journal.append([entry(1, 9)])];
    for (const append of shared) await assert.rejects(append, failure);
    await assert.rejects(journal.append([entry(1, 2)]), failure);
    assert.deepEqual(await unfinishedIn(journal), [gameEntries(1, 2)]);
    assert.deepEqual(journal.statistics(), { commits: 1, entries: 2 });
    await journal.close();

    change(path, 'DROP TRIGGER full');
    const again = await openJournalFor(test, { path, durability: 'disk' });
    await again.append([entry(1, 2)]);
    assert.deepEqual(await unfinishedIn(again), [gameEntries(1, 3)]);
  });

  const unknown = gameEntries(2, 3)[0]!;
  const log = `[0,${JSON.stringify({ kind: 'danced' })}]`;
  for (const [what, sql, line] of [
    ['a torn log', 'UPDATE game SET log = substr(log, 1, 200) WHERE id = 2', 'it does not match its checksum'],
    [
      'a changed event',
      `UPDATE game SET log = replace(log, '"W"', '"B"') WHERE id = 2`,
      'it does not match its checksum',
    ],
    [
      "another game's events",
      'UPDATE game SET (log, sum) = (SELECT log, sum FROM game WHERE id = 1) WHERE id = 2',
      'it does not match its checksum',
    ],
    ['events of another time', 'UPDATE game SET at = at + 1 WHERE id = 2', 'it does not match its checksum'],
    [
      'an event that only a later tengen knows',
      `UPDATE game SET log = '${log}', sum = ${sumOfLog(2, unknown.at, log)} WHERE id = 2`,
      'event 0 is of an unknown kind',
    ],
    ['a hole, since a batch is missing', INSERT_LATER, 'event 3 is missing'],
  ] as const) {
    it(`names the game that has ${what}, and reads the others`, async (test) => {
      const path = newJournalPath();
      await write(path, [...gameEntries(1, 3), ...gameEntries(2, 3), ...gameEntries(3, 3)]);
      change(path, sql);
      const journal = await openJournalFor(test, { path, durability: 'os' });
      const damaged = new GameDamaged(2, line);
      await assert.rejects(journal.game(2), damaged);
      await assert.rejects(unfinishedIn(journal), damaged);
      assert.deepEqual(await journal.game(3), gameEntries(3, 3));
      const reports: string[] = [];
      const intact = await unfinishedIn(journal, (game, why) => reports.push(`${game} ${why}`));
      assert.deepEqual([intact, reports], [[gameEntries(1, 3), gameEntries(3, 3)], [`2 ${line}`]]);
    });
  }

  for (const [what, sql, line] of [
    [
      'has ended and is listed as if it had not',
      'UPDATE game SET ended = NULL',
      'it has ended, but is not marked as ended',
    ],
    ['has ended at another time than it is listed', 'UPDATE game SET ended = ended + 1', 'its end is missing'],
    ['is listed as if it had ended', 'UPDATE game SET ended = at WHERE id = 2', 'its end is missing'],
  ] as const) {
    it(`names a game that ${what}`, async (test) => {
      const path = newJournalPath();
      await write(path, sql.endsWith('2') ? gameEntries(2, 3) : gameEntries(2, 3, true));
      change(path, sql);
      const journal = await openJournalFor(test, { path, durability: 'os' });
      await assert.rejects(journal.game(2), new GameDamaged(2, line));
    });
  }

  it('still names a game with a missing event after its events were moved into its row', async (test) => {
    const path = newJournalPath();
    await write(path, [...gameEntries(1, 3), ...gameEntries(2, 3)]);
    change(path, INSERT_LATER);
    await write(path, [entry(1, 3)]);
    await write(path, [entry(1, 4)]);
    const journal = await openJournalFor(test, { path, durability: 'os' });
    await assert.rejects(journal.game(2), new GameDamaged(2, 'it does not match its checksum'));
    assert.deepEqual(await journal.game(1), gameEntries(1, 5));
  });

  it('refuses a journal with a missing batch', async (test) => {
    const path = newJournalPath();
    const journal = await openSqliteJournal({ path, durability: 'os' });
    for (const event of gameEntries(1, 3)) await journal.append([event]);
    const copy = newJournalPath();
    for (const suffix of ['', '-wal']) if (existsSync(path + suffix)) cpSync(path + suffix, copy + suffix);
    await journal.close();
    change(copy, 'DELETE FROM batch WHERE id = 2');
    await assert.rejects(
      openJournalFor(test, { path: copy, durability: 'os' }),
      /is damaged: batch 2 is missing; tengen export/,
    );
  });

  it('refuses a journal with a damaged batch', async () => {
    const path = newJournalPath();
    await write(path, gameEntries(1, 3));
    change(path, `UPDATE batch SET entries = replace(entries, 'alice', 'alicf')`);
    await assert.rejects(openSqliteJournal({ path, durability: 'os' }), {
      name: 'SqliteFileUnusable',
      message:
        `${path} is damaged: batch 1 does not match its checksum; ` +
        `tengen export --salvage NEWFILE --data ${path} saves the games that are intact`,
    });
  });

  it('reports damaged pages that SQLite finds', async (test) => {
    const path = newJournalPath();
    const journal = await openSqliteJournal({ path, durability: 'os' });
    await journal.append(gameEntries(1, 500));
    await journal.close();
    change(path, 'DELETE FROM batch');
    const bytes = readFileSync(path);
    writeFileSync(path, bytes.fill('~', 3 * 4096));
    const damaged = await openJournalFor(test, { path, durability: 'os' });
    await assert.rejects(damaged.game(1), {
      name: 'SqliteFileUnusable',
      message:
        `${path} is damaged: database disk image is malformed; ` +
        `tengen export --salvage NEWFILE --data ${path} saves the games that are intact`,
    });
  });

  it('names the length of the game in a conflict', async (test) => {
    const journal = await openJournalFor(test, { path: newJournalPath(), durability: 'os' });
    await journal.append(gameEntries(1, 2, true));
    const conflict = new JournalConflict('game 1 has 2 events, so none can be its event 1');
    await assert.rejects(journal.append([entry(1, 1)]), conflict);
  });
});

async function list(journal: SqliteJournal): Promise<unknown[]> {
  const games = [];
  for await (const game of journal.games(0)) games.push(game);
  return games;
}

/** Writes a journal in which every game is in its row, and the last batch still exists. */
async function write(path: string, entries: readonly JournalEntry[]): Promise<void> {
  const journal = await openSqliteJournal({ path, durability: 'os' });
  await journal.append(entries);
  await journal.close();
}

/** Changes the database as another program, while the journal is open. */
function change(path: string, sql: string): void {
  const database = new DatabaseSync(path);
  database.exec(sql);
  database.close();
}
