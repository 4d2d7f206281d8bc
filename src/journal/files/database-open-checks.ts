import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { messageOf } from '../../result.ts';
import { SqliteFileUnusable } from '../journal.ts';
import { damagedMessage, sqliteErrorKind } from './sqlite-error.ts';

// Checks of a database file before journal or archive use it. Each problem is described in one line.

/** Throws `SqliteFileUnusable` for an empty database file beside a log, because SQLite would delete the log and begin a new database. */
export function assertLogBelongs(path: string): void {
  const length = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (length(path) === 0 && length(`${path}-wal`) > 0) {
    throw new SqliteFileUnusable(`${path} is damaged: it has been emptied, and ${path}-wal beside it has not`);
  }
}

/**
 * Throws `SqliteFileUnusable` if a file cannot be used. SQLite itself would only report "unable to open database file". `mode`: as in
 * `fs.access`.
 */
export function assertAccess(path: string, mode: number): void {
  const directory = dirname(path);
  if (!existsSync(directory)) throw new SqliteFileUnusable(`the directory ${directory} does not exist`);
  const writing = (mode & constants.W_OK) !== 0;
  if (writing && !allows(directory, mode)) {
    throw new SqliteFileUnusable(`the directory ${directory} cannot be written to, and ${path} needs files beside it`);
  }
  if (!existsSync(path)) return;
  if (!statSync(path).isFile()) throw new SqliteFileUnusable(`${path} is not a file`);
  if (!allows(path, mode)) throw new SqliteFileUnusable(`${path} cannot be ${writing ? 'read and written' : 'read'}`);
}

function allows(path: string, mode: number): boolean {
  try {
    accessSync(path, mode);
    return true;
  } catch {
    return false;
  }
}

/** The application id and schema version of a kind of database: `PRAGMA application_id` and `PRAGMA user_version`. */
export interface DatabaseFormat {
  readonly applicationId: number;
  readonly schemaVersion: number;
}

/** Returns whether a database has no tables yet. Throws `SqliteFileUnusable` for another program's database and for another schema version. */
export function isEmptyDatabase(database: DatabaseSync, path: string, kind: DatabaseFormat): boolean {
  const owner = readNumber(database, 'PRAGMA application_id');
  const version = readNumber(database, 'PRAGMA user_version');
  const known = kind.schemaVersion;
  if (owner === 0 && version === 0 && readNumber(database, 'SELECT count(*) FROM sqlite_schema') === 0) return true;
  if (owner !== kind.applicationId) throw new SqliteFileUnusable(`${path} is a database of another program`);
  if (version === known) return false;
  const writer = version > known ? 'a newer' : 'an earlier';
  throw new SqliteFileUnusable(`${path} was written by ${writer} tengen (schema ${version}; this one knows ${known})`);
}

function readNumber(database: DatabaseSync, sql: string): number {
  const [value] = Object.values(database.prepare(sql).get() ?? {});
  if (typeof value !== 'number') throw new Error(`${sql} gave no number`);
  return value;
}

/** Describes in one line why a database file cannot be opened. */
export function openErrorMessage(path: string, error: unknown): string {
  const message = messageOf(error);
  switch (sqliteErrorKind(error)) {
    case 'busy':
      return `${path} is locked by another program`;
    case 'corrupt':
      return damagedMessage(path, message);
    case 'no-database':
      return `${path} is not a database`;
    case 'full':
    case 'perhaps-full':
      return `${path} cannot be opened: its disk is full`;
    case 'cannot-open':
      return `${path} cannot be opened: its directory cannot be written to, and it needs files beside it`;
    case 'other':
      return `${path} cannot be opened: ${message}`;
  }
}
