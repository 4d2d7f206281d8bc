import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import { crc32 } from 'node:zlib';
import { entry, gameOf, unfinishedIn } from '../../test/support/journal/contract.ts';
import { databasePath, openFor } from '../../test/support/journal/files.ts';
import { GameDamaged, JournalUnusable } from './journal.ts';
import { openSqliteJournal } from './sqlite.ts';

const refuses = async (path: string, line: string): Promise<void> =>
  assert.rejects(openSqliteJournal({ path, durability: 'disk' }), new JournalUnusable(line));

const database = (path: string, sql: string): void => {
  const made = new DatabaseSync(path);
  made.exec(sql);
  made.close();
};

/** Nobody is refused anything as root. */
const asRoot = process.getuid?.() === 0;

describe('opening a journal', () => {
  it('makes a new database, and a relative path means the same file', async (test) => {
    const path = databasePath();
    const journal = await openSqliteJournal({ path: relative(process.cwd(), path), durability: 'disk' });
    await journal.append(gameOf(1, 1));
    await journal.close();
    assert.deepEqual(await unfinishedIn(await openFor(test, { path, durability: 'os' })), [gameOf(1, 1)]);
  });

  it('leaves nothing beside the database but the lock and the reserve', async () => {
    const path = databasePath();
    const journal = await openSqliteJournal({ path, durability: 'disk' });
    await journal.append(gameOf(1, 1));
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

  it('opens what a server left that died before it had made its tables', async (test) => {
    const path = databasePath();
    database(path, 'PRAGMA journal_mode = WAL');
    assert.equal(await (await openFor(test, { path, durability: 'disk' })).lastGame(), 0);
  });
});

describe('opening a journal is refused with one line', () => {
  it('in a directory that does not exist', async () => {
    const path = join(dirname(databasePath()), 'no', 'tengen.db');
    await refuses(path, `the directory ${dirname(path)} does not exist`);
  });

  it('for a directory', async () => {
    const path = databasePath();
    mkdirSync(path);
    await refuses(path, `${path} is not a file`);
  });

  it('for something that is no database', async () => {
    const path = databasePath();
    for (const bytes of ['hello', 'not a database\n'.repeat(1000)]) {
      writeFileSync(path, bytes);
      await refuses(path, `${path} is not a database`);
      assert.equal(readFileSync(path, 'utf8'), bytes);
    }
  });

  it("for another program's database, which stays as it was", async () => {
    const path = databasePath();
    database(path, 'CREATE TABLE bookmarks (url TEXT)');
    const before = readFileSync(path);
    await refuses(path, `${path} is a database of another program`);
    assert.deepEqual(readFileSync(path), before);
  });

  it('for a database of a newer version, which stays as it was', async () => {
    const path = databasePath();
    const journal = await openSqliteJournal({ path, durability: 'disk' });
    await journal.close();
    database(path, 'PRAGMA user_version = 7');
    const before = readFileSync(path);
    const line = `${path} was written by a newer tengen (schema 7; this one knows 3)`;
    await refuses(path, line);
    await assert.rejects(openSqliteJournal({ path, readOnly: true }), new JournalUnusable(line));
    assert.deepEqual(readFileSync(path), before);
  });

  it('while another server has it, under whatever name, and no longer once that has closed', async (test) => {
    const path = databasePath();
    const link = join(dirname(path), 'link.db');
    symlinkSync(path, link);
    const first = await openFor(test, { path: link, durability: 'disk' });
    await refuses(path, `${path} is in use by another running server`);
    await refuses(link, `${link} is in use by another running server`);
    await first.append(gameOf(1, 1));
    await first.close();
    const second = await openFor(test, { path, durability: 'disk' });
    await second.append([entry(1, 1)]);
    assert.equal((await second.game(1)).length, 2);
  });

  it('for a file that may not be written', { skip: asRoot }, async () => {
    const path = databasePath();
    await (await openSqliteJournal({ path, durability: 'disk' })).close();
    chmodSync(path, 0o444);
    await refuses(path, `${path} cannot be read and written`);
    chmodSync(path, 0o000);
    const reading = openSqliteJournal({ path, readOnly: true });
    await assert.rejects(reading, new JournalUnusable(`${path} cannot be read`));
  });

  it('in a directory that may not be written', { skip: asRoot }, async (test) => {
    const path = databasePath();
    const directory = dirname(path);
    chmodSync(directory, 0o555);
    test.after(() => chmodSync(directory, 0o755));
    const line = `the directory ${directory} cannot be written to, and ${path} needs files beside it`;
    await refuses(path, line);
  });

  it('for reading, if there is nothing to read', async () => {
    const path = databasePath();
    const reading = (): Promise<unknown> => openSqliteJournal({ path, readOnly: true });
    await assert.rejects(reading, new JournalUnusable(`${path} does not exist`));
    assert.equal(existsSync(path), false);
    writeFileSync(path, '');
    await assert.rejects(reading, new JournalUnusable(`${path} is an empty database`));
  });
});

for (const version of [1, 2] as const) {
  describe(`a journal of schema ${version}`, () => {
    const games = [gameOf(1, 5), gameOf(2, 4, true), gameOf(3, 3), gameOf(7, 1)];
    const write = (path: string): void => {
      const sum = version === 1 ? '' : ', sum INTEGER';
      database(
        path,
        `PRAGMA journal_mode = WAL;
         CREATE TABLE game (id INTEGER PRIMARY KEY, ended INTEGER NOT NULL) STRICT;
         CREATE INDEX unfinished ON game (id) WHERE ended = 0;
         CREATE TABLE event (
           game INTEGER NOT NULL, "index" INTEGER NOT NULL, at INTEGER NOT NULL, event TEXT NOT NULL${sum},
           PRIMARY KEY (game, "index")
         ) STRICT, WITHOUT ROWID;
         PRAGMA user_version = ${version}; PRAGMA application_id = 0x74656e67;
         INSERT INTO game VALUES (1, 0), (2, 1), (3, 0), (7, 0)`,
      );
      const filled = new DatabaseSync(path);
      const insert = filled.prepare(`INSERT INTO event VALUES (?, ?, ?, ?${version === 1 ? '' : ', ?'})`);
      for (const { game, index, at, event } of games.flat()) {
        const text = JSON.stringify(event);
        const sums = version === 1 ? [] : [crc32(`${game} ${index} ${at} ${text}`)];
        insert.run(game, index, at, text, ...sums);
      }
      filled.close();
    };

    it('is read as it is', async (test) => {
      const path = databasePath();
      write(path);
      const journal = await openFor(test, { path, readOnly: true });
      for (const game of games) assert.deepEqual(await journal.game(game[0]!.game), game);
      assert.deepEqual(await journal.game(4), []);
      assert.deepEqual(
        (await Array.fromAsync(journal.games(1))).map(({ game, ended }) => [game, ended]),
        [
          [2, games[1]!.at(-1)!.at],
          [3, undefined],
          [7, undefined],
        ],
      );
      assert.equal(await journal.lastGame(), 7);
    });

    it('is brought up to date by a server, which goes on with it', async (test) => {
      const path = databasePath();
      write(path);
      const journal = await openFor(test, { path, durability: 'os' });
      await journal.append([entry(1, 5), ...gameOf(8, 2)]);
      assert.deepEqual(await journal.game(2), games[1]);
      assert.deepEqual(await unfinishedIn(journal), [gameOf(1, 6), games[2], games[3], gameOf(8, 2)]);
    });

    it('keeps naming what is damaged', async (test) => {
      const path = databasePath();
      write(path);
      database(path, `DELETE FROM event WHERE game = 3 AND "index" = 1`);
      const reader = await openFor(test, { path, readOnly: true });
      await assert.rejects(reader.game(3), new GameDamaged(3, 'event 1 is missing'));
      await reader.close();
      const journal = await openFor(test, { path, durability: 'os' });
      await assert.rejects(journal.game(3), new GameDamaged(3, 'it is not as it was written'));
      assert.deepEqual(await journal.game(1), games[0]);
    });

    it('has its tables where those of a new journal are, whose first page may stand for its own', async (test) => {
      const path = databasePath();
      const fresh = databasePath();
      write(path);
      for (const each of [path, fresh]) await (await openFor(test, { path: each, durability: 'os' })).close();
      const [roots, wanted] = [path, fresh].map((each) => {
        const made = new DatabaseSync(each, { readOnly: true });
        const tables = made.prepare('SELECT type, name, rootpage, sql FROM sqlite_schema ORDER BY name').all();
        made.close();
        return tables;
      });
      assert.deepEqual(roots, wanted);
    });
  });
}
