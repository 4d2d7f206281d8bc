import type { CompiledQuery } from 'kysely';
import type { Database } from '../database/database.ts';
import { foldName } from '../lobby/players/name-normalisation.ts';
import type { Color } from '../protocols/api/value-schemas.ts';
import { type GameToArchive, outcomeOf } from './game-to-archive.ts';

/**
 * Makes the query that adds games to the totals of their players. A private or imported game only adds its players to the table, so that a
 * search can find them, and counts for nothing. The rows are in the order of the keys, so that two transactions never wait for each other's
 * rows.
 */
export function playerTotalsQueries(database: Database, games: readonly GameToArchive[]): CompiledQuery[] {
  if (games.length === 0) return [];
  const tallies = new Map<string, PlayerTotals>();
  for (const game of games) {
    for (const tally of totalsOf(game)) tallies.set(tally.key, sum(tallies.get(tally.key), tally));
  }
  const rows = [...tallies.values()].sort((one, other) => (one.key < other.key ? -1 : 1));
  const query = database
    .insertInto('player')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet(({ ref, eb }) => ({
        // The name in the last game that was played on this server.
        name: eb.case().when('excluded.games', '>', 0).then(ref('excluded.name')).else(ref('player.name')).end(),
        games: eb('player.games', '+', ref('excluded.games')),
        won: eb('player.won', '+', ref('excluded.won')),
        lost: eb('player.lost', '+', ref('excluded.lost')),
        drawn: eb('player.drawn', '+', ref('excluded.drawn')),
      })),
    )
    .compile();
  return [query];
}

/** The totals of one game. A player on both sides has neither won nor lost. */
function totalsOf(game: GameToArchive): readonly PlayerTotals[] {
  const alone = foldName(game.black.name) === foldName(game.white.name);
  const counts = !game.imported && game.options?.private !== true;
  const outcome = alone || !counts ? undefined : outcomeOf(game.end);
  const tally = (color: Color): PlayerTotals => ({
    key: foldName(game[color].name),
    name: game[color].name,
    games: counts ? 1 : 0,
    won: outcome === color ? 1 : 0,
    lost: outcome !== color && (outcome === 'black' || outcome === 'white') ? 1 : 0,
    drawn: outcome === 'draw' ? 1 : 0,
  });
  return alone ? [tally('black')] : [tally('black'), tally('white')];
}

/** Adds the totals of a game. The name is that of the last game that counts. */
function sum(before: PlayerTotals | undefined, tally: PlayerTotals): PlayerTotals {
  if (before === undefined) return tally;
  return {
    key: tally.key,
    name: tally.games === 0 ? before.name : tally.name,
    games: before.games + tally.games,
    won: before.won + tally.won,
    lost: before.lost + tally.lost,
    drawn: before.drawn + tally.drawn,
  };
}

interface PlayerTotals {
  readonly key: string;
  readonly name: string;
  readonly games: number;
  readonly won: number;
  readonly lost: number;
  readonly drawn: number;
}
