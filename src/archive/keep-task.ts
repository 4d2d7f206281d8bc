import type { Database } from '../database/database.ts';
import type { GameId } from '../lobby/event.ts';
import type { FinishedGame } from './finished-game.ts';
import { keepPlayers } from './players.ts';
import { rate } from './ratings.ts';
import { rowOf } from './row.ts';
import { storeRecord } from './stored-record.ts';

/** Keeps games with what follows from them; false for each of whose number one is kept already. */
export async function run(transaction: Database, games: readonly FinishedGame[]): Promise<boolean[]> {
  const kept: boolean[] = [];
  for (const game of games) kept.push(await keep(transaction, game));
  return kept;
}

async function keep(transaction: Database, finished: FinishedGame): Promise<boolean> {
  if (await has(transaction, finished.game)) return false;
  const row = rowOf(finished, await rate(transaction, finished));
  await transaction.insertInto('game').values(row).execute();
  const record = await storeRecord(finished.record);
  await transaction.insertInto('gameRecord').values({ number: finished.game, record }).execute();
  await keepPlayers(transaction, finished);
  return true;
}

async function has(database: Database, game: GameId): Promise<boolean> {
  const row = await database.selectFrom('game').select('number').where('number', '=', game).executeTakeFirst();
  return row !== undefined;
}
