import assert from 'node:assert/strict';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { databaseKinds, openDatabaseFor } from '../../test/support/database/test-databases.ts';
import { CuttableRelay } from '../../test/support/server/cuttable-relay.ts';
import { openSqliteJournal } from '../journal/sqlite/sqlite-journal.ts';
import { OpenDatabase, openDatabase, openDatabaseToRead } from './database.ts';
import { DatabaseUnavailable, DatabaseUnusable } from './database-errors.ts';
import { isPostgres } from './database-location.ts';
import { SCHEMA_VERSION } from './database-schema.ts';
import { openPostgres } from './postgres.ts';
import { createTables } from './sqlite/open-archive-file.ts';

const kinds = await databaseKinds();
const [sqlite] = kinds;

for (const kind of kinds) {
  describe(`a database in ${kind.name}`, { skip: kind.skip }, () => {
    it('has its data after it is opened again', async (test) => {
      const where = await kind.newPlace();
      const before = await openDatabase(where);
      await before.insertInto('gameRecord').values({ number: 1, record: '天元\n"é~' }).execute();
      await before.destroy();
      const database = await openDatabaseFor(test, where);
      assert.deepEqual(await database.selectFrom('gameRecord').selectAll().execute(), [
        { number: 1, record: '天元\n"é~' },
      ]);
    });

    it('returns counts and times as numbers', async (test) => {
      const database = await openDatabaseFor(test, await kind.newPlace());
      const at = 1_800_000_000_123;
      await database
        .insertInto('rating')
        .values({
          key: 'a',
          class: 'go-9',
          rating: 1500.5,
          deviation: 350,
          volatility: 0.06,
          games: 1,
          at,
          rankedUntil: at,
        })
        .execute();
      const stored = await database.selectFrom('rating').select(['at', 'rating']).execute();
      assert.deepEqual(stored, [{ at, rating: 1500.5 }]);
      const { count } = await database
        .selectFrom('rating')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      assert.equal(count, 1);
    });

    it('commits a transaction completely or not at all, and other queries see no part of it before', async (test) => {
      const database = await openDatabaseFor(test, await kind.newPlace());
      const insert = { number: 1, record: 'one' };
      const failing = database.transaction().execute(async (transaction) => {
        await transaction.insertInto('gameRecord').values(insert).execute();
        throw new Error('an error in the transaction');
      });
      const reading = database.selectFrom('gameRecord').selectAll().execute();
      await assert.rejects(failing, /an error in the transaction/);
      assert.deepEqual(await reading, []);
      await database.insertInto('gameRecord').values(insert).execute();
      await assert.rejects(database.insertInto('gameRecord').values(insert).execute());
      assert.equal((await database.selectFrom('gameRecord').selectAll().execute()).length, 1);
    });

    it('runs several queries as one transaction: all or none', async (test) => {
      const database = await openDatabaseFor(test, await kind.newPlace());
      const insert = (number: number) => database.insertInto('gameRecord').values({ number, record: 'kept' }).compile();
      const numbers = () => database.selectFrom('gameRecord').select('number').orderBy('number').execute();
      await assert.rejects(database.transact([insert(1), insert(2), insert(1)]));
      assert.deepEqual(await numbers(), []);
      await database.transact([insert(1), insert(2)]);
      assert.deepEqual(await numbers(), [{ number: 1 }, { number: 2 }]);
    });

    it('orders keys by code points and distinguishes accents and case', async (test) => {
      const database = await openDatabaseFor(test, await kind.newPlace());
      for (const key of ['é', 'b', 'z', 'Z', '天', 'e', 'a-b', 'ab'])
        await database.insertInto('player').values({ key, name: key, games: 0, won: 0, lost: 0, drawn: 0 }).execute();
      const keys = await database.selectFrom('player').select('key').orderBy('key').execute();
      assert.deepEqual(
        keys.map(({ key }) => key),
        ['Z', 'a-b', 'ab', 'b', 'e', 'z', 'é', '天'],
      );
    });

    for (const [version, writer] of [
      [0, 'an earlier'],
      [SCHEMA_VERSION + 1, 'a newer'],
    ] as const) {
      it(`is refused if its tables are of ${writer} version`, async () => {
        const where = await kind.newPlace();
        const database = await openDatabase(where);
        const change = isPostgres(where) ? 'UPDATE schema_version SET version =' : 'PRAGMA user_version =';
        await sql.raw(`${change} ${version}`).execute(database);
        await database.destroy();
        const line = `was written by ${writer} tengen \\(schema ${version}; this one knows ${SCHEMA_VERSION}\\)$`;
        await assert.rejects(openDatabase(where), unusable(new RegExp(line)));
      });
    }
  });
}

