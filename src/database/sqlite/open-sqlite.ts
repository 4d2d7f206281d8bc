import { resolve } from 'node:path';
import type { CompiledQuery, Dialect } from 'kysely';
import type { DatabaseLock } from '../../journal/files/database-lock.ts';
import { DatabaseUnusable } from '../database-errors.ts';
import { startQueryThread } from './query-thread.ts';
import { SqliteThreadDriver, sqliteDialect } from './sqlite-dialect.ts';
import { WatchedDatabaseFile } from './watched-database-file.ts';

export interface SqliteDatabase {
  readonly dialect: Dialect;
  /** Absent if the database is read-only or in memory. */
  readonly file: WatchedDatabaseFile | undefined;
  /** Whether the file is new although there was a database at this path before. */
  readonly isRecreated: boolean;
  /** Runs queries as one transaction with one message to the thread. */
  transact(queries: readonly CompiledQuery[]): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens the SQLite database at `path`, or in memory for `:memory:`. A worker thread owns it, so that a slow query does not
 * block the server. Unless `readOnly`, the file is locked against other servers, and its tables are made if it is new. Rejects
 * with `DatabaseUnusable`.
 */
export async function openSqlite(path: string, readOnly: boolean): Promise<SqliteDatabase> {
  const thread = startQueryThread();
  let lock: DatabaseLock | undefined;
  try {
    lock = readOnly || path === ':memory:' ? undefined : await lockFile(path);
    const reply = await thread.request({ kind: 'open', path, readOnly });
    if (reply.kind === 'failed') throw new DatabaseUnusable(path, reply.why);
    const file = lock && new WatchedDatabaseFile(path, lock);
    const close = async (): Promise<void> => {
      file?.stopWatching();
      // If the thread has failed, it has closed its file already.
      await thread.request({ kind: 'close' }).catch(() => undefined);
      await thread.ended();
      file?.close();
    };
    const driver = new SqliteThreadDriver(thread, file);
    const transact = (queries: readonly CompiledQuery[]) => driver.transact(queries);
    return { dialect: sqliteDialect(driver), file, isRecreated: lock?.isRecreated ?? false, transact, close };
  } catch (error) {
    await thread.stop();
    lock?.close();
    throw error;
  }
}

async function lockFile(path: string): Promise<DatabaseLock> {
  await import('../../journal/files/suppress-sqlite-warning.ts');
  // Imported here, because the import prints the warning.
  const { lockDatabase } = await import('../../journal/files/database-lock.ts');
  // A deleted archive may be created again, because the journal has its games.
  return await lockDatabase(resolve(path), true).catch((error: unknown) => {
    throw new DatabaseUnusable(path, error);
  });
}
