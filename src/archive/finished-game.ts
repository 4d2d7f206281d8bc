import type { GameId } from '../lobby/games/game-event.ts';
import { foldName } from '../lobby/players/name-normalisation.ts';
import type { Board, End, Options } from '../protocols/api/value-schemas.ts';
import type { Color } from '../rules/color.ts';

/** A game that has ended, ready to be stored in the archive. Times are in milliseconds since the epoch. */
export interface FinishedGame {
  readonly game: GameId;
  readonly board: Board;
  /** Undefined for an imported game. */
  readonly options: Options | undefined;
  readonly black: Opponent;
  readonly white: Opponent;
  readonly end: End;
  readonly began: number;
  readonly ended: number;
  /** It was read from a file and not played here. */
  readonly imported: boolean;
  /** The text that is stored, with every move (src/archive/record-text.ts). */
  readonly record: string;
  /** The number of moves in the record. */
  readonly turns: number;
  /** Each side has made a move. */
  readonly bothPlayed: boolean;
  /** The text from which an imported game was read. */
  readonly original?: Original;
}

/** The text of an imported game. */
export interface Original {
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
}

/** The result of a game. `none`: no winner and no draw. */
export type Outcome = Color | 'draw' | 'none';

/** Reasons of games without a winner that are draws. */
const DRAWS: ReadonlySet<End['reason']> = new Set(['score', 'full', 'agreed', 'drawn']);

export function outcomeOf({ winner, reason }: End): Outcome {
  if (winner !== undefined) return winner;
  return DRAWS.has(reason) ? 'draw' : 'none';
}

/**
 * Whether a game counts for ratings. It must be played here as a rated game, with a result, by two different players who have chosen their names, and
 * both must have made a move.
 */
export function isRated(game: FinishedGame): boolean {
  const { black, white } = game;
  if (game.imported || game.options?.rated !== true) return false;
  if (black.guest || white.guest || foldName(black.name) === foldName(white.name)) return false;
  return outcomeOf(game.end) !== 'none' && game.bothPlayed;
}
