import { type Expression, type ExpressionBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { Database } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';
import type { ViewerCredentials } from '../lobby/games/game-event.ts';
import { foldName } from '../lobby/players/name-normalisation.ts';
import type { ArchiveSearch } from '../protocols/api/resource-schemas.ts';
import type { ArchivedGameRow } from './archived-game-row.ts';
import { visibilityCondition } from './game-visibility-condition.ts';

type GameQuery = SelectQueryBuilder<Tables, 'game', ArchivedGameRow>;
type GameExpressions = ExpressionBuilder<Tables, 'game'>;
type Condition = (game: GameExpressions) => Expression<SqlBool>;

const DAY = 24 * 60 * 60 * 1000;

/**
 * If at most this many players match the name, their games are found with the index. If more players match, some of them have probably
 * played lately, and searching the newest games is faster.
 */
const FEW_PLAYERS = 100;

/** Returns at most `limit` games that match all conditions and that the viewer may see, newest first. */
export async function findGames(
  database: Database,
  search: ArchiveSearch,
  viewer: ViewerCredentials,
): Promise<ArchivedGameRow[]> {
  const newest = database
    .selectFrom('game')
    .selectAll()
    .where((game) => visibilityCondition(game, viewer))
    .orderBy('number', 'desc')
    .limit(search.limit);
  const rows = new Map<number, ArchivedGameRow>();
  for (const query of await queriesBySeat(database, filtered(newest, search), search))
    for (const row of await query.execute()) rows.set(row.number, row);
  return [...rows.values()].sort((one, other) => other.number - one.number).slice(0, search.limit);
}

function filtered(query: GameQuery, { game, size, result, moves, from, to, before }: ArchiveSearch): GameQuery {
  let filteredQuery = query;
  if (game !== undefined) filteredQuery = filteredQuery.where('kind', '=', game);
  if (size !== undefined) filteredQuery = filteredQuery.where('size', '=', size);
  if (result !== undefined) filteredQuery = filteredQuery.where('result', '=', result);
  if (moves !== undefined) filteredQuery = filteredQuery.where('turns', '>=', moves);
  if (from !== undefined) filteredQuery = filteredQuery.where('ended', '>=', Date.parse(from));
  if (to !== undefined) filteredQuery = filteredQuery.where('ended', '<', Date.parse(to) + DAY);
  if (before !== undefined) filteredQuery = filteredQuery.where('number', '<', before);
  return filteredQuery;
}

/** Makes one query for Black and one for White, because there is an index for each, with the games in order, and none for both. */
async function queriesBySeat(
  database: Database,
  query: GameQuery,
  { player, protocol }: ArchiveSearch,
): Promise<readonly GameQuery[]> {
  if (player !== undefined) {
    const named = await matchPlayers(database, player);
    const withProtocol: GameQuery =
      protocol === undefined ? query : query.where((game) => usesProtocol(game, protocol));
    return (['blackKey', 'whiteKey'] as const).map((key) => withProtocol.where(named(key)));
  }
  if (protocol === undefined) return [query];
  return (['blackProtocol', 'whiteProtocol'] as const).map((seat) => query.where(seat, '=', protocol));
}

const usesProtocol = (game: GameExpressions, protocol: string): Expression<SqlBool> =>
  game.or([game('blackProtocol', '=', protocol), game('whiteProtocol', '=', protocol)]);

async function matchPlayers(database: Database, part: string): Promise<(key: 'blackKey' | 'whiteKey') => Condition> {
  const players = database
    .selectFrom('player')
    .select('key')
    .where(sql<SqlBool>`key like ${likePart(part)} escape '\\'`);
  const few = (await players.limit(FEW_PLAYERS + 1).execute()).map(({ key }) => key);
  if (few.length > FEW_PLAYERS) return (key) => (game) => game(key, 'in', players);
  // An empty list is not valid in SQL. No name is empty.
  const [first = '', ...others] = few;
  return (key) => (game) => (others.length === 0 ? game(key, '=', first) : game(key, 'in', [first, ...others]));
}

/** A LIKE pattern for texts that contain `part`. Wildcards in `part` are escaped. */
const likePart = (part: string): string => `%${foldName(part).replace(/[\\%_]/g, '\\$&')}%`;
