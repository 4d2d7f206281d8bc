import type { Database } from '../database/database.ts';
import { Prepared } from '../database/prepared.ts';
import { foldName } from '../lobby/players/name.ts';
import type { Color } from '../protocols/api/values.ts';
import { type FinishedGame, outcomeOf } from './finished-game.ts';

/**
 * Counts games for their players, within the transaction that keeps them. An imported one counts for nothing: whoever
 * stands in it is only made known. All of them in one order, so that two transactions at once never wait for each other's rows.
 */
export async function keepPlayers(database: Database, games: readonly FinishedGame[]): Promise<void> {
  const counted = new Map<string, Tally>();
  const known = new Map<string, Tally>();
  for (const game of games) {
    const tallies = game.imported ? known : counted;
    for (const tally of talliesOf(game)) tallies.set(tally.key, sum(tallies.get(tally.key), tally));
  }
  const keys = new Set([...counted.keys(), ...known.keys()]);
  for (const key of [...keys].sort()) {
    const tally = counted.get(key);
    if (tally !== undefined) await COUNT.rows(database, tally);
    else await INTRODUCE.rows(database, known.get(key)!);
  }
}

/** Whoever plays alone has neither won nor lost. */
function talliesOf(game: FinishedGame): readonly Tally[] {
  const alone = foldName(game.black.name) === foldName(game.white.name);
  const outcome = alone ? 'none' : outcomeOf(game.end);
  const tally = (color: Color): Tally => ({
    key: foldName(game[color].name),
    name: game[color].name,
    games: 1,
    won: outcome === color ? 1 : 0,
    lost: outcome !== color && (outcome === 'black' || outcome === 'white') ? 1 : 0,
    drawn: outcome === 'draw' ? 1 : 0,
  });
  return alone ? [tally('black')] : [tally('black'), tally('white')];
}

/** The name is the latest. */
function sum(before: Tally | undefined, tally: Tally): Tally {
  if (before === undefined) return tally;
  return {
    ...tally,
    games: before.games + tally.games,
    won: before.won + tally.won,
    lost: before.lost + tally.lost,
    drawn: before.drawn + tally.drawn,
  };
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
