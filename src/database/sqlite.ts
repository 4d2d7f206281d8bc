import { extname } from 'node:path';
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
import { WorkerLink } from '../worker-link.ts';
import type { Reply, Request, SqliteValue } from './sqlite-message.ts';
import { DatabaseAway, DatabaseUnusable } from './unusable.ts';

type Link = WorkerLink<Request, Reply>;

/** SQLite in a file or in `:memory:`, in a thread of its own, so that a slow query holds up nobody else. */
export async function openSqlite(path: string): Promise<Dialect> {
  const worker = new URL(`./sqlite-worker${extname(import.meta.url)}`, import.meta.url);
  const link: Link = new WorkerLink<Request, Reply>('the database', worker, path);
  const opened = await link.next();
  if (opened.kind === 'failed') {
    await link.ended();
    throw new DatabaseUnusable(path, opened.why);
  }
  return {
    createAdapter: () => new TransactionalAdapter(),
    createDriver: () => new WorkerDriver(link),
    createIntrospector: (database) => new SqliteIntrospector(database),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}

/** In SQLite tables are made in transactions as well, so a disk that fills up or a killed process leaves no half of a migration. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** One connection, which one query or one transaction has at a time. */
class WorkerDriver implements Driver {
  readonly #link: Link;
  readonly #connection: WorkerConnection;
  /** Resolves once everybody who asked before has given the connection back. */
  #turn: Promise<void> = Promise.resolve();
  #release: () => void = () => undefined;

  constructor(link: Link) {
    this.#link = link;
    this.#connection = new WorkerConnection(link);
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
    // A thread that is gone has let go of its file.
    await this.#link.request({ kind: 'close' }).catch(() => undefined);
    await this.#link.ended();
  }
}

class WorkerConnection implements DatabaseConnection {
  readonly #link: Link;

  constructor(link: Link) {
    this.#link = link;
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const reply = await this.run(sql, parameters.map(sqliteValue));
    return { rows: reply.rows as Row[], numAffectedRows: BigInt(reply.changes) };
  }

  async run(sql: string, parameters: readonly SqliteValue[] = []): Promise<Reply & { kind: 'done' }> {
    const reply = await this.#link.request({ kind: 'query', sql, parameters });
    if (reply.kind === 'failed') throw reply.passes ? new DatabaseAway(reply.why) : new Error(reply.why);
    return reply;
  }

  streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('results come whole, and large ones in pages that the query asks for');
  }
}

function sqliteValue(parameter: unknown): SqliteValue {
  if (parameter === null || parameter instanceof Uint8Array) return parameter;
  if (typeof parameter === 'string' || typeof parameter === 'number' || typeof parameter === 'bigint') return parameter;
  throw new TypeError(`a ${typeof parameter} has no place in a database`);
}
