import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import { entry, gameEntries, unfinishedIn } from '../../../test/support/journal/journal-contract.ts';
import { newJournalPath, openJournalFor } from '../../../test/support/journal/temporary-journals.ts';
import { SqliteFileUnusable } from '../journal.ts';
import { openSqliteJournal } from '../sqlite/sqlite-journal.ts';

const refuses = async (path: string, line: string): Promise<void> =>
  assert.rejects(openSqliteJournal({ path, durability: 'disk' }), new SqliteFileUnusable(line));

const database = (path: string, sql: string): void => {
  const made = new DatabaseSync(path);
  made.exec(sql);
  made.close();
};

/** Permissions do not restrict the user root. */
const asRoot = process.getuid?.() === 0;

describe('opening a journal', () => {
  it('creates a new database, and a relative path leads to the same file', async (test) => {
    const path = newJournalPath();
    const journal = await openSqliteJournal({ path: relative(process.cwd(), path), durability: 'disk' });
    await journal.append(gameEntries(1, 1));
    await journal.close();
    assert.deepEqual(await unfinishedIn(await openJournalFor(test, { path, durability: 'os' })), [gameEntries(1, 1)]);
  });

  it('leaves only the lock and the reserve beside the database', async () => {
    const path = newJournalPath();
    const journal = await openSqliteJournal({ path, durability: 'disk' });
    await journal.append(gameEntries(1, 1));
    await journal.close();
    const reader = await openSqliteJournal({ path, readOnly: true });
    await reader.lastGame();
    await reader.close();
    assert.deepEqual(readdirSync(dirname(path)), [
      basename(path),
      `${basename(path)}-lock`,
      `${basename(path)}-reserve`,
    ]);
  });

  it('accepts a file that a server has left before it created the tables', async (test) => {
    const path = newJournalPath();
    database(path, 'PRAGMA journal_mode = WAL');
    assert.equal(await (await openJournalFor(test, { path, durability: 'disk' })).lastGame(), 0);
  });
});

describe('opening a journal is refused with one line', () => {
  it('in a directory that does not exist', async () => {
    const path = join(dirname(newJournalPath()), 'no', 'tengen.db');
    await refuses(path, `the directory ${dirname(path)} does not exist`);
  });

  it('for a directory', async () => {
    const path = newJournalPath();
    mkdirSync(path);
    await refuses(path, `${path} is not a file`);
  });

  it('for a file that is no database', async () => {
    const path = newJournalPath();
    for (const bytes of ['hello', 'not a database\n'.repeat(1000)]) {
      writeFileSync(path, bytes);
      await refuses(path, `${path} is not a database`);
      assert.equal(readFileSync(path, 'utf8'), bytes);
    }
  });

  it("for another program's database, which stays as it was", async () => {
    const path = newJournalPath();
    database(path, 'CREATE TABLE bookmarks (url TEXT)');
    const before = readFileSync(path);
    await refuses(path, `${path} is a database of another program`);
    assert.deepEqual(readFileSync(path), before);
  });

  for (const [age, version] of [
    ['a newer', 7],
    ['an earlier', 2],
  ] as const) {
    it(`for a database of ${age} version, which stays as it was`, async () => {
      const path = newJournalPath();
      const journal = await openSqliteJournal({ path, durability: 'disk' });
      await journal.close();
      database(path, `PRAGMA user_version = ${version}`);
      const before = readFileSync(path);
      const line = `${path} was written by ${age} tengen (schema ${version}; this one knows 3)`;
      await refuses(path, line);
      await assert.rejects(openSqliteJournal({ path, readOnly: true }), new SqliteFileUnusable(line));
      assert.deepEqual(readFileSync(path), before);
    });
  }

  it('while another server has it open under any name, but not after that server has closed it', async (test) => {
    const path = newJournalPath();
    const link = join(dirname(path), 'link.db');
    symlinkSync(path, link);
    const first = await openJournalFor(test, { path: link, durability: 'disk' });
    await refuses(path, `${path} is in use by another running server`);
    await refuses(link, `${link} is in use by another running server`);
    await first.append(gameEntries(1, 1));
    await first.close();
    const second = await openJournalFor(test, { path, durability: 'disk' });
    await second.append([entry(1, 1)]);
    assert.equal((await second.game(1)).length, 2);
  });

  it('for a file that may not be written', { skip: asRoot }, async () => {
    const path = newJournalPath();
    await (await openSqliteJournal({ path, durability: 'disk' })).close();
    chmodSync(path, 0o444);
    await refuses(path, `${path} cannot be read and written`);
    chmodSync(path, 0o000);
    const reading = openSqliteJournal({ path, readOnly: true });
    await assert.rejects(reading, new SqliteFileUnusable(`${path} cannot be read`));
  });

  it('in a directory that may not be written', { skip: asRoot }, async (test) => {
    const path = newJournalPath();
    const directory = dirname(path);
    chmodSync(directory, 0o555);
    test.after(() => chmodSync(directory, 0o755));
    const line = `the directory ${directory} cannot be written to, and ${path} needs files beside it`;
    await refuses(path, line);
  });

  it('for reading, if there is nothing to read', async () => {
    const path = newJournalPath();
    const reading = (): Promise<unknown> => openSqliteJournal({ path, readOnly: true });
    await assert.rejects(reading, new SqliteFileUnusable(`${path} does not exist`));
    assert.equal(existsSync(path), false);
    writeFileSync(path, '');
    await assert.rejects(reading, new SqliteFileUnusable(`${path} is an empty database`));
  });
});
