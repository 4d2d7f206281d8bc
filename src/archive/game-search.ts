import { type Expression, type ExpressionBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { Database } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';
import { foldName } from '../lobby/players/name-normalisation.ts';
import type { ArchiveSearch } from '../protocols/api/resource-schemas.ts';
import type { ArchiveRow } from './archive-row.ts';

type GameQuery = SelectQueryBuilder<Tables, 'game', ArchiveRow>;
type GameExpressions = ExpressionBuilder<Tables, 'game'>;
type Condition = (game: GameExpressions) => Expression<SqlBool>;

const DAY = 24 * 60 * 60 * 1000;

/**
 * If at most this many players match the name, their games are found by the index. If more match, some of them have played lately, and
 * searching the newest games is faster.
 */
const FEW_PLAYERS = 100;

/** Returns at most `limit` games that match all conditions, newest first. Private games are never among them. */
export async function findGames(database: Database, search: ArchiveSearch): Promise<ArchiveRow[]> {
  const newest = database
    .selectFrom('game')
    .selectAll()
    .where('private', '=', 0)
    .orderBy('number', 'desc')
    .limit(search.limit);
  const rows = new Map<number, ArchiveRow>();
  for (const query of await eitherSeat(database, narrowed(newest, search), search))
    for (const row of await query.execute()) rows.set(row.number, row);
  return [...rows.values()].sort((one, other) => other.number - one.number).slice(0, search.limit);
}

function narrowed(query: GameQuery, { game, size, result, moves, from, to, before }: ArchiveSearch): GameQuery {
  let narrow = query;
  if (game !== undefined) narrow = narrow.where('kind', '=', game);
  if (size !== undefined) narrow = narrow.where('size', '=', size);
  if (result !== undefined) narrow = narrow.where('result', '=', result);
  if (moves !== undefined) narrow = narrow.where('turns', '>=', moves);
  if (from !== undefined) narrow = narrow.where('ended', '>=', Date.parse(from));
  if (to !== undefined) narrow = narrow.where('ended', '<', Date.parse(to) + DAY);
  if (before !== undefined) narrow = narrow.where('number', '<', before);
  return narrow;
}

/** One query for black and one for white, because each has an index with the games in order, and there is none for both. */
async function eitherSeat(
  database: Database,
  query: GameQuery,
  { player, protocol }: ArchiveSearch,
): Promise<readonly GameQuery[]> {
  if (player !== undefined) {
    const named = await namedLike(database, player);
    const spoken: GameQuery = protocol === undefined ? query : query.where((game) => comesBy(game, protocol));
    return (['blackKey', 'whiteKey'] as const).map((key) => spoken.where(named(key)));
  }
  if (protocol === undefined) return [query];
  return (['blackProtocol', 'whiteProtocol'] as const).map((seat) => query.where(seat, '=', protocol));
}

const comesBy = (game: GameExpressions, protocol: string): Expression<SqlBool> =>
  game.or([game('blackProtocol', '=', protocol), game('whiteProtocol', '=', protocol)]);

async function namedLike(database: Database, part: string): Promise<(key: 'blackKey' | 'whiteKey') => Condition> {
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
