import { constants } from 'node:fs';
import { resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import {
  assertAccess,
  type DatabaseFormat,
  isEmptyDatabase,
  openErrorMessage,
} from '../../journal/files/database-open-checks.ts';
import { sqliteErrorKind } from '../../journal/files/sqlite-error.ts';
import { SqliteFileUnusable } from '../../journal/journal.ts';
import { SCHEMA_VERSION, SQLITE_TYPES, tableStatements } from '../database-schema.ts';

/** The application id is `tena` in ASCII. It distinguishes archives from journals and from databases of other programs. */
const ARCHIVE_KIND: DatabaseFormat = { applicationId: 0x74656e61, schemaVersion: SCHEMA_VERSION };
/** Milliseconds that a statement waits while another program writes. */
const BUSY_TIMEOUT = 10_000;
const IN_MEMORY = ':memory:';

/**
 * Opens the file of archive and accounts. Unless `readOnly`, creates a missing file and missing tables. With `readOnly`, a
 * server may be using the file. Throws `SqliteFileUnusable` with one line.
 */
export function openArchiveFile(path: string, readOnly = false): DatabaseSync {
  try {
    if (path === IN_MEMORY) return opened(IN_MEMORY, createTables);
    assertAccess(path, readOnly ? constants.R_OK : constants.R_OK | constants.W_OK);
    return opened(resolve(path), (database) => (readOnly ? prepareToRead : prepareToWrite)(database, path));
  } catch (error) {
    throw error instanceof SqliteFileUnusable ? error : new SqliteFileUnusable(failureText(path, error));
  }
}

function opened(path: string, prepare: (database: DatabaseSync) => void): DatabaseSync {
  const database = new DatabaseSync(path, { timeout: BUSY_TIMEOUT });
  try {
    prepare(database);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

function prepareToRead(database: DatabaseSync, path: string): void {
  database.exec('PRAGMA query_only = ON');
  isEmptyDatabase(database, path, ARCHIVE_KIND);
}

function prepareToWrite(database: DatabaseSync, path: string): void {
  const isNew = isEmptyDatabase(database, path, ARCHIVE_KIND);
  const { journal_mode: mode } = database.prepare('PRAGMA journal_mode = WAL').get() ?? {};
  if (mode !== 'wal') throw new Error('its file system cannot hold a write-ahead log');
  // Accounts are stored nowhere else, so every commit is synced. The cache is 64 MiB.
  database.exec('PRAGMA synchronous = FULL; PRAGMA fullfsync = ON; PRAGMA cache_size = -65536');
  if (isNew) createTables(database);
}

/** Creates all tables, or none if one of them cannot be created. */
export function createTables(database: DatabaseSync): void {
  try {
    database.exec(`BEGIN IMMEDIATE; ${tableStatements(SQLITE_TYPES)}
      PRAGMA application_id = ${ARCHIVE_KIND.applicationId}; PRAGMA user_version = ${SCHEMA_VERSION}; COMMIT`);
  } finally {
    if (database.isTransaction) database.exec('ROLLBACK');
  }
}

/** The text of an error. For a damaged archive it does not offer a salvage, because the journal has its games. */
function failureText(path: string, error: unknown): string {
  if (sqliteErrorKind(error) !== 'corrupt' || !(error instanceof Error)) return openErrorMessage(path, error);
  return `${path} is damaged: ${error.message}; if you move it away, the server fills a new archive with the games from the journal; the accounts are lost`;
}
