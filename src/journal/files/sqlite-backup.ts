import { closeSync, existsSync, openSync, rmSync } from 'node:fs';
import { backup, type DatabaseSync } from 'node:sqlite';
import { SqliteFileUnusable } from '../journal.ts';

/** Called with the part that is copied so far, from 0 to 1. */
export type CopyProgress = (part: number) => void;

/** Pages between two calls of `CopyProgress`. */
const PAGES_AT_A_TIME = 1000;

/**
 * Copies the SQLite database `database`, whose file is `from`, into the new file `to`, which only its user can read. Throws
 * `SqliteFileUnusable`, and then there is no copy.
 */
export async function backUpSqlite(
  database: DatabaseSync,
  from: string,
  to: string,
  progress: CopyProgress,
): Promise<void> {
  assertNoFile(to);
  makeFile(to);
  try {
    // With a read transaction the copy does not contain later writes. Without it, each write would restart the copy.
    database.exec('BEGIN; SELECT 1 FROM sqlite_schema LIMIT 1');
    await backup(database, to, {
      rate: PAGES_AT_A_TIME,
      progress: ({ totalPages, remainingPages }) => progress(1 - remainingPages / totalPages),
    });
    database.exec('COMMIT');
    progress(1);
  } catch (error) {
    for (const suffix of ['', '-journal']) rmSync(to + suffix, { force: true });
    throw new SqliteFileUnusable(
      `${from} cannot be copied to ${to}: ${error instanceof Error ? error.message : error}`,
    );
  }
}

/** Throws `SqliteFileUnusable` if there is a file at `path` or beside it: SQLite would use an old log as the log of the new database. */
export function assertNoFile(path: string): void {
  const found = ['', '-wal', '-shm', '-journal'].map((suffix) => path + suffix).find((file) => existsSync(file));
  if (found !== undefined) throw new SqliteFileUnusable(`${found} already exists`);
}

/** Creates a file that only its user can read. The original may have other permissions if its folder protects it. */
function makeFile(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch (error) {
    const exists = error instanceof Error && 'code' in error && error.code === 'EEXIST';
    throw new SqliteFileUnusable(exists ? `${path} already exists` : `${path} cannot be created: ${String(error)}`);
  }
}
