import type { GameState } from '../../protocols/api/message.ts';
import type { Color } from '../../rules/color.ts';
import type { You } from '../connection/connection.ts';

/** Where this client sits: at one side, at both, or nowhere. After the end it is known by its name. */
export function ownColor(game: GameState, you: You): Color | 'both' | undefined {
  if (you.seat?.game === game.game) return you.seat.color;
  if (game.end === undefined || you.name === undefined) return undefined;
  const sides = (['black', 'white'] as const).filter((color) => game[color].name === you.name);
  return sides.length === 2 ? 'both' : sides[0];
}
