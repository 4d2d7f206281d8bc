import { type Expression, type Kysely, SqliteAdapter, sql } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: whatever tables there are.
type AnyDatabase = Kysely<any>;

const isSqlite = (database: AnyDatabase): boolean => database.getExecutor().adapter instanceof SqliteAdapter;

/**
 * The type of a column of text whose order is that of code points: SQLite knows no other, and PostgreSQL has to be told,
 * because its own is the operating system's.
 */
export const textInCodePoints = (database: AnyDatabase): Expression<unknown> & ReturnType<typeof sql> =>
  isSqlite(database) ? sql`text` : sql`text collate "C"`;

/** Whole numbers of 64 bits. As a primary key SQLite takes only `integer` for its own row number, which has as many. */
export const wholeNumber = (database: AnyDatabase): 'integer' | 'bigint' => (isSqlite(database) ? 'integer' : 'bigint');

/** Bytes of any value. */
export const bytes = (database: AnyDatabase): ReturnType<typeof sql> => (isSqlite(database) ? sql`blob` : sql`bytea`);
