import { CamelCasePlugin, type Dialect, Kysely } from 'kysely';
import { migrate } from './migrate.ts';
import { isPostgres } from './place.ts';
import { openPostgres } from './postgres.ts';
import { openSqlite } from './sqlite.ts';
import type { Tables } from './tables.ts';
import { DatabaseUnusable } from './unusable.ts';

/** What every query is built on: `select`, `insert` and so on, in camel case; columns are in snake case. */
export type Database = Kysely<Tables>;

/**
 * Opens a database and brings its tables up to date. `where` is a URL that begins with `postgres://`, else the file of
 * an SQLite database, or `:memory:`. Rejects with `DatabaseUnusable` for what whoever starts the server can mend.
 * `destroy()` closes it.
 */
export async function openDatabase(where: string): Promise<Database> {
  const dialect: Dialect = isPostgres(where) ? await openPostgres(where) : await openSqlite(where);
  const database: Database = new Kysely({ dialect, plugins: [new CamelCasePlugin()] });
  try {
    await migrate(database);
    return database;
  } catch (error) {
    await database.destroy().catch(() => undefined);
    throw new DatabaseUnusable(where, error);
  }
}
