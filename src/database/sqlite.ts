import { extname, resolve } from 'node:path';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import type { DatabaseLock } from '../journal/database-lock.ts';
import { WorkerLink } from '../worker-link.ts';
import { type FilesListener, KeptFile } from './kept-file.ts';
import type { Reply, Request, SqliteValue, ThreadRequest } from './sqlite-message.ts';
import type { Task } from './task.ts';
import { DatabaseAway, DatabaseUnusable } from './unusable.ts';

/** Who answers for the database: its thread, or this one. */
type Link = Pick<WorkerLink<Request, Reply>, 'request' | 'ended'>;
type ThreadLink = WorkerLink<ThreadRequest, Reply>;

/** SQLite in a file or in `:memory:`. */
export interface Sqlite {
  readonly dialect: Dialect;
  /** From now on it is a thread's, so that a slow query holds up nobody else. Rejects where that fails: it stays where it was. */
  moveToThread(): Promise<void>;
  /** Does a task in its thread; undefined where it has none yet. */
  perform<Input, Output>(task: Task<Input, Output>, input: Input): Promise<Output> | undefined;
  /** The file is new, and there was a database before. */
  readonly isBegunAnew: boolean;
  /** Looks once a second whether its files are in their places, until it is closed. */
  watchFiles(listener: FilesListener): void;
}

/**
 * Opens it in a thread of its own, or `here`, where everything blocks: for whoever has nothing else to do yet and would wait
 * for the thread. What is only in memory cannot be moved.
 */
export async function openSqlite(path: string, where: 'in-thread' | 'here'): Promise<Sqlite> {
  const isFile = path !== ':memory:';
  const isHere = where === 'here' && isFile;
  const lock = isFile ? await lockFile(path) : undefined;
  let driver: SqliteDriver;
  try {
    const thread = isHere ? undefined : await openThread(path);
    driver = new SqliteDriver(thread ?? (await openHere(path)), thread, lock && new KeptFile(path, lock));
  } catch (error) {
    lock?.close();
    throw error;
  }
  return {
    dialect: dialectOf(driver),
    moveToThread: async () => (isHere ? await driver.moveTo(() => openThread(path)) : undefined),
    perform: (task, input) => driver.perform(task, input),
    watchFiles: (listener) => driver.watchFiles(listener),
    isBegunAnew: lock?.isBegunAnew ?? false,
  };
}

async function lockFile(path: string): Promise<DatabaseLock> {
  await import('../journal/sqlite-warning.ts');
  // Imported only now, because the warning comes with the import.
  const { lockDatabase } = await import('../journal/database-lock.ts');
  // Where it is deleted, its games come from the journal again.
  return await lockDatabase(resolve(path), true).catch((error: unknown) => {
    throw new DatabaseUnusable(path, error);
  });
}

/** For queries that `link` answers. */
export const sqliteDialect = (link: Link): Dialect => dialectOf(new SqliteDriver(link));

const dialectOf = (driver: SqliteDriver): Dialect => ({
  createAdapter: () => new TransactionalAdapter(),
  createDriver: () => driver,
  createIntrospector: (database) => new SqliteIntrospector(database),
  createQueryCompiler: () => new SqliteQueryCompiler(),
});

async function openThread(path: string): Promise<ThreadLink> {
  const worker = new URL(`./database-worker${extname(import.meta.url)}`, import.meta.url);
  const link: ThreadLink = new WorkerLink('the database', worker, path);
  const opened = await link.next();
  if (opened.kind === 'done') return link;
  await link.ended();
  throw new DatabaseUnusable(path, opened.why);
}

async function openHere(path: string): Promise<Link> {
  await import('../journal/sqlite-warning.ts');
  // Imported only now, because the warning comes with the import.
  const { opening } = await import('./sqlite-connection.ts');
  let link: Link | undefined;
  const opened = opening(path, (connection) => {
    link = { request: async (request) => connection.answer(request), ended: async () => undefined };
  });
  if (link !== undefined) return link;
  throw new DatabaseUnusable(path, opened.kind === 'failed' ? opened.why : '');
}

/** In SQLite tables are made in transactions as well, so a disk that fills up or a killed process leaves no half of a migration. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** One connection, which one query or one transaction has at a time. */
class SqliteDriver implements Driver {
  readonly #connection: LinkConnection;
  /** Resolves once everybody who asked before has given the connection back. */
  #turn: Promise<void> = Promise.resolve();
  #release: () => void = () => undefined;

