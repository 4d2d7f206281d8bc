import type { CompiledQuery, Insertable } from 'kysely';
import { lock } from '../database/advisory-locks.ts';
import type { Database, OpenDatabase } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';
import type { GameId } from '../lobby/games/game-event.ts';
import { rowOf } from './archived-game-row.ts';
import type { GameToArchive, ImportedOriginal } from './game-to-archive.ts';
import { playerTotalsQueries } from './player-totals-query.ts';
import { type AnchorRatings, rateGames } from './rate-games.ts';
import { readRatingInputs, writeRatings } from './rating-table.ts';

/** Runs writing queries, in a new transaction or in the present one. */
type Write = (queries: readonly CompiledQuery[]) => Promise<void>;

/**
 * Stores games with the totals and the new ratings of their players, all or none. Games whose numbers are stored already are left out.
 * Returns those of them whose stored record differs. There is one query for each table, for any number of games. No other call of this
 * process may run at the same time, because in SQLite the ratings are read before the transaction. In PostgreSQL, other nodes wait for a lock.
 */
export async function storeGames(
  database: OpenDatabase,
  games: readonly GameToArchive[],
  anchors?: AnchorRatings,
): Promise<GameId[]> {
  if (games.length === 0) return [];
  if (!database.isShared) return await storeNew(database, games, anchors, (queries) => database.transact(queries));
  return await database.transaction().execute(async (transaction) => {
    await lock(transaction, 'archive');
    return await storeNew(transaction, games, anchors, async (queries) => {
      for (const query of queries) await transaction.executeQuery(query);
    });
  });
}

async function storeNew(
  database: Database,
  games: readonly GameToArchive[],
  anchors: AnchorRatings | undefined,
  write: Write,
): Promise<GameId[]> {
  const known = await storedRecords(database, games);
  const added = new Map<number, GameToArchive>();
  for (const game of games) if (!known.has(game.game) && !added.has(game.game)) added.set(game.game, game);
  const differing = games.filter(({ game, record }) => known.has(game) && known.get(game) !== record);
  if (added.size > 0) await write(await queriesFor(database, [...added.values()], anchors));
  return differing.map(({ game }) => game);
}

async function queriesFor(
  database: Database,
  stored: readonly GameToArchive[],
  anchors: AnchorRatings | undefined,
): Promise<CompiledQuery[]> {
  const { games: rated, rows, history } = rateGames(await readRatingInputs(database, stored), stored, anchors);
  const originals = stored.flatMap(({ game, original }) => (original === undefined ? [] : originalRow(game, original)));
  const records = stored.map(({ game, record }) => ({ number: game, record }));
  return [
    ...insert(
      database,
      'game',
      stored.map((game) => rowOf(game, rated.get(game.game))),
    ),
    ...insert(database, 'gameRecord', records),
    ...insert(database, 'original', originals),
    ...insert(database, 'ratingHistory', history),
    ...writeRatings(database, rows),
    ...playerTotalsQueries(database, stored),
  ];
}

/** Reads the records of those games that are stored already. */
async function storedRecords(database: Database, games: readonly GameToArchive[]): Promise<Map<GameId, string | null>> {
  const rows = await database
    .selectFrom('game')
    .leftJoin('gameRecord', 'gameRecord.number', 'game.number')
    .select(['game.number', 'gameRecord.record'])
    .where(
      'game.number',
      'in',
      games.map(({ game }) => game),
    )
    .execute();
  return new Map(rows.map(({ number, record }) => [number, record]));
}

const insert = <Table extends keyof Tables>(
  database: Database,
  table: Table,
  rows: readonly Insertable<Tables[Table]>[],
): CompiledQuery[] => (rows.length === 0 ? [] : [database.insertInto(table).values(rows).compile()]);

const originalRow = (
  number: number,
  { charset, bytes, gzip, notes }: ImportedOriginal,
): Insertable<Tables['original']> => ({
  number,
  charset,
  bytes,
  gzip: gzip === undefined ? null : Buffer.from(gzip, 'base64'),
  notes: JSON.stringify(notes),
});
