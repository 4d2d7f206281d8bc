import type { GameParametersJson, Turn } from '../../protocols/api/value-schemas.ts';
import { pointAt, square } from '../../rules/point.ts';
import { pointName } from '../board/coordinate-names.ts';
import { coordinates } from '../settings/user-settings.ts';
import { texts } from '../texts/page-language.ts';

/** The name of a move: its point, or the word for a pass. */
export function moveText(board: GameParametersJson, turn: Turn): string {
  if (turn.kind === 'pass') return texts().game.passed;
  const size = square(board.size);
  const point = pointAt(size, turn.point.x, turn.point.y)!;
  return pointName(size, point, { game: board.game, shown: coordinates.value });
}
