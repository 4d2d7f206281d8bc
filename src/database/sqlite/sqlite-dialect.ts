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
import { DatabaseUnavailable } from '../database-errors.ts';
import type { DatabaseReply, DatabaseRequest, SqliteValue, SqlStatement } from './database-message.ts';
import type { QueryThread } from './query-thread.ts';
import type { WatchedDatabaseFile } from './watched-database-file.ts';

/** Kysely's dialect for SQLite in a worker thread. */
export const sqliteDialect = (driver: SqliteThreadDriver): Dialect => ({
  createAdapter: () => new SqliteAdapter(),
  createDriver: () => driver,
  createIntrospector: (database) => new SqliteIntrospector(database),
  createQueryCompiler: () => new SqliteQueryCompiler(),
});

/** A driver with one connection. One query or one transaction uses it at a time. */
export class SqliteThreadDriver implements Driver {
  readonly #connection: ThreadConnection;
  /** Resolves when the connection is free again. */
  #free: Promise<void> = Promise.resolve();
  #release: () => void = () => undefined;

  /** `file` is absent if the database is read-only or in memory. */
  constructor(thread: QueryThread, file: WatchedDatabaseFile | undefined) {
    this.#connection = new ThreadConnection(thread, file);
  }

  /** Runs queries as one transaction with one message to the thread. */
  async transact(queries: readonly CompiledQuery[]): Promise<void> {
    await this.acquireConnection();
    try {
      await this.#connection.transact(queries);
    } finally {
      this.#release();
    }
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    const before = this.#free;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#free = promise;
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
    // If the disk is full, SQLite has rolled back already. Only the first error is reported.
    await this.#connection.run('ROLLBACK').catch(() => undefined);
  }

  /** Does nothing. open-sqlite.ts closes the thread, because Kysely does not call this method before the first query. */
  async destroy(): Promise<void> {}
}

class ThreadConnection implements DatabaseConnection {
  readonly #thread: QueryThread;
  readonly #file: WatchedDatabaseFile | undefined;

  constructor(thread: QueryThread, file: WatchedDatabaseFile | undefined) {
    this.#thread = thread;
    this.#file = file;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const { rows, changes } = await this.#request(
      { kind: 'query', ...statementOf(query) },
      WRITES_NOTHING.test(query.sql),
    );
    return { rows: rows as Row[], numAffectedRows: BigInt(changes) };
  }

  async run(sql: string): Promise<void> {
    await this.#request({ kind: 'query', sql, parameters: [] }, WRITES_NOTHING.test(sql));
  }

  async transact(queries: readonly CompiledQuery[]): Promise<void> {
    await this.#request({ kind: 'transaction', statements: queries.map(statementOf) }, false);
  }

  async #request(request: DatabaseRequest, writesNothing: boolean): Promise<DatabaseReply & { kind: 'done' }> {
    const send = () => this.#thread.request(request);
    const reply = await (writesNothing || this.#file === undefined ? send() : this.#file.write(send));
    if (reply.kind === 'done') return reply;
    throw reply.isTemporary ? new DatabaseUnavailable(reply.why) : new Error(reply.why);
  }

  streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('streams are not supported: ask for a large result page by page');
  }
}

const WRITES_NOTHING = /^(?:select|rollback|pragma)/i;

const statementOf = ({ sql, parameters }: CompiledQuery): SqlStatement => ({
  sql,
  parameters: parameters.map(sqliteValue),
});

function sqliteValue(parameter: unknown): SqliteValue {
  if (parameter === null || parameter instanceof Uint8Array) return parameter;
  if (typeof parameter === 'string' || typeof parameter === 'number' || typeof parameter === 'bigint') return parameter;
  throw new TypeError(`a ${typeof parameter} cannot be stored in a database`);
}
