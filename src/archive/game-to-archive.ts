import type { GameId, KeyHash, SeatRating } from '../lobby/games/game-event.ts';
import { foldName } from '../lobby/players/name-normalisation.ts';
import type { GameEnd, GameOptions, GameParametersJson } from '../protocols/api/value-schemas.ts';
import { type Color, opposite } from '../rules/color.ts';
import { isTooShortToRate } from '../rules/rated-length.ts';

/** The value of `protocol` for a computer player. */
export const COMPUTER = 'computer';

/** A game that has ended, ready to be stored in the archive. Times are in milliseconds since the epoch. */
export interface GameToArchive {
  readonly game: GameId;
  readonly board: GameParametersJson;
  /** Undefined for an imported game. */
  readonly options: GameOptions | undefined;
  /** The hash of the key of the invitation from which the game came. */
  readonly key?: KeyHash | undefined;
  readonly black: Opponent;
  readonly white: Opponent;
  readonly end: GameEnd;
  readonly began: number;
  readonly ended: number;
  /** The game was read from a file, and not played on this server. */
  readonly imported: boolean;
  /** The stored text with all moves (src/archive/stored-record.ts). */
  readonly record: string;
  /** The number of moves in the record. */
  readonly turns: number;
  /** The number of moves of each side in the record; passes count, and moves that were taken back do not. */
  readonly movesOf: Readonly<Record<Color, number>>;
  readonly original?: ImportedOriginal;
}

export interface ImportedOriginal {
  readonly charset: string;
  /** The length of the text. */
  readonly bytes: number;
  /** The compressed text in base64; undefined if the text is too long to be stored. */
  readonly gzip: string | undefined;
  /** One line for each part of the text that is wrong or that the record does not contain. */
  readonly notes: readonly string[];
}

interface Opponent {
  readonly name: string;
  readonly protocol: string;
  /** The name was given by the server. */
  readonly guest: boolean;
  /** The account that was signed in. */
  readonly owner?: string | undefined;
  /** The rating before the game, if it was looked up for the client. */
  readonly rating?: SeatRating | undefined;
}

/** Who won a game. `none`: no winner and no draw. */
type Outcome = Color | 'draw' | 'none';

/** Reasons of the end with which a game without a winner is a draw. */
const DRAWS: ReadonlySet<GameEnd['reason']> = new Set(['score', 'full', 'agreed', 'drawn']);

export function outcomeOf({ winner, reason }: GameEnd): Outcome {
  if (winner !== undefined) return winner;
  return DRAWS.has(reason) ? 'draw' : 'none';
}

/** Reasons of ends that the losing side has caused alone. */
const CAUSED_BY_LOSER: ReadonlySet<GameEnd['reason']> = new Set(['resigned', 'left', 'timed-out', 'fouled']);

/** Whether a game can be rated: a rated game on this server, with a result, between two different players who are no guests. */
function canBeRated({ imported, options, black, white, end }: GameToArchive): boolean {
  if (imported || options?.rated !== true || outcomeOf(end) === 'none') return false;
  return !black.guest && !white.guest && foldName(black.name) !== foldName(white.name);
}

/**
 * Whether a game changes the ratings of both players. A game that ends by the rules (a row, two passes, a full board) does so after any
 * number of moves. Any other game does so after three moves of each side.
 */
export function isRated(game: GameToArchive): boolean {
  return canBeRated(game) && !isTooShortToRate(game.end.reason, game.movesOf);
}

/** The side that lost by resigning, by leaving, on time or by a foul before each side had made three moves; undefined if there is none. */
export function earlyEndBy(game: GameToArchive): Color | undefined {
  const { winner, reason } = game.end;
  if (winner === undefined || !CAUSED_BY_LOSER.has(reason) || !canBeRated(game)) return undefined;
  if (!isTooShortToRate(reason, game.movesOf)) return undefined;
  return opposite(winner);
}
