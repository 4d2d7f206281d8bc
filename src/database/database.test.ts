import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import { threadId } from 'node:worker_threads';
import { sql } from 'kysely';
import { run } from '../../test/support/database/keep-and-tell-task.ts';
import { databaseKinds, openFor } from '../../test/support/database/test-databases.ts';
import { CuttableLine } from '../../test/support/server/cuttable-line.ts';
import { openSqliteJournal } from '../journal/sqlite.ts';
import { type Database, openDatabase } from './database.ts';
import type { Task } from './task.ts';
import { DatabaseAway, DatabaseUnusable } from './unusable.ts';

const kinds = await databaseKinds();

const KEEP_AND_TELL: Task<readonly number[], number> = {
  module: new URL('../../test/support/database/keep-and-tell-task.ts', import.meta.url).href,
  run,
};

for (const kind of kinds) {
  describe(`a database in ${kind.name}`, { skip: kind.skip }, () => {
    it('keeps what is written, over closing and opening', async (test) => {
      const where = await kind.newPlace();
      const before = await openDatabase(where);
      await before.insertInto('gameRecord').values({ number: 1, record: '天元\n"é~' }).execute();
      await before.destroy();
      const database = await openFor(test, where);
      assert.deepEqual(await database.selectFrom('gameRecord').selectAll().execute(), [
        { number: 1, record: '天元\n"é~' },
      ]);
    });

    it('counts and keeps times as numbers', async (test) => {
      const database = await openFor(test, await kind.newPlace());
      const at = 1_800_000_000_123;
      await database
        .insertInto('rating')
        .values({ key: 'a', class: 'go-9', rating: 1500.5, deviation: 350, volatility: 0.06, games: 1, at })
        .execute();
      const kept = await database.selectFrom('rating').select(['at', 'rating']).execute();
      assert.deepEqual(kept, [{ at, rating: 1500.5 }]);
      const { count } = await database
        .selectFrom('rating')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      assert.equal(count, 1);
    });

    it('does a transaction whole or not at all, and lets nobody in between', async (test) => {
      const database = await openFor(test, await kind.newPlace());
      const insert = { number: 1, record: 'one' };
      const failing = database.transaction().execute(async (transaction) => {
        await transaction.insertInto('gameRecord').values(insert).execute();
        throw new Error('on second thought');
      });
      const reading = database.selectFrom('gameRecord').selectAll().execute();
      await assert.rejects(failing, /on second thought/);
      assert.deepEqual(await reading, []);
      await database.insertInto('gameRecord').values(insert).execute();
      await assert.rejects(database.insertInto('gameRecord').values(insert).execute());
      assert.equal((await database.selectFrom('gameRecord').selectAll().execute()).length, 1);
    });

    it('does a task whole or not at all, and lets nobody in between', async (test) => {
      const database = await openFor(test, await kind.newPlace());
      const numbers = () => database.selectFrom('gameRecord').select('number').orderBy('number').execute();
      const failing = database.perform(KEEP_AND_TELL, [1, 2, 0]);
      const [reading, working] = [numbers(), database.perform(KEEP_AND_TELL, [2, 3])];
      await assert.rejects(failing, /nothing has this number/);
      assert.ok((await reading).every(({ number }) => number !== 1));
      await working;
      assert.deepEqual(await numbers(), [{ number: 2 }, { number: 3 }]);
    });

    it('orders keys by code points and tells accents and case apart', async (test) => {
      const database = await openFor(test, await kind.newPlace());
      for (const key of ['é', 'b', 'z', 'Z', '天', 'e', 'a-b', 'ab'])
        await database.insertInto('player').values({ key, name: key, games: 0, won: 0, lost: 0, drawn: 0 }).execute();
      const keys = await database.selectFrom('player').select('key').orderBy('key').execute();
      assert.deepEqual(
        keys.map(({ key }) => key),
        ['Z', 'a-b', 'ab', 'b', 'e', 'z', 'é', '天'],
      );
    });

    it('refuses one that a newer version has written', async () => {
      const where = await kind.newPlace();
      const database = await openDatabase(where);
      await sql`INSERT INTO kysely_migration (name, timestamp) VALUES ('999-later', '2030-01-01')`.execute(database);
      await database.destroy();
      await assert.rejects(openDatabase(where), unusable(/was written by a newer tengen$/));
    });
  });
}

