import { Migrator, SqliteAdapter, sql } from 'kysely';
import type { Database } from './database.ts';
import { MIGRATIONS } from './migrations/index.ts';

/** Whether every migration has been done, and no other, as far as one look at an SQLite database tells. */
export async function isUpToDate(database: Database): Promise<boolean> {
  try {
    const { rows } = await sql<{ name: string }>`SELECT name FROM kysely_migration ORDER BY name`.execute(database);
    return rows.map(({ name }) => name).join() === Object.keys(MIGRATIONS).join();
  } catch {
    // Whatever it is, whoever migrates finds it.
    return false;
  }
}

/** Brings the tables up to date. Throws for a database of a newer version. */
export async function migrate(database: Database): Promise<void> {
  const schema = await schemaOf(database);
  const migrator = new Migrator({
    db: database,
    provider: { getMigrations: async () => MIGRATIONS },
    ...(schema === undefined ? {} : { migrationTableSchema: schema }),
  });
  const known = new Set(Object.keys(MIGRATIONS));
  const done = (await migrator.getMigrations()).filter(({ executedAt }) => executedAt !== undefined);
  const stranger = done.find(({ name }) => !known.has(name));
  if (stranger !== undefined) throw new Error(NEWER);
  const { error } = await migrator.migrateToLatest();
  if (error === undefined) return;
  // Kysely's words for a migration that has been done and is not in the list.
  if (error instanceof Error && /previously executed migration .* is missing/.test(error.message))
    throw new Error(NEWER);
  throw error;
}

const NEWER = 'it was written by a newer tengen';

/**
 * The schema in which PostgreSQL makes tables: Kysely looks for its own table in all of them, unless it is told.
 * Undefined in SQLite, which has none.
 */
async function schemaOf(database: Database): Promise<string | undefined> {
  if (database.getExecutor().adapter instanceof SqliteAdapter) return undefined;
  const { rows } = await sql<{ schema: string | null }>`SELECT current_schema() AS schema`.execute(database);
  const schema = rows[0]?.schema;
  if (schema === undefined || schema === null) throw new Error('no schema of its search path exists');
  return schema;
}
