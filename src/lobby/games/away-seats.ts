import type { ReservedSeat } from '../players/player.ts';
import type { Game } from './game.ts';
import type { ColorOrBoth } from './game-event.ts';

/** The reserved seats of a game, without the seats whose clocks run while their players are away. One player may be absent from both. */
export const awayFrom = ({ seats: { black, white } }: Game): ReservedSeat[] =>
  [black, white].flatMap(({ reserved, record }) =>
    reserved === undefined || record.clock?.runsAway ? [] : [reserved],
  );

/** When the clock of a seat runs out if it runs from now on. Undefined if it stands still while its player is away. */
export function runsOutAway(game: Game, color: ColorOrBoth, now: number): number | undefined {
  const view = game.record(color).clock?.runsAway ? game.clockView : undefined;
  return view && now + view[color === 'white' ? 'white' : 'black'].main;
}
