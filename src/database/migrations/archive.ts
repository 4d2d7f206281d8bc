import type { CreateTableBuilder, Kysely, Migration } from 'kysely';
import { bytes, textInCodePoints, wholeNumber } from '../column-types.ts';

// biome-ignore lint/suspicious/noExplicitAny: a migration outlives the tables that the code of the day describes.
type AnyDatabase = Kysely<any>;

/** The archive's tables (docs/archive.md describes them) and the indexes of its searches. */
export const archive: Migration = {
  async up(database: AnyDatabase) {
    await createGame(database);
    await createText(database, 'game_record', 'record');
    await createOriginal(database);
    await createText(database, 'conversation', 'conversation');
    await createPlayers(database);
    await database.schema
      .createTable('caught_up')
      .addColumn('id', 'integer', (column) => column.primaryKey())
      .addColumn('number', wholeNumber(database), (column) => column.notNull())
      .execute();
  },
};

async function createGame(database: AnyDatabase): Promise<void> {
  const texts = ['kind', 'board', 'black', 'black_key', 'black_protocol', 'white', 'white_key', 'white_protocol'];
  let table: CreateTableBuilder<string, string> = database.schema
    .createTable('game')
    .addColumn('number', wholeNumber(database), (column) => column.primaryKey());
  for (const name of [...texts, 'result', 'reason']) table = table.addColumn(name, 'text', required);
  for (const name of ['size', 'turns', 'imported']) table = table.addColumn(name, 'integer', required);
  for (const name of ['began', 'ended']) table = table.addColumn(name, 'bigint', required);
  table = table.addColumn('rated_as', 'text');
  for (const name of [
    ...['black_score', 'white_score', 'margin'],
    ...['black_rating', 'black_gain', 'white_rating', 'white_gain'],
  ])
    table = table.addColumn(name, 'double precision');
  await table.execute();
  // The number last: the newest games of one kind lie together, in the order in which they are shown.
  for (const columns of [
    ['black_key', 'number'],
    ['white_key', 'number'],
    ['black_protocol', 'number'],
    ['white_protocol', 'number'],
    ['kind', 'size', 'number'],
    ['size', 'number'],
    ['result', 'number'],
    ['ended', 'number'],
  ])
    await database.schema
      .createIndex(`game_${columns.join('_')}`)
      .on('game')
      .columns(columns)
      .execute();
}

/** The texts from which imported games were read. */
async function createOriginal(database: AnyDatabase): Promise<void> {
  await database.schema
    .createTable('original')
    .addColumn('number', wholeNumber(database), (number) => number.primaryKey())
    .addColumn('charset', 'text', required)
    .addColumn('bytes', 'integer', required)
    .addColumn('gzip', bytes(database))
    .addColumn('notes', 'text', required)
    .execute();
}

/** A text for some games, in a table of its own, so that searches do not read past it. */
async function createText(database: AnyDatabase, table: string, column: string): Promise<void> {
  await database.schema
    .createTable(table)
    .addColumn('number', wholeNumber(database), (number) => number.primaryKey())
    .addColumn(column, 'text', required)
    .execute();
}

async function createPlayers(database: AnyDatabase): Promise<void> {
  const key = textInCodePoints(database);
  let player: CreateTableBuilder<string, string> = database.schema
    .createTable('player')
    .addColumn('key', key, (column) => column.primaryKey())
    .addColumn('name', 'text', required);
  for (const name of ['games', 'won', 'lost', 'drawn']) player = player.addColumn(name, 'integer', required);
  await player.execute();
  let rating: CreateTableBuilder<string, string> = database.schema
    .createTable('rating')
    .addColumn('key', key, required)
    .addColumn('class', 'text', required);
  for (const name of ['rating', 'deviation', 'volatility'])
    rating = rating.addColumn(name, 'double precision', required);
  await rating
    .addColumn('games', 'integer', required)
    .addColumn('at', 'bigint', required)
    .addPrimaryKeyConstraint('rating_of_player', ['key', 'class'])
    .execute();
  await database.schema.createIndex('rating_ranking').on('rating').columns(['class', 'rating', 'key']).execute();
  await database.schema
    .createTable('rating_history')
    .addColumn('key', key, required)
    .addColumn('class', 'text', required)
    .addColumn('games', 'integer', required)
    .addColumn('game', wholeNumber(database), required)
    .addColumn('at', 'bigint', required)
    .addColumn('rating', 'double precision', required)
    .addPrimaryKeyConstraint('rating_history_of_player', ['key', 'class', 'games'])
    .execute();
}

const required = <Column extends { notNull(): Column }>(column: Column): Column => column.notNull();
