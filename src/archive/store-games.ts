import type { CompiledQuery, Insertable } from 'kysely';
import type { Database, OpenDatabase } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';
import { rowOf } from './archive-row.ts';
import type { FinishedGame, Original } from './finished-game.ts';
import { countGames } from './player-results.ts';
import { rateGames } from './rate-games.ts';
import { readRatingsBefore, writeRatings } from './ratings.ts';

/**
 * Stores games with the results of their players and the new ratings, all or none. Games whose number is stored already are left out.
 * There is one query for each table, however many games there are. No other call may run
 * meanwhile: ratings are read before the transaction.
 */
export async function storeGames(database: OpenDatabase, games: readonly FinishedGame[]): Promise<void> {
  if (games.length === 0) return;
  const known = await storedNumbers(database, games);
  const added = new Map<number, FinishedGame>();
  for (const game of games) if (!known.has(game.game) && !added.has(game.game)) added.set(game.game, game);
  if (added.size === 0) return;
  const stored = [...added.values()];
  const { games: rated, rows, history } = rateGames(await readRatingsBefore(database, stored), stored);
  const originals = stored.flatMap(({ game, original }) => (original === undefined ? [] : originalRow(game, original)));
  const records = stored.map(({ game, record }) => ({ number: game, record }));
  await database.transact([
    ...insert(
      database,
      'game',
      stored.map((game) => rowOf(game, rated.get(game.game))),
    ),
    ...insert(database, 'gameRecord', records),
    ...insert(database, 'original', originals),
    ...insert(database, 'ratingHistory', history),
    ...writeRatings(database, rows),
    ...countGames(database, stored),
  ]);
}

async function storedNumbers(database: Database, games: readonly FinishedGame[]): Promise<Set<number>> {
  const numbers = games.map(({ game }) => game);
  const rows = await database.selectFrom('game').select('number').where('number', 'in', numbers).execute();
  return new Set(rows.map(({ number }) => number));
}

const insert = <Table extends keyof Tables>(
  database: Database,
  table: Table,
  rows: readonly Insertable<Tables[Table]>[],
): CompiledQuery[] => (rows.length === 0 ? [] : [database.insertInto(table).values(rows).compile()]);

const originalRow = (number: number, { charset, bytes, gzip, notes }: Original): Insertable<Tables['original']> => ({
  number,
  charset,
  bytes,
  gzip: gzip === undefined ? null : Buffer.from(gzip, 'base64'),
  notes: JSON.stringify(notes),
});
