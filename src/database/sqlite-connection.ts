import { closeSync, constants, existsSync, openSync } from 'node:fs';
import { resolve } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { JournalUnusable } from '../journal/journal.ts';
import { type SqliteTrouble, sqliteTrouble } from '../journal/sqlite-error.ts';
import { assertAccess, checkOwner, openingTrouble } from '../journal/sqlite-file.ts';
import type { Reply, Request } from './sqlite-message.ts';
import { NEW_SCHEMA } from './sqlite-schema.ts';

/** `tena` in ASCII: tells these files from a journal's and from those of other programs. */
const APPLICATION_ID = 0x74656e61;
const SCHEMA_VERSION = 0;
/** How long a statement waits for another program that writes, in milliseconds. */
const BUSY_TIMEOUT = 10_000;
const IN_MEMORY = ':memory:';

/** Statements that are kept, so that they need not be compiled again. */
const MOST_STATEMENTS = 200;

interface Prepared {
  readonly statement: StatementSync;
  /** It has rows for an answer. */
  readonly answers: boolean;
}

const PASSING: ReadonlySet<SqliteTrouble> = new Set(['busy', 'full', 'perhaps-full']);

/** The database in the thread that uses it: everything here blocks. */
class SqliteConnection {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, Prepared>();

  /** Throws an error with one clear line. */
  constructor(path: string) {
    try {
      this.#database = path === IN_MEMORY ? new DatabaseSync(IN_MEMORY) : openFile(resolve(path));
    } catch (error) {
      throw error instanceof JournalUnusable ? error : new Error(troubleWith(path, error));
    }
  }

  answer(request: Request): Reply {
    return attempt(() => (request.kind === 'query' ? this.#query(request) : this.#close()));
  }

  #query({ sql, parameters }: Request & { kind: 'query' }): Reply {
    const { statement, answers } = this.#prepared(sql);
    if (answers) return { kind: 'done', rows: statement.all(...parameters), changes: 0 };
    return { kind: 'done', rows: [], changes: Number(statement.run(...parameters).changes) };
  }

  /** The same few statements are asked for again and again; with lists of any length in them there may be many. */
  #prepared(sql: string): Prepared {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    const statement = this.#database.prepare(sql);
    const prepared = { statement, answers: statement.columns().length > 0 };
    if (this.#statements.size >= MOST_STATEMENTS) this.#statements.clear();
    this.#statements.set(sql, prepared);
    return prepared;
  }

  #close(): Reply {
    this.#database.close();
    return DONE;
  }
}

const DONE: Reply = { kind: 'done', rows: [], changes: 0 };

/** Opens a database and has `serve` answer what it is asked; what it says first: whether that went well. */
export function opening(path: string, serve: (connection: SqliteConnection) => void): Reply {
  return attempt(() => {
    serve(new SqliteConnection(path));
    return DONE;
  });
}

function attempt(work: () => Reply): Reply {
  try {
    return work();
  } catch (error) {
    const passes = PASSING.has(sqliteTrouble(error));
    return { kind: 'failed', why: error instanceof Error ? error.message : String(error), passes };
  }
}

/** A file that a server may be using, only to be read. Throws `JournalUnusable`. */
export function openArchiveFile(path: string): DatabaseSync {
  assertAccess(path, constants.R_OK);
  const database = new DatabaseSync(path, { timeout: BUSY_TIMEOUT });
  try {
    database.exec('PRAGMA query_only = ON');
    checkOwner(database, path, APPLICATION_ID, SCHEMA_VERSION);
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
    const fresh = checkOwner(database, path, APPLICATION_ID, SCHEMA_VERSION) === 'nobody';
    const { journal_mode: mode } = database.prepare('PRAGMA journal_mode = WAL').get() ?? {};
    if (mode !== 'wal') throw new Error('its file system cannot hold a write-ahead log');
    // Accounts are nowhere else, so every commit is synced; 64 MiB of pages in memory.
    database.exec('PRAGMA synchronous = FULL; PRAGMA fullfsync = ON; PRAGMA cache_size = -65536');
    if (fresh) database.exec(`BEGIN IMMEDIATE; PRAGMA application_id = ${APPLICATION_ID}; ${NEW_SCHEMA} COMMIT`);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}
