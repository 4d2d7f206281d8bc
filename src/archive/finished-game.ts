import type { GameId, SeatRating } from '../lobby/games/game-event.ts';
import type { KeyHash } from '../lobby/games/invitation-key.ts';
import { foldName } from '../lobby/players/name-normalisation.ts';
import type { GameEnd, GameOptions, GameParametersJson } from '../protocols/api/value-schemas.ts';
import { type Color, opposite } from '../rules/color.ts';

/** In place of the protocol of a player that the server seats itself. */
export const COMPUTER = 'computer';

/** A game that has ended, ready to be stored in the archive. Times are in milliseconds since the epoch. */
export interface FinishedGame {
  readonly game: GameId;
  readonly board: GameParametersJson;
  /** Undefined for an imported game. */
  readonly options: GameOptions | undefined;
  /** The hash of the key of the invitation from which it came. */
  readonly key?: KeyHash | undefined;
  readonly black: Opponent;
  readonly white: Opponent;
  readonly end: GameEnd;
  readonly began: number;
  readonly ended: number;
  /** It was read from a file and not played here. */
  readonly imported: boolean;
  /** The text that is stored, with every move (src/archive/record-text.ts). */
  readonly record: string;
  /** The number of moves in the record. */
  readonly turns: number;
  /** The number of moves of each side in the record; passes count, and moves that were taken back do not. */
  readonly movesOf: Readonly<Record<Color, number>>;
  /** The text from which an imported game was read. */
  readonly original?: ImportedOriginal;
}

/** The text of an imported game. */
export interface ImportedOriginal {
  readonly charset: string;
  /** The length of the text. */
  readonly bytes: number;
  /** The compressed text in base64; undefined if the text is too long to be stored. */
  readonly gzip: string | undefined;
  /** One line for each part that the record does not have, or that is wrong. */
  readonly notes: readonly string[];
}

interface Opponent {
  readonly name: string;
  readonly protocol: string;
  /** The name was given by the server. */
  readonly guest: boolean;
  /** The account that was signed in. */
  readonly owner?: string | undefined;
  /** Before the game, as far as it was looked up for the client. */
  readonly rating?: SeatRating | undefined;
}

/** The result of a game. `none`: no winner and no draw. */
export type Outcome = Color | 'draw' | 'none';

/** Reasons of games without a winner that are draws. */
const DRAWS: ReadonlySet<GameEnd['reason']> = new Set(['score', 'full', 'agreed', 'drawn']);

export function outcomeOf({ winner, reason }: GameEnd): Outcome {
  if (winner !== undefined) return winner;
  return DRAWS.has(reason) ? 'draw' : 'none';
}

/** A game that one side ends before each side has made this many moves is an early end. */
const MOVES_BEFORE_RESIGNING = 3;

/** Reasons of ends that one side alone causes. The side that lost caused it. */
const CAUSED_BY_LOSER: ReadonlySet<GameEnd['reason']> = new Set(['resigned', 'left', 'timed-out', 'fouled']);

/** Whether a game can be rated: played here as a rated game, with a result, by two different players who have chosen their names. */
function canBeRated({ imported, options, black, white, end }: FinishedGame): boolean {
  if (imported || options?.rated !== true || outcomeOf(end) === 'none') return false;
  return !black.guest && !white.guest && foldName(black.name) !== foldName(white.name);
}

const isShort = ({ movesOf }: FinishedGame): boolean =>
  movesOf.black < MOVES_BEFORE_RESIGNING || movesOf.white < MOVES_BEFORE_RESIGNING;

/**
 * Whether a game counts for ratings by itself. An end by the rules (a row, two passes, a full board) counts after any number of moves,
 * any other end after three moves of each side.
 */
export function isRated(game: FinishedGame): boolean {
  const { reason } = game.end;
  return canBeRated(game) && (reason === 'score' || reason === 'row' || reason === 'full' || !isShort(game));
}

/** The side that ended a game early: by resigning, leaving, on time or by a foul, before each side had made three moves. */
export function earlyEndBy(game: FinishedGame): Color | undefined {
  const { winner, reason } = game.end;
  if (winner === undefined || !CAUSED_BY_LOSER.has(reason) || !canBeRated(game) || !isShort(game)) return undefined;
  return opposite(winner);
}
