import type { Insertable } from 'kysely';
import type { Database } from '../database/database.ts';
import { Prepared } from '../database/prepared.ts';
import type { Tables } from '../database/tables.ts';
import type { GameId } from '../lobby/games/event.ts';
import type { FinishedGame, Original } from './finished-game.ts';
import { keepPlayers } from './players.ts';
import { rate } from './ratings.ts';
import { rowOf } from './row.ts';

const FIND_GAME = new Prepared((database, { game }: { game: GameId }) =>
  database.selectFrom('game').select('number').where('number', '=', game),
);
const INSERT_GAME = new Prepared((database, row: Insertable<Tables['game']>) =>
  database.insertInto('game').values(row),
);
const INSERT_RECORD = new Prepared((database, row: Insertable<Tables['gameRecord']>) =>
  database.insertInto('gameRecord').values(row),
);

const INSERT_ORIGINAL = new Prepared((database, row: Insertable<Tables['original']>) =>
  database.insertInto('original').values(row),
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
  await INSERT_RECORD.rows(transaction, { number: finished.game, record: finished.record });
  if (finished.original !== undefined)
    await INSERT_ORIGINAL.rows(transaction, originalRow(finished.game, finished.original));
  return true;
}

const originalRow = (number: GameId, { charset, bytes, gzip, notes }: Original): Insertable<Tables['original']> => ({
  number,
  charset,
  bytes,
  gzip: gzip === undefined ? null : Buffer.from(gzip, 'base64'),
  notes: JSON.stringify(notes),
});
