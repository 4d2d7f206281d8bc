import type { CompiledQuery } from 'kysely';
import type { Database } from '../database/database.ts';
import { foldName } from '../lobby/players/name-normalisation.ts';
import type { PlayerResource, Ranking, RatingClass, RatingClasses } from '../protocols/api/resource-schemas.ts';
import { RATING_CLASSES, values } from '../protocols/api/value-schemas.ts';
import { rankFromRating } from '../rules/go/rank-from-rating.ts';
import { earlyEndBy, type GameToArchive, isRated } from './game-to-archive.ts';
import {
  EARLY_END_PERIOD,
  isProvisional,
  type RatingInputs,
  type RatingRow,
  ratingId,
  strengthAt,
} from './rate-games.ts';

const MAX_HISTORY = 200;
const MAX_RANKING = 100;
/** The maximum number of players with provisional ratings in a ranking. */
const MAX_PROVISIONAL = 20;

export async function readRatingInputs(database: Database, games: readonly GameToArchive[]): Promise<RatingInputs> {
  const early = games.filter((game) => earlyEndBy(game) !== undefined);
  const keys = new Set(
    [...games.filter(isRated), ...early].flatMap(({ black, white }) => [foldName(black.name), foldName(white.name)]),
  );
  if (keys.size === 0) return { rows: new Map(), earlyEnds: new Map() };
  const rows = await database
    .selectFrom('rating')
    .selectAll()
    .where('key', 'in', [...keys])
    .execute();
  return {
    rows: new Map(rows.map((row) => [ratingId(row.key, row.class), row])),
    earlyEnds: await readEarlyEnds(database, early),
  };
}

/** Reads the times of early ends in the hour before some games, by the key of the player who caused them. */
async function readEarlyEnds(database: Database, games: readonly GameToArchive[]): Promise<Map<string, number[]>> {
  const times = new Map<string, number[]>();
  if (games.length === 0) return times;
  const keys = new Set(games.map((game) => foldName(game[earlyEndBy(game)!].name)));
  const ends = games.map(({ ended }) => ended);
  const rows = await database
    .selectFrom('game')
    .select(['earlyEndBy', 'ended'])
    .where('earlyEndBy', 'in', [...keys])
    .where('ended', '>=', Math.min(...ends) - EARLY_END_PERIOD)
    .where('ended', '<=', Math.max(...ends))
    .execute();
  for (const { earlyEndBy: key, ended } of rows) {
    if (key !== null) times.set(key, [...(times.get(key) ?? []), ended]);
  }
  return times;
}

/** Makes the query that writes new ratings; an empty list if there are none. */
export function writeRatings(database: Database, rows: readonly RatingRow[]): CompiledQuery[] {
  if (rows.length === 0) return [];
  const query = database
    .insertInto('rating')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['key', 'class']).doUpdateSet(({ ref }) => ({
        rating: ref('excluded.rating'),
        deviation: ref('excluded.deviation'),
        volatility: ref('excluded.volatility'),
        games: ref('excluded.games'),
        at: ref('excluded.at'),
        rankedUntil: ref('excluded.rankedUntil'),
      })),
    );
  return [query.compile()];
}

/**
 * Reads the best players of a class, highest rating first, and players with provisional ratings, last game first. `now`: the time for
 * which rating deviations are computed.
 */
export async function readRanking(database: Database, kind: RatingClass, now: number): Promise<Ranking> {
  const rated = database
    .selectFrom('rating')
    .innerJoin('player', 'player.key', 'rating.key')
    .selectAll('rating')
    .select('player.name')
    .where('class', '=', kind);
  const ranked = await rated
    .where('rankedUntil', '>', now)
    .orderBy('rating', 'desc')
    .orderBy('rating.key')
    .limit(MAX_RANKING)
    .execute();
  const provisional = await rated
    .where('rankedUntil', '<=', now)
    .orderBy('at', 'desc')
    .orderBy('rating.key')
    .limit(MAX_PROVISIONAL)
    .execute();
  const listed = (row: RatingRow & { readonly name: string }) => ({ name: row.name, rating: toJson(row, now) });
  return { class: kind, players: ranked.map(listed), provisional: provisional.map(listed) };
}

export async function readRatingClasses(database: Database, now: number): Promise<RatingClasses> {
  const count = async (operator: '>' | '<='): Promise<Map<string, number>> => {
    const rows = await database
      .selectFrom('rating')
      .select(['class', ({ fn }) => fn.countAll<number>().as('players')])
      .where('rankedUntil', operator, now)
      .groupBy('class')
      .execute();
    return new Map(rows.map((row) => [row.class, row.players]));
  };
  const [ranked, provisional] = [await count('>'), await count('<=')];
  return {
    classes: RATING_CLASSES.map((kind) => ({
      class: kind,
      ranked: ranked.get(kind) ?? 0,
      provisional: provisional.get(kind) ?? 0,
    })),
  };
}

/** Reads the ratings of these players in a class, by folded name. Players without a rated game are missing. */
export async function readRatingsOf(
  database: Database,
  kind: RatingClass,
  names: readonly string[],
): Promise<ReadonlyMap<string, RatingRow>> {
  const keys = names.map(foldName);
  const rows = await database
    .selectFrom('rating')
    .selectAll()
    .where('class', '=', kind)
    .where('key', 'in', keys)
    .execute();
  return new Map(rows.map((row) => [row.key, row]));
}

/** Reads all ratings of one player with their histories, ordered by the name of the class. */
export async function readRatings(database: Database, key: string, now: number): Promise<PlayerResource['ratings']> {
  const rows = await database.selectFrom('rating').selectAll().where('key', '=', key).orderBy('class').execute();
  const ratings: PlayerResource['ratings'] = [];
  for (const row of rows) {
    const history = await database
      .selectFrom('ratingHistory')
      .select(['game', 'at', 'rating'])
      .where('key', '=', key)
      .where('class', '=', row.class)
      .orderBy('games', 'desc')
      .limit(MAX_HISTORY)
      .execute();
    ratings.push({ class: values().ratingClass.parse(row.class), ...toJson(row, now), history: history.reverse() });
  }
  return ratings;
}

function toJson(row: RatingRow, now: number): Ranking['players'][number]['rating'] {
  const { rating, deviation, volatility } = strengthAt(row, now);
  const rank = row.class.startsWith('go-') ? rankFromRating(rating) : undefined;
  return {
    rating,
    deviation,
    volatility,
    games: row.games,
    provisional: isProvisional(row, now),
    ...(rank === undefined ? {} : { rank }),
  };
}
