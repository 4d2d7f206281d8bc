import type { Database } from '../database/database.ts';
import { Prepared } from '../database/prepared.ts';
import { fold } from '../lobby/names.ts';
import type { Color } from '../protocols/web/values.ts';
import { type FinishedGame, outcomeOf } from './finished-game.ts';

/**
 * Counts a game for both players, within the transaction that keeps it. An imported one counts for nothing: whoever
 * stands in it is only made known. Whoever plays alone has neither won nor lost.
 */
export async function keepPlayers(database: Database, game: FinishedGame): Promise<void> {
  const alone = fold(game.black.name) === fold(game.white.name);
  const outcome = alone ? 'none' : outcomeOf(game.end);
  const tally = (color: Color): Tally => ({
    key: fold(game[color].name),
    name: game[color].name,
    games: 1,
    won: outcome === color ? 1 : 0,
    lost: outcome !== color && (outcome === 'black' || outcome === 'white') ? 1 : 0,
    drawn: outcome === 'draw' ? 1 : 0,
  });
  const tallies = alone ? [tally('black')] : [tally('black'), tally('white')];
  // In one order, so that two games at once never wait for each other's rows.
  tallies.sort((one, other) => (one.key < other.key ? -1 : 1));
  for (const each of tallies) await (game.imported ? INTRODUCE : COUNT).rows(database, each);
}

interface Tally {
  readonly key: string;
  readonly name: string;
  readonly games: number;
  readonly won: number;
  readonly lost: number;
  readonly drawn: number;
}

/** Whoever is known already stays as it is. */
const INTRODUCE = new Prepared((database, { key, name }: Pick<Tally, 'key' | 'name'>) =>
  database
    .insertInto('player')
    .values({ key, name, games: 0, won: 0, lost: 0, drawn: 0 })
    .onConflict((conflict) => conflict.column('key').doNothing()),
);

const COUNT = new Prepared((database, tally: Tally) =>
  database
    .insertInto('player')
    .values(tally)
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet((player) => ({
        name: tally.name,
        games: player('player.games', '+', tally.games),
        won: player('player.won', '+', tally.won),
        lost: player('player.lost', '+', tally.lost),
        drawn: player('player.drawn', '+', tally.drawn),
      })),
    ),
);
