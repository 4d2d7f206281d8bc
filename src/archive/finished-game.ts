import type { GameId } from '../lobby/games/event.ts';
import { foldName } from '../lobby/players/name.ts';
import type { Board, End } from '../protocols/api/values.ts';
import type { Color } from '../rules/color.ts';

/** A game that has ended, as the archive takes it in. Times are milliseconds since the epoch. */
export interface FinishedGame {
  readonly game: GameId;
  readonly board: Board;
  readonly black: Opponent;
  readonly white: Opponent;
  readonly end: End;
  readonly began: number;
  readonly ended: number;
  /** It was read from a file, and nobody played it here. */
  readonly imported: boolean;
  /** The text that is stored, with every turn (src/archive/stored-record.ts). */
  readonly record: string;
  /** How many turns the record has. */
  readonly turns: number;
  /** Each side has had a turn. */
  readonly bothPlayed: boolean;
  /** Of an imported game: the text from which it was read. */
  readonly original?: Original;
}

/** The text of an imported game. */
export interface Original {
  /** Its encoding. */
  readonly charset: string;
  /** Its length. */
  readonly bytes: number;
  /** Compressed, in base64; absent where it is longer than what is kept. */
  readonly gzip: string | undefined;
  /** What of it is in no record, or is not as it says, one line each. */
  readonly notes: readonly string[];
}

interface Opponent {
  readonly name: string;
  readonly protocol: string;
  /** The name was given by the server. */
  readonly guest: boolean;
}

/** How a game came out. `none`: nobody won and nobody drew. */
export type Outcome = Color | 'draw' | 'none';

/** Of games without a winner. */
const DRAWS: ReadonlySet<End['reason']> = new Set(['score', 'full', 'agreed', 'drawn']);

export function outcomeOf({ winner, reason }: End): Outcome {
  if (winner !== undefined) return winner;
  return DRAWS.has(reason) ? 'draw' : 'none';
}

/**
 * Whether a game counts for ratings: it was played here to a result by two different people who have chosen their
 * names, and both have had a turn.
 */
export function isRated(game: FinishedGame): boolean {
  const { black, white } = game;
  if (game.imported || black.guest || white.guest || foldName(black.name) === foldName(white.name)) return false;
  return outcomeOf(game.end) !== 'none' && game.bothPlayed;
}
