import type { Insertable, Selectable } from 'kysely';
import type { Tables } from '../database/tables.ts';
import { builtInName, LEVELS } from '../engines/level.ts';
import type { GameId } from '../lobby/games/game-event.ts';
import { foldName } from '../lobby/players/name-normalisation.ts';
import type { RatingClass } from '../protocols/api/resource-schemas.ts';
import { COLORS, type Color } from '../rules/color.ts';
import { COMPUTER, earlyEndBy, type GameToArchive, isRated, outcomeOf } from './game-to-archive.ts';
import {
  afterGame,
  afterPause,
  type GlickoRating,
  NEW_PLAYER,
  newComputer,
  rankedUntil,
  ratingClassOf,
} from './glicko-rating.ts';

export interface GameRatingChanges {
  readonly class: RatingClass;
  /** The players whose ratings changed: both, or only the one whose early end counts as a loss. */
  readonly changes: Readonly<Partial<Record<Color, RatingChange>>>;
}

interface RatingChange {
  /** The rating before the game. */
  readonly rating: number;
  readonly isProvisional: boolean;
  readonly gain: number;
}

export type RatingRow = Selectable<Tables['rating']>;

export interface RatingInputs {
  /** The ratings, by `ratingId`. */
  readonly rows: ReadonlyMap<string, RatingRow>;
  /** The times of early ends, by the key of the player who caused them. */
  readonly earlyEnds: ReadonlyMap<string, readonly number[]>;
}

/** Fixed ratings, by `ratingId`. */
export type AnchorRatings = ReadonlyMap<string, number>;

/** The deviation of a fixed rating. */
const ANCHOR_DEVIATION = 30;

interface RatedGames {
  /** By game. A game that changed no rating is missing. */
  readonly games: ReadonlyMap<GameId, GameRatingChanges>;
  readonly rows: readonly RatingRow[];
  readonly history: readonly Insertable<Tables['ratingHistory']>[];
}

const SCORES = { black: 1, draw: 0.5, white: 0 } as const;
/** If a player causes this many early ends in one hour, the last of them counts as a loss. */
const EARLY_ENDS = 3;
/** One hour in milliseconds. Two ends that are exactly this far apart are in the same hour. */
export const EARLY_END_PERIOD = 60 * 60 * 1000;

/** The key of a rating among `RatingInputs`. */
export const ratingId = (key: string, kind: string): string => `${kind} ${key}`;

/** Rates games in the given order, which is the order of their ends. */
export function rateGames(
  before: RatingInputs,
  games: readonly GameToArchive[],
  anchors: AnchorRatings = new Map(),
): RatedGames {
  const effects = new Map<GameId, GameRatingChanges>();
  const rows = new Map<string, RatingRow>();
  const history: Insertable<Tables['ratingHistory']>[] = [];
  const earlyEnds = new Map([...before.earlyEnds].map(([key, times]) => [key, [...times]]));
  for (const game of games) {
    const colors = ratedColors(game, earlyEnds);
    const outcome = outcomeOf(game.end);
    if (colors.length === 0 || outcome === 'none') continue;
    const kind = ratingClassOf(game.board);
    const idOf = (color: Color): string => ratingId(foldName(game[color].name), kind);
    const latest = (color: Color): RatingRow | undefined => rows.get(idOf(color)) ?? before.rows.get(idOf(color));
    const anchorOf = (color: Color): GlickoRating | undefined => {
      const rating = anchors.get(idOf(color));
      return rating === undefined ? undefined : { ...NEW_PLAYER, rating, deviation: ANCHOR_DEVIATION };
    };
    const strengthOf = (color: Color): GlickoRating => {
      const anchor = anchorOf(color);
      if (anchor !== undefined) return anchor;
      const row = latest(color);
      return row === undefined ? firstStrength(game[color]) : strengthAt(row, game.ended);
    };
    const rested = { black: strengthOf('black'), white: strengthOf('white') };
    const rated = afterGame(rested.black, rested.white, SCORES[outcome]);
    const after = { black: anchorOf('black') ?? rated.black, white: anchorOf('white') ?? rated.white };
    const changes: Partial<Record<Color, RatingChange>> = {};
    for (const color of colors) {
      const old = latest(color);
      const key = foldName(game[color].name);
      const player = { key, class: kind, games: (old?.games ?? 0) + 1, at: game.ended };
      changes[color] = {
        rating: rested[color].rating,
        isProvisional: anchorOf(color) === undefined && isProvisional(old, game.ended),
        gain: after[color].rating - rested[color].rating,
      };
      rows.set(ratingId(key, kind), { ...player, ...after[color], rankedUntil: rankedUntil(after[color], game.ended) });
      history.push({ ...player, game: game.game, rating: after[color].rating });
    }
    effects.set(game.game, { class: kind, changes });
  }
  return { games: effects, rows: [...rows.values()], history };
}

/** Returns the sides whose ratings a game changes. Adds an early end to `earlyEnds`. */
function ratedColors(game: GameToArchive, earlyEnds: Map<string, number[]>): readonly Color[] {
  if (isRated(game)) return COLORS;
  const color = earlyEndBy(game);
  if (color === undefined) return [];
  const key = foldName(game[color].name);
  const times = [...(earlyEnds.get(key) ?? []), game.ended];
  earlyEnds.set(key, times);
  const recent = times.filter((at) => at <= game.ended && game.ended - at <= EARLY_END_PERIOD);
  return recent.length < EARLY_ENDS ? [] : [color];
}

/** The rating of a player at the time `now`, with the pause since the last rated game. */
export const strengthAt = (row: RatingRow, now: number): GlickoRating => afterPause(row, now - row.at);

/** The rating before the first rated game. It depends on the level of a built-in player. */
function firstStrength({ name, protocol }: GameToArchive[Color]): GlickoRating {
  const level = protocol === COMPUTER ? LEVELS.find((each) => builtInName(each) === name) : undefined;
  return level === undefined ? NEW_PLAYER : newComputer(level);
}

export const isProvisional = (row: RatingRow | undefined, now: number): boolean =>
  row === undefined || now >= row.rankedUntil;
