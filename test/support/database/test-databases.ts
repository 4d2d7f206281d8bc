import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, type TestContext } from 'node:test';
import pg from 'pg';
import { type OpenDatabase, openDatabase } from '../../../src/database/database.ts';

/** A kind of database. Each of its databases is empty at first, and is removed at the end of the test run. */
export interface TestDatabaseKind {
  readonly name: string;
  /** The reason for skipping its tests, or `false`. For `describe(…, { skip: kind.skip }, …)`. */
  readonly skip: string | false;
  /** The path or URL of a new, empty database. */
  newPlace(): Promise<string>;
}

/** Opens a database and closes it after the test. */
export async function openDatabaseFor(test: TestContext, where: string): Promise<OpenDatabase> {
  const database = await openDatabase(where);
  test.after(() => database.destroy());
  return database;
}

const directory = mkdtempSync(join(tmpdir(), 'tengen-database-'));
// One directory for the whole run: the hooks of a test run in the order of registration, so a hook of a test could remove the
// files of a server that the test has not stopped yet.
after(() => rmSync(directory, { recursive: true, force: true }));

/** The path of a new SQLite database in a new empty directory. */
export const newSqlitePath = (): string => join(mkdtempSync(join(directory, 'test-')), 'archive.db');

const sqlite: TestDatabaseKind = { name: 'SQLite', skip: false, newPlace: async () => newSqlitePath() };

const POSTGRES = process.env['TENGEN_TEST_POSTGRES'] ?? 'postgres://postgres@127.0.0.1:5432/test';

/** SQLite and PostgreSQL. For the top level of a test file. Without a PostgreSQL server, its tests are skipped. With CI=true, they fail. */
export async function databaseKinds(): Promise<readonly [TestDatabaseKind, TestDatabaseKind]> {
  const client = new pg.Client({ connectionString: POSTGRES, connectionTimeoutMillis: 5_000 });
  try {
    await client.connect();
  } catch (error) {
    await client.end().catch(() => undefined);
    if (process.env['CI'] === 'true') throw error;
    return [sqlite, missingPostgres(new URL(POSTGRES).host)];
  }
  return [sqlite, postgres(client)];
}

const missingPostgres = (host: string): TestDatabaseKind => ({
  name: 'PostgreSQL',
  skip: `no PostgreSQL server at ${host}; TENGEN_TEST_POSTGRES names another`,
  newPlace: () => Promise.reject(new Error('no PostgreSQL server')),
});

/** Each database is a schema. The search path in its URL names this schema. */
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
      // Without synchronous commits, because the tests do not examine what PostgreSQL stores durably.
      url.searchParams.set('options', `-c search_path=${schema} -c synchronous_commit=off`);
      return url.href;
    },
  };
}
