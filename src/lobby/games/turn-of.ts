import type { Color } from '../../rules/color.ts';
import type { Player } from '../players/player.ts';
import type { Game } from './game.ts';

/** The player's game and colour if the player is to move; otherwise the reason why not. */
export function turnOf({ seat }: Player): { game: Game; color: Color } | 'no-game' | 'not-your-turn' {
  if (seat === undefined) return 'no-game';
  const { game, color } = seat;
  // While dead stones are marked, neither side is to move.
  if (game.marking !== undefined) return 'not-your-turn';
  const mover = game.toMove;
  if (color !== 'both' && color !== mover) return 'not-your-turn';
  // A client that has not finished its set-up cannot move.
  if (!game.hasStarted && game.seats[mover].handshake) return 'not-your-turn';
  return { game, color: mover };
}

/** Whether the client must finish a set-up before it can play. */
export const hasHandshake = ({ seat }: Player): boolean =>
  seat?.game.seats[seat.color === 'both' ? 'black' : seat.color].handshake ?? false;
