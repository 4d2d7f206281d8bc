import type { ReservedSeat } from '../players/player.ts';
import type { Game } from './game.ts';
import type { SeatColor } from './game-event.ts';

/** The reserved seats of a game whose reservations end. A player with both seats is absent from both. */
export const awayFrom = ({ seats: { black, white } }: Game): ReservedSeat[] =>
  [black, white].flatMap(({ reserved, record }) =>
    reserved === undefined || record.clock?.runsAway ? [] : [reserved],
  );

/** When the clock of a seat would run out if it ran from now on; undefined if it stands still while its player is away. */
export function runsOutAway(game: Game, color: SeatColor, now: number): number | undefined {
  const view = game.record(color).clock?.runsAway ? game.clockView : undefined;
  return view && now + view[color === 'white' ? 'white' : 'black'].main;
}