const [, postgres] = kinds;

describe('a new database in SQLite', () => {
  const tables = async (database: Database): Promise<unknown> => {
    const { rows } = await sql<{ text: string | null }>`SELECT sql AS text FROM sqlite_schema ORDER BY name`.execute(
      database,
    );
    return rows.map(({ text }) => text?.replaceAll(/\s+/g, ' '));
  };
  const migrations = async (database: Database): Promise<unknown> =>
    (await sql`SELECT name, is_locked FROM kysely_migration, kysely_migration_lock ORDER BY name`.execute(database))
      .rows;

  it('has what the migrations would have made of it', async (test) => {
    const inFile = await openFor(test, await kinds[0]!.newPlace());
    // What is in memory has no other beginning.
    const migrated = await openFor(test, ':memory:');
    assert.deepEqual(await tables(inFile), await tables(migrated));
    assert.deepEqual(await migrations(inFile), await migrations(migrated));
  });

  it('changes to a thread once it is served, and loses nothing that is asked meanwhile', async (test) => {
    const { promise: served, resolve: serve } = Promise.withResolvers<void>();
    const database = await openDatabase(await kinds[0]!.newPlace(), served);
    test.after(() => database.destroy());
    const keep = (number: number) => database.insertInto('gameRecord').values({ number, record: 'kept' }).execute();
    await keep(1);
    assert.equal(await database.perform(KEEP_AND_TELL, []), threadId);
    const before = database.transaction().execute(async (transaction) => {
      serve();
      await new Promise(setImmediate);
      await transaction.insertInto('gameRecord').values({ number: 2, record: 'kept' }).execute();
    });
    await served;
    await Promise.all([before, keep(3), keep(4)]);
    await keep(5);
    assert.notEqual(await database.perform(KEEP_AND_TELL, [6]), threadId);
    const kept = await database.selectFrom('gameRecord').select('number').orderBy('number').execute();
    assert.deepEqual(
      kept.map(({ number }) => number),
      [1, 2, 3, 4, 5, 6],
    );
  });

  it('closes before it is served, and while it changes', async () => {
    const { promise: served, resolve: serve } = Promise.withResolvers<void>();
    const [one, other] = [await kinds[0]!.newPlace(), await kinds[0]!.newPlace()];
    const never = await openDatabase(one, new Promise(() => {}));
    await never.destroy();
    const changing = await openDatabase(other, served);
    serve();
    await served;
    await changing.destroy();
    // Nobody has them any more.
    for (const place of [one, other]) assert.equal(existsSync(`${place}-wal`), false);
  });
});

describe('a new database whose making is broken off', () => {
  it('has nothing of it, and is made once the cause is gone', async (test) => {
    const where = await kinds[0]!.newPlace();
    const file = new DatabaseSync(where);
    // What stands in the way of the last tables, as a full disk or a kill would be.
    file.exec('PRAGMA application_id = 0x74656e61; CREATE TABLE ban (id INTEGER)');
    await assert.rejects(openDatabase(where), unusable(/table "ban" already exists$/));
    file.exec('DROP TABLE ban');
    file.close();
    const database = await openFor(test, where);
    assert.deepEqual(await database.selectFrom('ban').selectAll().execute(), []);
  });
});

