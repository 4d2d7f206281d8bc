import { type Dialect, type Kysely, PostgresDialect, PostgresIntrospector, sql, type TableMetadata } from 'kysely';
import type { PoolClient } from 'pg';
import { DatabaseAway, DatabaseUnusable } from './unusable.ts';

/** Milliseconds until a server that does not answer is given up. */
const CONNECTION_TIMEOUT = 10_000;
const MOST_CONNECTIONS = 4;

/** Whole numbers of 64 bits come as text, unless told otherwise: times and counts are well below 2^53. */
const INT8 = 20;

/** PostgreSQL at a URL. The client is loaded only where it is asked for. */
export async function openPostgres(url: string): Promise<Dialect> {
  const { default: pg } = await import('pg');
  let pool: InstanceType<typeof pg.Pool>;
  try {
    pool = new pg.Pool({
      connectionString: url,
      max: MOST_CONNECTIONS,
      connectionTimeoutMillis: CONNECTION_TIMEOUT,
      application_name: 'tengen',
      types: {
        getTypeParser: (type, format) => (type === INT8 ? Number : pg.types.getTypeParser(type, format)),
      },
    });
  } catch (error) {
    throw new DatabaseUnusable(url, error);
  }
  // A connection that nobody uses was lost: the next query makes another, and says what is wrong if it cannot.
  pool.on('error', () => undefined);
  // One that is lost under a query fails that query, and says so a second time, to nobody unless there is somebody here.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const connect = (): Promise<PoolClient> =>
    pool.connect().catch((error: unknown) => {
      throw new DatabaseAway(error);
    });
  return new OwnSchemaDialect({ pool: { connect, end: () => pool.end() } });
}

/** Looks at the tables of its own schema alone. */
class OwnSchemaDialect extends PostgresDialect {
  override createIntrospector(database: Kysely<unknown>): PostgresIntrospector {
    return new OwnSchema(database);
  }
}

/**
 * Kysely's own looks through the tables of everybody on the server, and fails where somebody drops a schema meanwhile. To
 * bring tables up to date, their names are all that is needed.
 */
class OwnSchema extends PostgresIntrospector {
  readonly #database: Kysely<unknown>;

  constructor(database: Kysely<unknown>) {
    super(database);
    this.#database = database;
  }

  override async getTables(): Promise<TableMetadata[]> {
    const { rows } = await sql<{ name: string; schema: string }>`
      SELECT tablename AS name, schemaname AS schema FROM pg_catalog.pg_tables WHERE schemaname = current_schema()
    `.execute(this.#database);
    return rows.map(({ name, schema }) => ({ name, schema, isView: false, columns: [] }));
  }
}
