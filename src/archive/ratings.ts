import type { CompiledQuery, Insertable, Selectable } from 'kysely';
import type { Database } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';
import type { GameId } from '../lobby/games/game-event.ts';
import { foldName } from '../lobby/players/name-normalisation.ts';
import type { PlayerResource, Ranking, RatingClass } from '../protocols/api/resource-schemas.ts';
import { values } from '../protocols/api/value-schemas.ts';
import { COLORS, type Color } from '../rules/color.ts';
import { type FinishedGame, isRated, outcomeOf } from './finished-game.ts';
import { afterGame, afterPause, NEW_PLAYER, ratingClassOf, type Strength } from './glicko-rating.ts';

/** The changes of two ratings by a game. */
export interface RatedGame {
  readonly class: RatingClass;
  readonly black: Change;
  readonly white: Change;
}

interface Change {
  /** Before the game. */
  readonly rating: number;
  readonly gain: number;
}

type RatingRow = Selectable<Tables['rating']>;

const SCORES = { black: 1, draw: 0.5, white: 0 } as const;
const MAX_HISTORY = 200;
const MAX_RANKING = 100;

/** What the ratings of some games lead to. */
interface RatedGames {
  /** By the number of the game. A game that does not count is missing. */
  readonly changes: ReadonlyMap<GameId, RatedGame>;
  readonly rows: readonly RatingRow[];
  readonly history: readonly Insertable<Tables['ratingHistory']>[];
}

/** Rates games in the order in which they ended. `before` has the ratings of their players (`readRatingsBefore`). */
export function rateGames(before: ReadonlyMap<string, RatingRow>, games: readonly FinishedGame[]): RatedGames {
  const changes = new Map<GameId, RatedGame>();
  const rows = new Map<string, RatingRow>();
  const history: Insertable<Tables['ratingHistory']>[] = [];
  for (const game of games.filter(isRated)) {
    const outcome = outcomeOf(game.end);
    if (outcome === 'none') continue;
    const kind = ratingClassOf(game.board);
    const latest = (color: Color): RatingRow | undefined => {
      const id = rowId(foldName(game[color].name), kind);
      return rows.get(id) ?? before.get(id);
    };
    const rested = { black: strengthAt(latest('black'), game.ended), white: strengthAt(latest('white'), game.ended) };
    const after = afterGame(rested.black, rested.white, SCORES[outcome]);
    for (const color of COLORS) {
      const key = foldName(game[color].name);
      const player = { key, class: kind, games: (latest(color)?.games ?? 0) + 1, at: game.ended };
      rows.set(rowId(key, kind), { ...player, ...after[color] });
      history.push({ ...player, game: game.game, rating: after[color].rating });
    }
    const change = (color: Color): Change => ({
      rating: rested[color].rating,
      gain: after[color].rating - rested[color].rating,
    });
    changes.set(game.game, { class: kind, black: change('black'), white: change('white') });
  }
  return { changes, rows: [...rows.values()], history };
}

/** The ratings that the players of some games have, by `rowId`. */
export async function readRatingsBefore(
  database: Database,
  games: readonly FinishedGame[],
): Promise<Map<string, RatingRow>> {
  const keys = new Set(
    games.filter(isRated).flatMap(({ black, white }) => [foldName(black.name), foldName(white.name)]),
  );
  if (keys.size === 0) return new Map();
  const rows = await database
    .selectFrom('rating')
    .selectAll()
    .where('key', 'in', [...keys])
    .execute();
  return new Map(rows.map((row) => [rowId(row.key, row.class), row]));
}

const rowId = (key: string, kind: string): string => `${kind} ${key}`;

/** The query that writes new ratings, if there are any. */
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
      })),
    );
  return [query.compile()];
}

const strengthAt = (row: RatingRow | undefined, now: number): Strength =>
  row === undefined ? NEW_PLAYER : afterPause(row, now - row.at);

/** The best players of a class, highest rating first. Rating deviations are those of `now`. */
export async function readRanking(database: Database, kind: RatingClass, now: number): Promise<Ranking> {
  const rows = await database
    .selectFrom('rating')
    .innerJoin('player', 'player.key', 'rating.key')
    .selectAll('rating')
    .select('player.name')
    .where('class', '=', kind)
    .orderBy('rating', 'desc')
    .orderBy('rating.key')
    .limit(MAX_RANKING)
    .execute();
  return { class: kind, players: rows.map((row) => ({ name: row.name, rating: shown(row, now) })) };
}

/** Every rating of one player with its history, ordered by the name of the class. */
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
    ratings.push({ class: values().ratingClass.parse(row.class), ...shown(row, now), history: history.reverse() });
  }
  return ratings;
}

const shown = (row: RatingRow, now: number): Ranking['players'][number]['rating'] => {
  const { rating, deviation, volatility } = strengthAt(row, now);
  return { rating, deviation, volatility, games: row.games };
};