const [, postgres] = kinds;

it('only the user of the server can read the SQLite files of an archive', {
  skip: process.platform === 'win32',
}, async () => {
  const [sqlite] = kinds;
  const path = (await sqlite?.newPlace()) ?? '';
  const database = await openDatabase(path);
  await sql`INSERT INTO ban (until) VALUES (0)`.execute(database);
  for (const file of [path, `${path}-wal`]) assert.equal(statSync(file).mode & 0o777, 0o600, file);
  await database.destroy();
});

describe('creating the tables', () => {
  it('creates all tables or none in SQLite', () => {
    const database = new DatabaseSync(':memory:');
    database.exec('CREATE TABLE ban (id INTEGER)');
    assert.throws(() => createTables(database), /table ban already exists/);
    assert.deepEqual(
      database
        .prepare('SELECT name FROM sqlite_schema')
        .all()
        .map(({ name }) => name),
      ['ban'],
    );
    assert.equal(database.prepare('PRAGMA user_version').get()?.['user_version'], 0);
    database.exec('DROP TABLE ban');
    createTables(database);
    assert.deepEqual(database.prepare('SELECT * FROM ban').all(), []);
    database.close();
  });

  it('creates all tables or none in PostgreSQL', { skip: postgres.skip }, async (test) => {
    const where = await postgres.newPlace();
    const client = new OpenDatabase(await openPostgres(where));
    test.after(() => client.destroy());
    await sql`CREATE TABLE ban (id INTEGER)`.execute(client);
    await assert.rejects(openDatabase(where), unusable(/relation "ban" already exists$/));
    await sql`DROP TABLE ban`.execute(client);
    const database = await openDatabaseFor(test, where);
    assert.deepEqual(await database.selectFrom('ban').selectAll().execute(), []);
  });

  it('happens only once if several servers start at once with PostgreSQL', {
    skip: postgres.skip,
  }, async (test) => {
    const where = await postgres.newPlace();
    await Promise.all(Array.from({ length: 4 }, () => openDatabaseFor(test, where)));
  });
});

describe('a full disk', () => {
  it('makes writes fail with DatabaseUnavailable until there is space again', async (test) => {
    const database = await openDatabaseFor(test, await kinds[0]!.newPlace());
    const write = () =>
      database
        .insertInto('gameRecord')
        .values({ number: 1, record: 'x'.repeat(100_000) })
        .execute();
    // Simulates a full disk: SQLite fails with the same error.
    await sql`PRAGMA max_page_count = 1`.execute(database);
    const full = (error: unknown): boolean => error instanceof DatabaseUnavailable && /full/.test(error.message);
    await assert.rejects(write(), full);
    const transaction = database.transaction().execute(async (connection) => {
      for (let number = 2; ; number++)
        await connection.insertInto('gameRecord').values({ number, record: 'kept' }).execute();
    });
    await assert.rejects(transaction, full);
    await sql`PRAGMA max_page_count = 1000`.execute(database);
    await write();
    assert.deepEqual(await database.selectFrom('gameRecord').select('number').execute(), [{ number: 1 }]);
  });
});

describe('an SQLite database that is opened to read', () => {
  it('can be read while a server uses it, and refuses writes', async (test) => {
    const where = await kinds[0]!.newPlace();
    const server = await openDatabaseFor(test, where);
    await server.insertInto('gameRecord').values({ number: 1, record: 'kept' }).execute();
    const reader = await openDatabaseToRead(where);
    test.after(() => reader.destroy());
    assert.deepEqual(await reader.selectFrom('gameRecord').select('number').execute(), [{ number: 1 }]);
    await assert.rejects(reader.deleteFrom('gameRecord').execute(), /readonly/);
  });

  it('is not created if it does not exist', async () => {
    const where = await kinds[0]!.newPlace();
    await assert.rejects(openDatabaseToRead(where), unusable(/there is no such file$/));
    assert.equal(existsSync(where), false);
  });
});

