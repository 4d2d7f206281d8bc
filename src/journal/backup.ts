import { chmodSync, closeSync, existsSync, openSync, rmSync, statSync } from 'node:fs';
import { backup, type DatabaseSync } from 'node:sqlite';
import { JournalUnusable } from './journal.ts';
import { tornLine } from './sqlite-error.ts';
import { openSqliteFile } from './sqlite-file.ts';
import { SqliteStore } from './sqlite-store.ts';

/** Hears how much of a database is copied, from 0 to 1. */
export type Progress = (part: number) => void;

/** Pages between two reports. */
const PAGES_AT_A_TIME = 1000;

/**
 * Copies the journal at `from` to the new file `to`, as it is at this moment; a server that runs goes on with its own.
 * How many games the copy has. Throws `JournalUnusable`: there is no copy then, or
 * it is as damaged as what was copied.
 */
export async function backUpJournal(from: string, to: string, progress: Progress): Promise<number> {
  const file = openSqliteFile({ path: from, readOnly: true });
  try {
    await copyDatabase(file.database, from, to, progress);
  } finally {
    file.close();
  }
  const copy = openSqliteFile({ path: to, readOnly: true });
  try {
    const [found] = Object.values(copy.database.prepare('PRAGMA quick_check(1)').get() ?? {});
    if (found !== 'ok') throw new JournalUnusable(tornLine(from, `${found}`.split('\n', 1)[0] ?? ''));
  } finally {
    copy.close();
  }
  const store = new SqliteStore({ path: to, readOnly: true });
  try {
    return store.countGames();
  } finally {
    store.close();
  }
}

/** Copies what `database` holds, which is the file `from`, into the new file `to`. Throws `JournalUnusable`; then there is no copy. */
export async function copyDatabase(
  database: DatabaseSync,
  from: string,
  to: string,
  progress: Progress,
): Promise<void> {
  assertNothingThere(to);
  makeFile(to, statSync(from).mode);
  try {
    // What is written from now on is not seen any more: without that, every write would begin the copy anew.
    database.exec('BEGIN; SELECT 1 FROM sqlite_schema LIMIT 1');
    await backup(database, to, {
      rate: PAGES_AT_A_TIME,
      progress: ({ totalPages, remainingPages }) => progress(1 - remainingPages / totalPages),
    });
    database.exec('COMMIT');
    progress(1);
  } catch (error) {
    for (const suffix of ['', '-journal']) rmSync(to + suffix, { force: true });
    throw new JournalUnusable(`${from} cannot be copied to ${to}: ${error instanceof Error ? error.message : error}`);
  }
}

/** A database that is to be made at `path` would take the log of an older one there for its own. Throws `JournalUnusable`. */
export function assertNothingThere(path: string): void {
  const found = ['', '-wal', '-shm', '-journal'].map((suffix) => path + suffix).find((file) => existsSync(file));
  if (found !== undefined) throw new JournalUnusable(`${found} exists`);
}

/** As private as what will be in it. */
function makeFile(path: string, mode: number): void {
  try {
    closeSync(openSync(path, 'wx', 0o600));
    chmodSync(path, mode);
  } catch (error) {
    const exists = error instanceof Error && 'code' in error && error.code === 'EEXIST';
    throw new JournalUnusable(exists ? `${path} exists` : `${path} cannot be made: ${String(error)}`);
  }
}