  #thread: ThreadLink | undefined;
  #moving: Promise<void> | undefined;
  #isClosed = false;
  /** Absent where the database is in memory. */
  readonly #file: KeptFile | undefined;

  constructor(link: Link, thread?: ThreadLink, file?: KeptFile) {
    this.#connection = new LinkConnection(link, file);
    this.#thread = thread;
    this.#file = file;
  }

  watchFiles(listener: FilesListener): void {
    const saveLog = (): void => void this.#connection.run('PRAGMA wal_checkpoint(PASSIVE)').catch(() => undefined);
    this.#file?.watch(listener, saveLog);
  }

  /** Once, after what has been asked before and before what is asked from now on. */
  moveTo(open: () => Promise<ThreadLink>): Promise<void> {
    this.#moving ??= this.#move(open);
    return this.#moving;
  }

  async #move(open: () => Promise<ThreadLink>): Promise<void> {
    await this.acquireConnection();
    try {
      if (this.#isClosed) return;
      const thread = await open();
      await this.#connection.moveTo(thread);
      this.#thread = thread;
    } finally {
      this.#release();
    }
  }

  perform<Input, Output>({ module }: Task<Input, Output>, input: Input): Promise<Output> | undefined {
    const thread = this.#thread;
    return thread && this.#perform<Output>(thread, module, input);
  }

  async #perform<Output>(thread: ThreadLink, module: string, input: unknown): Promise<Output> {
    await this.acquireConnection();
    try {
      const ask = () => thread.request({ kind: 'task', module, input: JSON.stringify(input) });
      const { rows } = done(await (this.#file?.change(ask) ?? ask()));
      return rows[0] as Output;
    } finally {
      this.#release();
    }
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    const before = this.#turn;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#turn = promise;
    await before;
    this.#release = resolve;
    return this.#connection;
  }

  async releaseConnection(): Promise<void> {
    this.#release();
  }

  async beginTransaction(): Promise<void> {
    await this.#connection.run('BEGIN IMMEDIATE');
  }

  async commitTransaction(): Promise<void> {
    await this.#connection.run('COMMIT');
  }

  async rollbackTransaction(): Promise<void> {
    // Where the disk is full, SQLite has done so by itself, and what is to be told is that.
    await this.#connection.run('ROLLBACK').catch(() => undefined);
  }

  async destroy(): Promise<void> {
    this.#isClosed = true;
    await this.#moving?.catch(() => undefined);
    await this.#connection.close();
    this.#file?.close();
  }
}

class LinkConnection implements DatabaseConnection {
  #link: Link;
  readonly #file: KeptFile | undefined;

  constructor(link: Link, file?: KeptFile) {
    this.#link = link;
    this.#file = file;
  }

  /** The other one is closed last, so that SQLite does not take the file for abandoned and tidy it up. */
  async moveTo(link: Link): Promise<void> {
    const before = this.#link;
    this.#link = link;
    await before.request({ kind: 'close' });
  }

  async close(): Promise<void> {
    // A thread that is gone has let go of its file.
    await this.#link.request({ kind: 'close' }).catch(() => undefined);
    await this.#link.ended();
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const reply = await this.run(sql, parameters.map(sqliteValue));
    return { rows: reply.rows as Row[], numAffectedRows: BigInt(reply.changes) };
  }

  async run(sql: string, parameters: readonly SqliteValue[] = []): Promise<Done> {
    const ask = () => this.#link.request({ kind: 'query', sql, parameters });
    const isHarmless = this.#file === undefined || HARMLESS.test(sql);
    return done(await (isHarmless ? ask() : this.#file.change(ask)));
  }

  streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('results come whole, and large ones in pages that the query asks for');
  }
}

/** Statements that write nothing, and those that a transaction ends with and the log is saved by. */
const HARMLESS = /^(?:select|rollback|pragma)/i;

type Done = Reply & { readonly kind: 'done' };

function done(reply: Reply): Done {
  if (reply.kind === 'failed') throw reply.passes ? new DatabaseAway(reply.why) : new Error(reply.why);
  return reply;
}

function sqliteValue(parameter: unknown): SqliteValue {
  if (parameter === null || parameter instanceof Uint8Array) return parameter;
  if (typeof parameter === 'string' || typeof parameter === 'number' || typeof parameter === 'bigint') return parameter;
  throw new TypeError(`a ${typeof parameter} has no place in a database`);
}
