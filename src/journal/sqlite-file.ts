import { accessSync, constants, existsSync, realpathSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { LOG_SIZE_LIMIT } from './database-files.ts';
import { JournalUnusable } from './journal.ts';
import { FileReserve, PageReserve, type Reserve } from './reserve.ts';
import { APPLICATION_ID, makeTables, SCHEMA_VERSION } from './schema.ts';
import { sqliteTrouble, tornLine } from './sqlite-error.ts';
import type { SqliteOptions, WritingOptions } from './sqlite-message.ts';

/** How long a statement waits for another program that reads or checkpoints, in milliseconds. */
const BUSY_TIMEOUT = 10_000;

/** An open database, and how to let go of it. */
export interface SqliteFile {
  readonly database: DatabaseSync;
  /** What can be given up when the disk is full; absent where nothing is written. */
  readonly reserve: Reserve | undefined;
  /** Whether an error means that the disk is full, and nothing worse. */
  isFull(error: unknown): boolean;
  /** Does several writes with one commit that may wait for the next to be synced. */
  unsynced(write: () => void): void;
  close(): void;
}

/** Opens a journal's file: for writing under a lock (src/journal/database-lock.ts), or only for reading. Throws `JournalUnusable`, one line each. */
export function openSqliteFile(options: SqliteOptions): SqliteFile {
  const path = resolve(options.path);
  try {
    return 'readOnly' in options ? openReader(path) : openWriter(path, options);
  } catch (error) {
    if (error instanceof JournalUnusable) throw error;
    throw new JournalUnusable(openingTrouble(path, error), { cause: error });
  }
}

function openWriter(path: string, { durability, maxPages }: WritingOptions): SqliteFile {
  const reserve = new FileReserve(existsSync(path) ? realpathSync(path) : path);
  if (!reserve.isHeld) reserve.giveUp();
  const isFull = (error: unknown): boolean => {
    const trouble = sqliteTrouble(error);
    return trouble === 'full' || (trouble === 'perhaps-full' && reserve.isDiskFull());
  };
  const open = (): DatabaseSync => openForWriting(path, durability === 'disk');
  let database: DatabaseSync;
  try {
    database = open();
  } catch (error) {
    // On a full disk, what a server before has left is what there is to begin with.
    if (!reserve.isHeld || !isFull(error)) throw error;
    reserve.giveUp();
    database = open();
  }
  return {
    database,
    reserve: maxPages === undefined ? reserve : new PageReserve(database, maxPages),
    isFull,
    unsynced: (write) => transact(database, durability === 'disk', write),
    close() {
      database.close();
      reserve.leave();
    },
  };
}

function openForWriting(path: string, everyCommitSynced: boolean): DatabaseSync {
  const database = new DatabaseSync(path, { timeout: BUSY_TIMEOUT });
  try {
    const fresh = checkOwner(database, path) === 'nobody';
    configure(database, path, everyCommitSynced);
    if (fresh) makeTables(database);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/**
 * Write access is asked for where it can be had, and never used for a query: SQLite then removes the files beside the
 * database that it had to make in order to read.
 */
function openReader(path: string): SqliteFile {
  if (!existsSync(path)) throw new JournalUnusable(`${path} does not exist`);
  assertAccess(path, constants.R_OK);
  assertLogBelongs(path);
  const database = new DatabaseSync(path, { timeout: BUSY_TIMEOUT });
  try {
    database.exec('PRAGMA query_only = ON');
    if (checkOwner(database, path) === 'nobody') throw new JournalUnusable(`${path} is an empty database`);
    return {
      database,
      reserve: undefined,
      isFull: () => false,
      unsynced: () => {
        throw new Error('nothing is written');
      },
      close: () => database.close(),
    };
  } catch (error) {
    database.close();
    throw error;
  }
}

/** A database is never empty once it has a log: SQLite would throw the log away and begin anew. Throws `JournalUnusable`. */
export function assertLogBelongs(path: string): void {
  const length = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (length(path) === 0 && length(`${path}-wal`) > 0) {
    throw new JournalUnusable(`${path} is damaged: it has been emptied, and ${path}-wal beside it has not`);
  }
}

/** SQLite would say no more than "unable to open database file". Throws `JournalUnusable`. */
export function assertAccess(path: string, mode: number): void {
  const directory = dirname(path);
  if (!existsSync(directory)) throw new JournalUnusable(`the directory ${directory} does not exist`);
  const writing = (mode & constants.W_OK) !== 0;
  if (writing && !allows(directory, mode)) {
    throw new JournalUnusable(`the directory ${directory} cannot be written to, and ${path} needs files beside it`);
  }
  if (!existsSync(path)) return;
  if (!statSync(path).isFile()) throw new JournalUnusable(`${path} is not a file`);
  if (!allows(path, mode)) throw new JournalUnusable(`${path} cannot be ${writing ? 'read and written' : 'read'}`);
}

function allows(path: string, mode: number): boolean {
  try {
    accessSync(path, mode);
    return true;
  } catch {
    return false;
  }
}

/** Whose file it is, by its application id; before anything is changed in it. Throws `JournalUnusable` for another program's. */
export function checkOwner(
  database: DatabaseSync,
  path: string,
  us: number = APPLICATION_ID,
  known: number = SCHEMA_VERSION,
): 'us' | 'nobody' {
  const owner = number(database, 'PRAGMA application_id');
  const version = number(database, 'PRAGMA user_version');
  if (owner === 0 && version === 0 && number(database, 'SELECT count(*) FROM sqlite_schema') === 0) return 'nobody';
  if (owner !== us) throw new JournalUnusable(`${path} is a database of another program`);
  if (version === known) return 'us';
  const writer = version > known ? 'a newer' : 'an earlier';
  throw new JournalUnusable(`${path} was written by ${writer} tengen (schema ${version}; this one knows ${known})`);
}

function configure(database: DatabaseSync, path: string, everyCommitSynced: boolean): void {
  const { journal_mode: mode } = database.prepare('PRAGMA journal_mode = WAL').get() ?? {};
  if (mode !== 'wal') throw new JournalUnusable(`${path} is on a file system that SQLite's write-ahead log cannot use`);
  sync(database, everyCommitSynced);
  // On macOS an ordinary fsync stops at the drive's own cache.
  database.exec('PRAGMA fullfsync = ON; PRAGMA checkpoint_fullfsync = ON');
  // 64 MiB of pages, so that moves in many games at once find theirs in memory; a log above the limit is cut once it is free.
  database.exec(`PRAGMA cache_size = -65536; PRAGMA journal_size_limit = ${LOG_SIZE_LIMIT}`);
}

/** FULL syncs the log at each commit, NORMAL only before it is copied into the database: https://sqlite.org/pragma.html#pragma_synchronous. */
const sync = (database: DatabaseSync, everyCommit: boolean): void =>
  database.exec(`PRAGMA synchronous = ${everyCommit ? 'FULL' : 'NORMAL'}`);

function transact(database: DatabaseSync, everyOtherSynced: boolean, write: () => void): void {
  sync(database, false);
  try {
    database.exec('BEGIN IMMEDIATE');
    write();
    database.exec('COMMIT');
  } finally {
    if (database.isTransaction) database.exec('ROLLBACK');
    sync(database, everyOtherSynced);
  }
}

function number(database: DatabaseSync, sql: string): number {
  const [value] = Object.values(database.prepare(sql).get() ?? {});
  if (typeof value !== 'number') throw new Error(`${sql} gave no number`);
  return value;
}

/** What is wrong with a file, in one line. */
export function openingTrouble(path: string, error: unknown): string {
  switch (sqliteTrouble(error)) {
    case 'busy':
      return `${path} is locked by another program`;
    case 'corrupt':
      return tornLine(path, message(error));
    case 'no-database':
      return `${path} is not a database`;
    case 'full':
    case 'perhaps-full':
      return `${path} cannot be opened: there is no room on its disk`;
    case 'cannot-open':
      return `${path} cannot be opened: its directory cannot be written to, and it needs files beside it`;
    case 'other':
      return `${path} cannot be opened: ${message(error)}`;
  }
}

const message = (error: unknown): string => (error instanceof Error ? error.message : String(error));
