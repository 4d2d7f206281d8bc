import type { GameState } from '../../protocols/api/server-message-schema.ts';
import type { Color } from '../../rules/color.ts';
import type { You } from '../connection/connection.ts';

/** The colour of this client in a game: one, both, or none. After the end of the game, it is found by the client's name. */
export function ownColor(game: GameState, you: You): Color | 'both' | undefined {
  if (you.seat?.game === game.game) return you.seat.color;
  if (game.end === undefined || you.name === undefined) return undefined;
  const sides = (['black', 'white'] as const).filter((color) => game[color].name === you.name);
  return sides.length === 2 ? 'both' : sides[0];
}
