import type { Insertable } from 'kysely';
import type { Database } from '../database/database.ts';
import { Prepared } from '../database/prepared.ts';
import type { Tables } from '../database/tables.ts';
import type { GameId } from '../lobby/event.ts';
import type { FinishedGame } from './finished-game.ts';
import { keepPlayers } from './players.ts';
import { rate } from './ratings.ts';
import { rowOf } from './row.ts';
import { storeRecord } from './stored-record.ts';

const FIND_GAME = new Prepared((database, { game }: { game: GameId }) =>
  database.selectFrom('game').select('number').where('number', '=', game),
);
const INSERT_GAME = new Prepared((database, row: Insertable<Tables['game']>) =>
  database.insertInto('game').values(row),
);
const INSERT_RECORD = new Prepared((database, row: Insertable<Tables['gameRecord']>) =>
  database.insertInto('gameRecord').values(row),
);

/** Keeps games with what follows from them; false for each of whose number one is kept already. */
export async function run(transaction: Database, games: readonly FinishedGame[]): Promise<boolean[]> {
  const kept: boolean[] = [];
  for (const game of games) kept.push(await keep(transaction, game));
  await keepPlayers(
    transaction,
    games.filter((_, place) => kept[place]),
  );
  return kept;
}

async function keep(transaction: Database, finished: FinishedGame): Promise<boolean> {
  const [known] = await FIND_GAME.rows(transaction, { game: finished.game });
  if (known !== undefined) return false;
  const row = rowOf(finished, await rate(transaction, finished));
  await INSERT_GAME.rows(transaction, row);
  const record = await storeRecord(finished.record);
  await INSERT_RECORD.rows(transaction, { number: finished.game, record });
  return true;
}
