import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, type TestContext } from 'node:test';
import pg from 'pg';
import { type OpenDatabase, openDatabase } from '../../../src/database/database.ts';

/** A kind of database; each place of it is empty at first, and gone with the test run. */
export interface TestDatabaseKind {
  readonly name: string;
  /** For `describe(…, { skip: kind.skip }, …)`: why its tests are skipped, if they are. */
  readonly skip: string | false;
  /** Where to open a new empty one. */
  newPlace(): Promise<string>;
}

/** A database that is closed with the test. */
export async function openFor(test: TestContext, where: string): Promise<OpenDatabase> {
  const database = await openDatabase(where);
  test.after(() => database.destroy());
  return database;
}

const POSTGRES = process.env['TENGEN_TEST_POSTGRES'] ?? 'postgres://postgres@127.0.0.1:5432/test';

/** SQLite and PostgreSQL. Without a PostgreSQL server its tests are skipped; with CI=true they fail. */
export async function databaseKinds(): Promise<readonly [TestDatabaseKind, TestDatabaseKind]> {
  const client = new pg.Client({ connectionString: POSTGRES, connectionTimeoutMillis: 5_000 });
  try {
    await client.connect();
  } catch (error) {
    await client.end().catch(() => undefined);
    if (process.env['CI'] === 'true') throw error;
    return [sqlite(), missingPostgres(new URL(POSTGRES).host)];
  }
  return [sqlite(), postgres(client)];
}

function sqlite(): TestDatabaseKind {
  const directory = mkdtempSync(join(tmpdir(), 'tengen-database-'));
  after(() => rmSync(directory, { recursive: true, force: true }));
  return {
    name: 'SQLite',
    skip: false,
    newPlace: async () => join(mkdtempSync(join(directory, 'test-')), 'archive.db'),
  };
}

const missingPostgres = (host: string): TestDatabaseKind => ({
  name: 'PostgreSQL',
  skip: `no PostgreSQL server at ${host}; TENGEN_TEST_POSTGRES names another`,
  newPlace: () => Promise.reject(new Error('no PostgreSQL server')),
});

/** Each place is a schema of its own, which the search path of its URL names. */
function postgres(client: pg.Client): TestDatabaseKind {
  const schemas: string[] = [];
  after(async () => {
    for (const schema of schemas) await client.query(`DROP SCHEMA ${schema} CASCADE`);
    await client.end();
  });
  return {
    name: 'PostgreSQL',
    skip: false,
    async newPlace() {
      const schema = `tengen_${randomBytes(8).toString('hex')}`;
      await client.query(`CREATE SCHEMA ${schema}`);
      schemas.push(schema);
      const url = new URL(POSTGRES);
      // The tests need no disk: whether PostgreSQL keeps what it has is its own matter.
      url.searchParams.set('options', `-c search_path=${schema} -c synchronous_commit=off`);
      return url.href;
    },
  };
}
