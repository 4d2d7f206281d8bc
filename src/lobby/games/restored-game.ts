import type { Names } from '../players/names.ts';
import type { ReservedSeats } from '../players/reserved-seats.ts';
import { Game } from './game.ts';
import type { LazyJournalEntries } from './lazy-journal-entries.ts';

/** The parts of the lobby that hold reserved seats and names. */
interface LobbyParts {
  readonly reservedSeats: ReservedSeats;
  readonly names: Names;
}

/** Creates a game from the journal. Unless it is adjourned, its seats are reserved without an end. */
export function restoredGame(entries: LazyJournalEntries, { reservedSeats, names }: LobbyParts): Game {
  const game = Game.fromJournal(entries);
  if (game.ended) throw new Error(`game ${game.id} has ended`);
  const seats = [game.seats.black, game.seats.white];
  // The journal does not contain whether the clients had finished their set-up. A client that comes back does its set-up again, and
  // the game waits for it. The game does not wait for the set-up of a client that does not come back.
  for (const seat of seats) seat.ready = true;
  game.hasStarted = !entries.isEmpty || seats.every(({ record }) => record.clock?.runsAway);
  if (game.adjournment !== undefined) return game;
  for (const color of game.isPractice ? (['both'] as const) : (['black', 'white'] as const)) {
    reservedSeats.reserve(game, color, Number.POSITIVE_INFINITY);
    const { name, shownAs } = game.record(color);
    if (shownAs !== undefined) names.restoreAlias(game.opposite(color).record.protocol, name, shownAs);
  }
  return game;
}
