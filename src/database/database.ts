import { existsSync } from 'node:fs';
import { CamelCasePlugin, type CompiledQuery, type Dialect, Kysely, sql } from 'kysely';
import { DatabaseUnusable } from './database-errors.ts';
import { isPostgres } from './database-location.ts';
import { createPostgresTables, openPostgres } from './postgres.ts';
import { openSqlite, type SqliteDatabase } from './sqlite/open-sqlite.ts';
import { stopUnusedQueryThread } from './sqlite/query-thread.ts';
import type { LostFileListener } from './sqlite/watched-database-file.ts';
import type { Tables } from './tables.ts';

/**
 * Builds queries: `selectFrom`, `insertInto` and so on. Names of tables and columns are in camel case here and in snake case in
 * the database.
 */
export type Database = Kysely<Tables>;

/** A database that is open until `destroy()`. */
export class OpenDatabase extends Kysely<Tables> {
  readonly #sqlite: Omit<SqliteDatabase, 'dialect'> | undefined;
  #closing: Promise<void> | undefined;

  constructor(dialect: Dialect, sqlite?: Omit<SqliteDatabase, 'dialect'>) {
    super({ dialect, plugins: [new CamelCasePlugin()] });
    this.#sqlite = sqlite;
  }

  /** Whether the database is new although there was a database at the same path before. */
  get isRecreated(): boolean {
    return this.#sqlite?.isRecreated ?? false;
  }

  /** Whether several nodes may write to the database at once. */
  get isShared(): boolean {
    return this.#sqlite === undefined;
  }

  /** Runs write queries as one transaction. In SQLite they are one message to the thread, which costs as much as one query. */
  async transact(queries: readonly CompiledQuery[]): Promise<void> {
    if (this.#sqlite !== undefined) return await this.#sqlite.transact(queries);
    await this.transaction().execute(async (transaction) => {
      for (const query of queries) await transaction.executeQuery(query);
    });
  }

  override destroy(): Promise<void> {
    this.#closing ??= super.destroy().then(() => this.#sqlite?.close());
    return this.#closing;
  }

  /** Calls `listener` when a file of the database is lost, and when all files are back. */
  watchFiles(listener: LostFileListener): void {
    const checkpoint = () => void sql`PRAGMA wal_checkpoint(PASSIVE)`.execute(this).catch(() => undefined);
    this.#sqlite?.file?.watch(listener, checkpoint);
  }
}

/**
 * Opens the database of archive and accounts, and creates its tables if there are none. `where` is a URL that begins with
 * `postgres://`, the path of an SQLite file, or `:memory:`. Rejects with `DatabaseUnusable`.
 */
export async function openDatabase(where: string): Promise<OpenDatabase> {
  if (!isPostgres(where)) return await openSqliteDatabase(where, false);
  await stopUnusedQueryThread();
  const database = new OpenDatabase(await openPostgres(where));
  try {
    await createPostgresTables(database);
    return database;
  } catch (error) {
    await database.destroy().catch(() => undefined);
    throw new DatabaseUnusable(where, error);
  }
}

/**
 * Opens a database for reading, while a server may use it. Takes no lock and creates no tables. Rejects with
 * `DatabaseUnusable`.
 */
export async function openDatabaseToRead(where: string): Promise<OpenDatabase> {
  if (isPostgres(where)) return new OpenDatabase(await openPostgres(where));
  if (!existsSync(where)) throw new DatabaseUnusable(where, 'there is no such file');
  return await openSqliteDatabase(where, true);
}

async function openSqliteDatabase(path: string, readOnly: boolean): Promise<OpenDatabase> {
  const { dialect, ...sqlite } = await openSqlite(path, readOnly);
  return new OpenDatabase(dialect, sqlite);
}
