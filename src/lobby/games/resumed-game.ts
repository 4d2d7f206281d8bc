import type { Names } from '../players/names.ts';
import type { ReservedSeats } from '../players/reserved-seats.ts';
import { Game } from './game.ts';
import type { UnfinishedGame } from './unfinished-game.ts';

/** Parts of the lobby. */
interface Places {
  readonly reservedSeats: ReservedSeats;
  readonly names: Names;
}

/** A game of the journal. Its seats are reserved, without a limit, unless it is adjourned. */
export function resumedGame(unfinished: UnfinishedGame, { reservedSeats, names }: Places): Game {
  const game = Game.readBack(unfinished);
  if (game.ended) throw new Error(`game ${game.id} has ended`);
  game.begun = true;
  if (game.adjournment !== undefined) return game;
  for (const color of game.isPractice ? (['both'] as const) : (['black', 'white'] as const)) {
    reservedSeats.reserve(game, color, Number.POSITIVE_INFINITY);
    const { name, shownAs } = game.record(color);
    if (shownAs !== undefined) names.restoreAlias(game.opposite(color).record.protocol, name, shownAs);
  }
  return game;
}
