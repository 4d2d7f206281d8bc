/** The version of the tables below. A database of another version is refused. */
export const SCHEMA_VERSION = 3;

/** The names of column types that differ between the databases. */
interface ColumnTypes {
  /** Integers of 64 bits. */
  readonly long: string;
  readonly bytes: string;
  /** Text that is ordered by code points. */
  readonly key: string;
  /** A primary key that counts up and never uses a number twice. */
  readonly counter: string;
}

/** SQLite orders text by code points. A primary key of type `integer` is the row number, which has 64 bits. */
export const SQLITE_TYPES: ColumnTypes = {
  long: 'integer',
  bytes: 'blob',
  key: 'text',
  counter: 'integer primary key autoincrement',
};

/** Without a collation, PostgreSQL orders text by the rules of the operating system. */
export const POSTGRES_TYPES: ColumnTypes = {
  long: 'bigint',
  bytes: 'bytea',
  key: 'text collate "C"',
  counter: 'serial primary key',
};

/**
 * The statements that create all tables and indexes. docs/archive.md and docs/accounts.md describe them. The indexes of `game`
 * end with the number, so that the games with one value are in the order in which they are shown.
 */
export const tableStatements = ({ long, bytes, key, counter }: ColumnTypes): string => `
  CREATE TABLE game (
    number ${long} primary key,
    kind text not null, size integer not null, board text not null, options text,
    private integer not null, key_hash text, black_owner text, white_owner text,
    black text not null, black_key text not null, black_protocol text not null,
    white text not null, white_key text not null, white_protocol text not null,
    result text not null, reason text not null,
    black_score double precision, white_score double precision, margin double precision,
    turns integer not null, began bigint not null, ended bigint not null, imported integer not null,
    rated_as text, early_end_by text,
    black_rating double precision, black_gain double precision, black_provisional integer,
    white_rating double precision, white_gain double precision, white_provisional integer
  );
  CREATE INDEX game_black_key ON game (black_key, number);
  CREATE INDEX game_white_key ON game (white_key, number);
  CREATE INDEX game_black_protocol ON game (black_protocol, number);
  CREATE INDEX game_white_protocol ON game (white_protocol, number);
  CREATE INDEX game_kind_size ON game (kind, size, number);
  CREATE INDEX game_size ON game (size, number);
  CREATE INDEX game_result ON game (result, number);
  CREATE INDEX game_key_hash ON game (key_hash) WHERE key_hash IS NOT NULL;
  CREATE INDEX game_ended ON game (ended, number);
  CREATE INDEX game_early_end ON game (early_end_by, ended) WHERE early_end_by IS NOT NULL;
  CREATE TABLE game_record (number ${long} primary key, record text not null);
  CREATE TABLE original (
    number ${long} primary key, charset text not null, bytes integer not null, gzip ${bytes}, notes text not null
  );
  CREATE TABLE conversation (number ${long} primary key, conversation text not null);
  CREATE TABLE caught_up (id integer primary key, number ${long} not null);
  CREATE TABLE player (
    key ${key} primary key, name text not null,
    games integer not null, won integer not null, lost integer not null, drawn integer not null
  );
  CREATE TABLE rating (
    key ${key} not null, class text not null,
    rating double precision not null, deviation double precision not null, volatility double precision not null,
    games integer not null, at bigint not null, ranked_until bigint not null, primary key (key, class)
  );
  CREATE INDEX rating_ranking ON rating (class, rating, key);
  CREATE INDEX rating_latest ON rating (class, at, key);
  CREATE INDEX rating_count ON rating (class, ranked_until);
  CREATE TABLE rating_history (
    key ${key} not null, class text not null, games integer not null,
    game ${long} not null, at bigint not null, rating double precision not null, primary key (key, class, games)
  );
  CREATE TABLE account (
    id ${counter}, key text not null unique, name text not null, password text not null, created bigint not null,
    guarded integer not null, course_group text
  );
  CREATE TABLE sign_in (digest text primary key, account integer not null, until bigint not null);
  CREATE INDEX sign_in_account ON sign_in (account);
  CREATE INDEX sign_in_until ON sign_in (until);
  CREATE TABLE token (
    id ${counter}, account integer not null, digest text not null unique, label text not null,
    created bigint not null, used bigint
  );
  CREATE INDEX token_account ON token (account);
  CREATE TABLE admission (
    account integer not null, address text not null, until bigint not null, primary key (account, address)
  );
  CREATE INDEX admission_until ON admission (until);
  CREATE TABLE ban (id ${counter}, name text, address text, until bigint not null, reason text);
`;