describe('a full disk', () => {
  it('is nothing that stays, and what there was no room for is written once there is', async (test) => {
    const database = await openFor(test, await kinds[0]!.newPlace());
    const write = () =>
      database
        .insertInto('gameRecord')
        .values({ number: 1, record: 'x'.repeat(100_000) })
        .execute();
    // The disk ends with the database: SQLite fails in the same words.
    await sql`PRAGMA max_page_count = 1`.execute(database);
    const full = (error: unknown): boolean => error instanceof DatabaseAway && /full/.test(error.message);
    await assert.rejects(write(), full);
    const many = Array.from({ length: 2_000 }, (_, index) => index + 2);
    await assert.rejects(database.perform(KEEP_AND_TELL, many), full);
    await sql`PRAGMA max_page_count = 1000`.execute(database);
    await write();
    await database.perform(KEEP_AND_TELL, many);
  });
});

describe('a server that goes away', { skip: postgres.skip }, () => {
  it('fails the query that it leaves and those that come meanwhile, and nothing else', async (test) => {
    const place = new URL(await postgres.newPlace());
    const line = await CuttableLine.to(Number(place.port || 5432));
    test.after(() => line.close());
    place.host = new URL(line.url).host;
    const database = await openFor(test, place.href);
    await database.connection().execute(async (connection) => {
      await sql`SELECT 1`.execute(connection);
      const left = sql`SELECT pg_sleep(1)`.execute(connection);
      line.cut();
      await assert.rejects(left, /terminated|ECONNRESET/);
    });
    const asks = () => database.selectFrom('gameRecord').selectAll().execute();
    await assert.rejects(asks, DatabaseAway);
    line.mend();
    assert.deepEqual(await asks(), []);
  });
});

describe('a server that others use, too', { skip: postgres.skip }, () => {
  it('is opened while others make schemas and drop them', async (test) => {
    const place = await postgres.newPlace();
    const others = await openFor(test, await postgres.newPlace());
    let done = false;
    const churn = async (): Promise<void> => {
      for (let count = 0; !done; count++) {
        const schema = sql.ref(`tengen_other_${process.pid}_${count}`);
        await sql`CREATE SCHEMA ${schema} CREATE TABLE one (a int) CREATE TABLE two (a int)`.execute(others);
        await sql`DROP SCHEMA ${schema} CASCADE`.execute(others);
      }
    };
    const churning = churn();
    for (let count = 0; count < 10; count++) await (await openDatabase(place)).destroy();
    done = true;
    await churning;
  });
});

describe('a database that cannot be used says why in one line', () => {
  for (const [what, where, why] of [
    ['a directory that is missing', '/nowhere/at/all.db', /\/nowhere\/at does not exist$/],
    ['a server that is not there', 'postgres://alice:secret@127.0.0.1:1/test', /127\.0\.0\.1:1\/test .*ECONNREFUSED/],
    ['a URL that is none', 'postgres://alice:secret@:x:y', /cannot be used/],
  ] as const) {
    it(what, async () => {
      await assert.rejects(openDatabase(where), unusable(why));
    });
  }

  it('a file that is no database', async () => {
    const where = await kinds[0]!.newPlace();
    writeFileSync(where, 'these are the words of a text file, and of nothing else '.repeat(40));
    await assert.rejects(openDatabase(where), unusable(/is not a database$/));
  });

  it('a damaged file, which is not for --salvage', async () => {
    const where = await kinds[0]!.newPlace();
    await (await openDatabase(where)).destroy();
    const bytes = readFileSync(where);
    // The kind of the first page, after the header of 100 bytes.
    bytes[100] = 0xff;
    writeFileSync(where, bytes);
    await assert.rejects(openDatabase(where), unusable(/is damaged: .*; a new one in its place/));
  });

  it("a journal's file", async () => {
    const path = join(dirname(await kinds[0]!.newPlace()), 'journal.db');
    const journal = await openSqliteJournal({ path, durability: 'os' });
    await journal.close();
    await assert.rejects(openDatabase(path), unusable(/is a database of another program$/));
  });
});

const unusable = (why: RegExp) => (error: unknown) => {
  assert.ok(error instanceof DatabaseUnusable);
  assert.match(error.message, why);
  assert.doesNotMatch(error.message, /secret|\n/);
  return true;
};