describe('a PostgreSQL server that stops', { skip: postgres.skip }, () => {
  it('makes the running query and later queries fail until it runs again', async (test) => {
    const place = new URL(await postgres.newPlace());
    const line = await CuttableRelay.open(Number(place.port || 5432));
    test.after(() => line.close());
    place.host = new URL(line.url).host;
    const database = await openDatabaseFor(test, place.href);
    await database.connection().execute(async (connection) => {
      await sql`SELECT 1`.execute(connection);
      const running = sql`SELECT pg_sleep(1)`.execute(connection);
      line.cut();
      await assert.rejects(running, DatabaseUnavailable);
    });
    const query = () => database.selectFrom('gameRecord').selectAll().execute();
    await assert.rejects(query, DatabaseUnavailable);
    line.mend();
    assert.deepEqual(await query(), []);
  });

  it('without closing connections makes the running query fail, and the next query connects again', async (test) => {
    const place = new URL(await postgres.newPlace());
    await (await openDatabase(place.href)).destroy();
    const line = await CuttableRelay.open(Number(place.port || 5432));
    place.host = new URL(line.url).host;
    const database = new OpenDatabase(await openPostgres(place.href, 300));
    test.after(async () => {
      await database.destroy();
      line.close();
    });
    const query = () => database.selectFrom('gameRecord').selectAll().execute();
    assert.deepEqual(await query(), []);
    line.silence();
    await assert.rejects(query, DatabaseUnavailable);
    assert.deepEqual(await query(), []);
  });
});

describe('a PostgreSQL server with other clients', { skip: postgres.skip }, () => {
  it('can be opened while other clients create and drop schemas', async (test) => {
    const place = await postgres.newPlace();
    const otherClient = await openDatabaseFor(test, await postgres.newPlace());
    let done = false;
    const churn = async (): Promise<void> => {
      for (let count = 0; !done; count++) {
        const schema = sql.ref(`tengen_other_${process.pid}_${count}`);
        await sql`CREATE SCHEMA ${schema} CREATE TABLE one (a int) CREATE TABLE two (a int)`.execute(otherClient);
        await sql`DROP SCHEMA ${schema} CASCADE`.execute(otherClient);
      }
    };
    const churning = churn();
    for (let count = 0; count < 10; count++) await (await openDatabase(place)).destroy();
    done = true;
    await churning;
  });
});

describe('a database that cannot be used is reported in one line:', () => {
  for (const [title, where, reason] of [
    ['a missing directory', '/nowhere/at/all.db', /\/nowhere\/at does not exist$/],
    ['a server that does not run', 'postgres://alice:secret@127.0.0.1:1/test', /127\.0\.0\.1:1\/test .*ECONNREFUSED/],
    ['an invalid URL', 'postgres://alice:secret@:x:y', /cannot be used/],
  ] as const) {
    it(title, async () => {
      await assert.rejects(openDatabase(where), unusable(reason));
    });
  }

  it('a file that is not a database', async () => {
    const where = await kinds[0]!.newPlace();
    writeFileSync(where, 'this is the text of a file that is no database '.repeat(40));
    await assert.rejects(openDatabase(where), unusable(/is not a database$/));
  });

  it('a damaged file, without the advice to use --salvage', async () => {
    const where = await kinds[0]!.newPlace();
    await (await openDatabase(where)).destroy();
    const bytes = readFileSync(where);
    // The kind of the first page, after the header of 100 bytes.
    bytes[100] = 0xff;
    writeFileSync(where, bytes);
    await assert.rejects(openDatabase(where), unusable(/is damaged: .*; if you move it away/));
  });

  it('the file of a journal', async () => {
    const path = join(dirname(await kinds[0]!.newPlace()), 'journal.db');
    const journal = await openSqliteJournal({ path, durability: 'os' });
    await journal.close();
    await assert.rejects(openDatabase(path), unusable(/is a database of another program$/));
  });
});

const unusable = (reason: RegExp) => (error: unknown) => {
  assert.ok(error instanceof DatabaseUnusable);
  assert.match(error.message, reason);
  assert.doesNotMatch(error.message, /secret|\n/);
  return true;
};

it('closing an SQLite database is not reported as a change by another program', async (context) => {
  context.mock.timers.enable({ apis: ['setInterval'] });
  const database = await openDatabase(await sqlite.newPlace());
  const lost: (string | undefined)[] = [];
  database.watchFiles((description) => void lost.push(description));
  await sql`CREATE TABLE t (n INTEGER)`.execute(database);
  // Two checks. The first one accepts the files as they are.
  context.mock.timers.tick(2_000);
  let isOpen = true;
  const closed = database.destroy().finally(() => {
    isOpen = false;
  });
  while (isOpen) {
    context.mock.timers.tick(1_000);
    await new Promise((resolve) => setImmediate(resolve));
  }
  await closed;
  assert.deepEqual(lost, []);
});
