import { closeSync, constants, existsSync, openSync } from 'node:fs';
import { resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { JournalUnusable } from '../journal/journal.ts';
import { sqliteTrouble } from '../journal/sqlite-error.ts';
import { assertAccess, checkOwner, openingTrouble } from '../journal/sqlite-file.ts';
import type { Reply, SqliteValue } from './sqlite-message.ts';

/** `tena` in ASCII: tells these files from a journal's and from those of other programs. */
const APPLICATION_ID = 0x74656e61;
/** How long a statement waits for another program that writes, in milliseconds. */
const BUSY_TIMEOUT = 10_000;
const IN_MEMORY = ':memory:';

/** The database as the worker thread uses it: everything here blocks. */
export class SqliteConnection {
  readonly #database: DatabaseSync;

  /** Throws an error with one clear line. */
  constructor(path: string) {
    try {
      this.#database = path === IN_MEMORY ? new DatabaseSync(IN_MEMORY) : openFile(resolve(path));
    } catch (error) {
      throw error instanceof JournalUnusable ? error : new Error(troubleWith(path, error));
    }
  }

  query(sql: string, parameters: readonly SqliteValue[]): Reply {
    const statement = this.#database.prepare(sql);
    if (statement.columns().length > 0) return { kind: 'done', rows: statement.all(...parameters), changes: 0 };
    return { kind: 'done', rows: [], changes: Number(statement.run(...parameters).changes) };
  }

  close(): void {
    this.#database.close();
  }
}

/** A file that a server may be using, only to be read. Throws `JournalUnusable`. */
export function openArchiveFile(path: string): DatabaseSync {
  assertAccess(path, constants.R_OK);
  const database = new DatabaseSync(path, { timeout: BUSY_TIMEOUT });
  try {
    database.exec('PRAGMA query_only = ON');
    checkOwner(database, path, APPLICATION_ID);
    return database;
  } catch (error) {
    database.close();
    throw error instanceof JournalUnusable ? error : new JournalUnusable(troubleWith(path, error));
  }
}

/** Journals are salvaged; what an archive has of games is in the journal as well. */
function troubleWith(path: string, error: unknown): string {
  if (sqliteTrouble(error) !== 'corrupt' || !(error instanceof Error)) return openingTrouble(path, error);
  return `${path} is damaged: ${error.message}; a new one in its place gets the games from the journal, but no accounts`;
}

function openFile(path: string): DatabaseSync {
  assertAccess(path, constants.R_OK | constants.W_OK);
  if (!existsSync(path)) closeSync(openSync(path, 'a'));
  const database = new DatabaseSync(path, { timeout: BUSY_TIMEOUT });
  try {
    const fresh = checkOwner(database, path, APPLICATION_ID) === 'nobody';
    const { journal_mode: mode } = database.prepare('PRAGMA journal_mode = WAL').get() ?? {};
    if (mode !== 'wal') throw new Error('its file system cannot hold a write-ahead log');
    // Accounts are nowhere else, so every commit is synced; 64 MiB of pages in memory.
    database.exec('PRAGMA synchronous = FULL; PRAGMA fullfsync = ON; PRAGMA cache_size = -65536');
    if (fresh) database.exec(`PRAGMA application_id = ${APPLICATION_ID}`);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}
