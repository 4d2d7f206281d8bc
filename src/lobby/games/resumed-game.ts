import type { Names } from '../players/names.ts';
import type { ReservedSeats } from '../players/reserved-seats.ts';
import { Game } from './game.ts';
import type { UnfinishedGame } from './unfinished-game.ts';

/** The parts of the lobby that hold reserved seats and names. */
interface LobbyParts {
  readonly reservedSeats: ReservedSeats;
  readonly names: Names;
}

/** Creates a game from the journal. Unless it is adjourned, its seats are reserved without an end. */
export function resumedGame(unfinished: UnfinishedGame, { reservedSeats, names }: LobbyParts): Game {
  const game = Game.fromJournal(unfinished);
  if (game.ended) throw new Error(`game ${game.id} has ended`);
  game.hasStarted = true;
  if (game.adjournment !== undefined) return game;
  for (const color of game.isPractice ? (['both'] as const) : (['black', 'white'] as const)) {
    reservedSeats.reserve(game, color, Number.POSITIVE_INFINITY);
    const { name, shownAs } = game.record(color);
    if (shownAs !== undefined) names.restoreAlias(game.opposite(color).record.protocol, name, shownAs);
  }
  return game;
}
