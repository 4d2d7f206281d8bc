import type { Entry, GameId, SeatRecord } from '../lobby/event.ts';
import { Game } from '../lobby/game.ts';
import { fold, isGuestName } from '../lobby/names.ts';
import { recordOf } from '../lobby/record.ts';
import type { Board, End } from '../protocols/web/values.ts';
import { boardOf, endOf } from '../protocols/web/wording.ts';
import type { Color } from '../rules/color.ts';
import type { GameRecord } from '../rules/records/record.ts';

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
  /** Every turn; of what it says besides nothing but the SGF is made. */
  readonly record: GameRecord;
}

interface Opponent {
  readonly name: string;
  readonly protocol: string;
  /** The name was given by the server. */
  readonly guest: boolean;
}

/** How a game came out. `none`: nobody won and nobody drew. */
export type Outcome = Color | 'draw' | 'none';

/** A game of the log, from its first entry to its last. Throws for one that has no end. */
export function finishedGame(entries: readonly Entry[]): FinishedGame {
  const [first, last] = [entries[0], entries.at(-1)];
  if (first?.event.kind !== 'seated' || last?.event.kind !== 'ended')
    throw new Error(`game ${first?.game} is not a whole game`);
  const record = recordOf(entries);
  const opponent = (color: Color, seat: SeatRecord): Opponent => {
    const name = record[color] ?? seat.name;
    return { name, protocol: seat.protocol, guest: isGuestName(name) };
  };
  return {
    game: first.game,
    board: boardOf(new Game(first.game, first.event, first.at).wish),
    black: opponent('black', first.event.black),
    white: opponent('white', first.event.white),
    end: endOf({ winner: last.event.winner, reason: last.event.reason, score: last.event.score }),
    began: first.at,
    ended: last.at,
    imported: false,
    record,
  };
}

export function outcomeOf({ winner, reason }: End): Outcome {
  if (winner !== undefined) return winner;
  return reason === 'score' || reason === 'full' || reason === 'agreed' ? 'draw' : 'none';
}

/**
 * Whether a game counts for ratings: it was played here to a result by two different people who have chosen their
 * names, and both have had a turn.
 */
export function isRated(game: FinishedGame): boolean {
  const { black, white, record } = game;
  if (game.imported || black.guest || white.guest || fold(black.name) === fold(white.name)) return false;
  if (outcomeOf(game.end) === 'none') return false;
  return (['black', 'white'] as const).every((color) => record.moves.some((move) => move.color === color));
}
