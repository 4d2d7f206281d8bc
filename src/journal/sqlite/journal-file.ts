import { constants, existsSync, realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import {
  assertAccess,
  assertLogBelongs,
  type DatabaseFormat,
  isEmptyDatabase,
  openErrorMessage,
} from '../files/database-open-checks.ts';
import { type DiskReserve, FileReserve, SimulatedDiskReserve } from '../files/disk-reserve.ts';
import { LOG_SIZE_LIMIT } from '../files/lost-file-detector.ts';
import { sqliteErrorKind } from '../files/sqlite-error.ts';
import { SqliteFileUnusable } from '../journal.ts';
import type { JournalFileOptions, WritableJournalOptions } from './journal-message.ts';

/** Milliseconds that a statement waits for another program that reads or checkpoints. */
const BUSY_TIMEOUT = 10_000;

/** The open database of a journal. */
export interface JournalFile {
  readonly database: DatabaseSync;
  /** Disk space that is released when the disk is full. Undefined if the journal is open for reading only. */
  readonly reserve: DiskReserve | undefined;
  isFull(error: unknown): boolean;
  /** Runs several writes with one commit. The commit is synced together with the next one. */
  writeUnsynced(write: () => void): void;
  close(): void;
}

/** Opens the file of a journal. To write, the caller must hold its lock (src/journal/files/database-lock.ts). Throws `SqliteFileUnusable`. */
export function openJournalFile(options: JournalFileOptions): JournalFile {
  const path = resolve(options.path);
  try {
    return 'readOnly' in options ? openToRead(path) : openToWrite(path, options);
  } catch (error) {
    if (error instanceof SqliteFileUnusable) throw error;
    throw new SqliteFileUnusable(openErrorMessage(path, error), { cause: error });
  }
}

function openToWrite(path: string, { durability, maxPages }: WritableJournalOptions): JournalFile {
  const reserve = new FileReserve(existsSync(path) ? realpathSync(path) : path);
  if (!reserve.isHeld) reserve.release();
  const isFull = (error: unknown): boolean => {
    const kind = sqliteErrorKind(error);
    return kind === 'full' || (kind === 'perhaps-full' && reserve.isDiskFull());
  };
  const open = (): DatabaseSync => openDatabase(path, durability === 'disk');
  let database: DatabaseSync;
  try {
    database = open();
  } catch (error) {
    // On a full disk, the reserve that the last server has left gives the space to open the database.
    if (!reserve.isHeld || !isFull(error)) throw error;
    reserve.release();
    database = open();
  }
  return {
    database,
    reserve: maxPages === undefined ? reserve : new SimulatedDiskReserve(database, maxPages),
    isFull,
    writeUnsynced: (write) => writeUnsynced(database, durability === 'disk', write),
    close() {
      database.close();
      reserve.leave();
    },
  };
}

function openDatabase(path: string, everyCommitSynced: boolean): DatabaseSync {
  const database = new DatabaseSync(path, { timeout: BUSY_TIMEOUT });
  try {
    const isNew = isEmptyDatabase(database, path, JOURNAL_KIND);
    configure(database, path, everyCommitSynced);
    if (isNew) makeTables(database);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Opens the database with write access if possible, because SQLite then deletes the files beside it that it has made for reading. */
function openToRead(path: string): JournalFile {
  if (!existsSync(path)) throw new SqliteFileUnusable(`${path} does not exist`);
  assertAccess(path, constants.R_OK);
  assertLogBelongs(path);
  const database = new DatabaseSync(path, { timeout: BUSY_TIMEOUT });
  try {
    database.exec('PRAGMA query_only = ON');
    if (isEmptyDatabase(database, path, JOURNAL_KIND)) throw new SqliteFileUnusable(`${path} is an empty database`);
    return {
      database,
      reserve: undefined,
      isFull: () => false,
      writeUnsynced: () => {
        throw new Error('the journal is open for reading only');
      },
      close: () => database.close(),
    };
  } catch (error) {
    database.close();
    throw error;
  }
}

function configure(database: DatabaseSync, path: string, everyCommitSynced: boolean): void {
  const { journal_mode: mode } = database.prepare('PRAGMA journal_mode = WAL').get() ?? {};
  if (mode !== 'wal')
    throw new SqliteFileUnusable(`${path} is on a file system that SQLite's write-ahead log cannot use`);
  setSync(database, everyCommitSynced);
  // On macOS an ordinary fsync does not reach the disk.
  database.exec('PRAGMA fullfsync = ON; PRAGMA checkpoint_fullfsync = ON');
  // The cache is 64 MiB, so that the rows of many running games are in memory.
  database.exec(`PRAGMA cache_size = -65536; PRAGMA journal_size_limit = ${LOG_SIZE_LIMIT}`);
}

/** FULL syncs the log with each commit, NORMAL only before a checkpoint: https://sqlite.org/pragma.html#pragma_synchronous. */
const setSync = (database: DatabaseSync, everyCommit: boolean): void =>
  database.exec(`PRAGMA synchronous = ${everyCommit ? 'FULL' : 'NORMAL'}`);

function writeUnsynced(database: DatabaseSync, everyOtherSynced: boolean, write: () => void): void {
  setSync(database, false);
  try {
    database.exec('BEGIN IMMEDIATE');
    write();
    database.exec('COMMIT');
  } finally {
    if (database.isTransaction) database.exec('ROLLBACK');
    setSync(database, everyOtherSynced);
  }
}

/** The application id, `teng` in ASCII, distinguishes journals from the databases of other programs. */
const JOURNAL_KIND: DatabaseFormat = { applicationId: 0x74656e67, schemaVersion: 3 };

/**
 * docs/journal.md describes the tables. With the index, unfinished games are found without reading the others, and also the ids of all
 * games if a page of the table is lost. The view is for users of `sqlite3`: it has each event once, as src/lobby/games/game-event.ts
 * defines it, without the events of damaged rows.
 */
const TABLES = `
  CREATE TABLE game (
    id INTEGER PRIMARY KEY, at INTEGER NOT NULL, ended INTEGER, log TEXT NOT NULL, sum INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE batch (id INTEGER PRIMARY KEY, entries TEXT NOT NULL, sum INTEGER NOT NULL) STRICT;
  CREATE INDEX game_ended ON game (ended);
  CREATE VIEW event AS
    SELECT game, "index", at, iif(json_type(event) = 'object', event, json_patch(
      json_object('kind', iif(event ->> 1 IS NULL, 'passed', 'played'), 'color', iif(event ->> 0 = 'B', 'black', 'white')),
      json_object('point', event ->> 1, 'spent', event ->> 2, 'paused', event ->> 3)
    )) AS event
    FROM (
      SELECT game.id AS game, key AS "index", at + (value ->> 0) AS at, value -> 1 AS event
      FROM game, json_each(iif(json_valid('[' || log || ']'), '[' || log || ']', '[]'))
      UNION
      SELECT value ->> 0, value ->> 1, value ->> 2, value -> 3 FROM batch, json_each(iif(json_valid(entries), entries, '[]'))
    );
  PRAGMA application_id = ${JOURNAL_KIND.applicationId}; PRAGMA user_version = ${JOURNAL_KIND.schemaVersion};
`;

function makeTables(database: DatabaseSync): void {
  database.exec(`BEGIN IMMEDIATE; ${TABLES} COMMIT`);
}
