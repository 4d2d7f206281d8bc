import type { Insertable, Selectable } from 'kysely';
import type { Database } from '../database/database.ts';
import { Prepared } from '../database/prepared.ts';
import type { Tables } from '../database/tables.ts';
import { foldName } from '../lobby/players/name.ts';
import type { PlayerResource, Ranking, RatingClass } from '../protocols/api/resource.ts';
import { type Color, values } from '../protocols/api/values.ts';
import { type FinishedGame, isRated, outcomeOf } from './finished-game.ts';
import { afterGame, afterRest, NEWCOMER, ratingClassOf, type Strength } from './glicko.ts';

/** What a game has done to two ratings. */
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
const LONGEST_HISTORY = 200;
const LONGEST_RANKING = 100;

/** Rates a game, if it counts, within the transaction that keeps it. Games come in the order in which they ended. */
export async function rate(database: Database, game: FinishedGame): Promise<RatedGame | undefined> {
  const outcome = outcomeOf(game.end);
  if (!isRated(game) || outcome === 'none') return undefined;
  const kind = ratingClassOf(game.board);
  const before = { black: await readRating(database, game, 'black'), white: await readRating(database, game, 'white') };
  const rested = { black: strengthAt(before.black, game.ended), white: strengthAt(before.white, game.ended) };
  const after = afterGame(rested.black, rested.white, SCORES[outcome]);
  for (const color of ['black', 'white'] as const) {
    const games = (before[color]?.games ?? 0) + 1;
    const rated = { key: foldName(game[color].name), class: kind, games, at: game.ended };
    await KEEP_RATING.rows(database, { ...after[color], ...rated });
    await NOTE_RATING.rows(database, { ...rated, game: game.game, rating: after[color].rating });
  }
  const change = (color: Color): Change => ({
    rating: rested[color].rating,
    gain: after[color].rating - rested[color].rating,
  });
  return { class: kind, black: change('black'), white: change('white') };
}

const FIND_RATING = new Prepared((database, { key, kind }: { key: string; kind: RatingClass }) =>
  database.selectFrom('rating').selectAll().where('key', '=', key).where('class', '=', kind),
);

const KEEP_RATING = new Prepared((database, row: RatingRow) => {
  const { key: _, class: __, ...changed } = row;
  return database
    .insertInto('rating')
    .values(row)
    .onConflict((conflict) => conflict.columns(['key', 'class']).doUpdateSet(changed));
});

const NOTE_RATING = new Prepared((database, row: Insertable<Tables['ratingHistory']>) =>
  database.insertInto('ratingHistory').values(row),
);

async function readRating(database: Database, game: FinishedGame, color: Color): Promise<RatingRow | undefined> {
  const asked = { key: foldName(game[color].name), kind: ratingClassOf(game.board) };
  return (await FIND_RATING.rows(database, asked))[0];
}

const strengthAt = (row: RatingRow | undefined, now: number): Strength =>
  row === undefined ? NEWCOMER : afterRest(row, now - row.at);

/** The first hundred of a class, the highest rating first; deviations as they are `now`. */
export async function readRanking(database: Database, kind: RatingClass, now: number): Promise<Ranking> {
  const rows = await database
    .selectFrom('rating')
    .innerJoin('player', 'player.key', 'rating.key')
    .selectAll('rating')
    .select('player.name')
    .where('class', '=', kind)
    .orderBy('rating', 'desc')
    .orderBy('rating.key')
    .limit(LONGEST_RANKING)
    .execute();
  return { class: kind, players: rows.map((row) => ({ name: row.name, rating: shown(row, now) })) };
}

/** Every rating of one player with its history, in the order of the classes' names. */
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
      .limit(LONGEST_HISTORY)
      .execute();
    ratings.push({ class: values().ratingClass.parse(row.class), ...shown(row, now), history: history.reverse() });
  }
  return ratings;
}

const shown = (row: RatingRow, now: number): Ranking['players'][number]['rating'] => {
  const { rating, deviation, volatility } = strengthAt(row, now);
  return { rating, deviation, volatility, games: row.games };
};
