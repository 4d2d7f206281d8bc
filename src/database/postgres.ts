import { Socket } from 'node:net';
import { type Dialect, type Kysely, PostgresDialect, type PostgresPoolClient, sql } from 'kysely';
import type { DatabaseError } from 'pg';
import { lock } from './advisory-locks.ts';
import { DatabaseUnavailable, DatabaseUnusable } from './database-errors.ts';
import { POSTGRES_TYPES, SCHEMA_VERSION, tableStatements } from './database-schema.ts';
import type { Tables } from './tables.ts';
import { NODE_TABLES } from './tables.ts';

/** Milliseconds to wait for a server that does not answer. */
const CONNECTION_TIMEOUT = 10_000;
/** A connection counts as lost after this many milliseconds without data during a query, because a loss may not be reported. */
const SILENCE_TIMEOUT = 20_000;
const MAX_CONNECTIONS = 4;

/** PostgreSQL's type of 64-bit integers. The client reads them as text by default. Our times and counts are below 2^53. */
const INT8 = 20;

/**
 * Connects to PostgreSQL. The client library is loaded here, because few servers need it. A query whose connection is lost
 * rejects with `DatabaseUnavailable`. `silence`: milliseconds until a silent connection counts as lost.
 */
export async function openPostgres(url: string, silence: number = SILENCE_TIMEOUT): Promise<Dialect> {
  const { default: pg } = await import('pg');
  let pool: InstanceType<typeof pg.Pool>;
  try {
    pool = new pg.Pool({
      connectionString: url,
      max: MAX_CONNECTIONS,
      connectionTimeoutMillis: CONNECTION_TIMEOUT,
      application_name: 'tengen',
      stream: () => {
        const socket = new Socket();
        return socket.setTimeout(silence, () => void socket.destroy(new Error('the database does not answer')));
      },
      types: {
        getTypeParser: (type, format) => (type === INT8 ? Number : pg.types.getTypeParser(type, format)),
      },
    });
  } catch (error) {
    throw new DatabaseUnusable(url, error);
  }
  // Ignores the loss of an idle connection. The next query opens another one or reports the error.
  pool.on('error', () => undefined);
  // A connection that is lost during a query fails that query and also emits an error, which needs a listener.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const isServerError = (error: unknown): boolean => error instanceof pg.DatabaseError && !isShutdown(error);
  const connect = async (): Promise<PostgresPoolClient> => {
    const client = await pool.connect().catch((error: unknown) => {
      throw new DatabaseUnavailable(error);
    });
    const query = async (text: string, values: readonly unknown[]): Promise<unknown> => {
      try {
        return await client.query(text, [...values]);
      } catch (error) {
        throw isServerError(error) ? error : new DatabaseUnavailable(error);
      }
    };
    return { query: query as PostgresPoolClient['query'], release: () => client.release() };
  };
  return new PostgresDialect({ pool: { connect, end: () => pool.end() } });
}

/** Whether the error means that the server is stopping or starting. */
const isShutdown = ({ code = '' }: DatabaseError): boolean => code.startsWith('57P');

/** Creates all tables in the schema of the connection, or none. Rejects if there are tables of another version. */
export async function createPostgresTables(database: Kysely<Tables>): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    // Several servers may start at once.
    await lock(transaction, 'tables');
    await sql.raw(NODE_TABLES).execute(transaction);
    const { rows } = await sql<{ found: string | null }>`SELECT to_regclass('schema_version') AS found`.execute(
      transaction,
    );
    if (typeof rows[0]?.found === 'string') return await assertVersion(transaction);
    await sql.raw(tableStatements(POSTGRES_TYPES)).execute(transaction);
    await sql`CREATE TABLE schema_version AS SELECT ${sql.lit(SCHEMA_VERSION)} AS version`.execute(transaction);
  });
}

async function assertVersion(database: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<{ version: number }>`SELECT version FROM schema_version`.execute(database);
  const version = rows[0]?.version ?? 0;
  if (version === SCHEMA_VERSION) return;
  const writer = version > SCHEMA_VERSION ? 'a newer' : 'an earlier';
  throw new Error(`it was written by ${writer} tengen (schema ${version}; this one knows ${SCHEMA_VERSION})`);
}
