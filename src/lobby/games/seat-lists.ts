import type { Player, ReservedSeat } from '../players/player.ts';
import type { Game } from './game.ts';

/** The seats of a computer player, by game. */
export const seatsOf = ({ computer }: Player): readonly Player[] =>
  [...(computer?.seats ?? [])].sort(([one], [other]) => one - other).map(([, seat]) => seat);

/** The reserved seats of a game. A player with both seats is absent from both. */
export const awayFrom = ({ seats: { black, white } }: Game): ReservedSeat[] =>
  [black, white].flatMap(({ reserved }) => (reserved === undefined ? [] : [reserved]));
