import type { Stone } from '../../lobby/games/game-event.ts';
import type { Color } from '../../rules/color.ts';
import { type BoardSize, coordinates, type Point, pointAt } from '../../rules/point.ts';
import type { Coordinates, ManagerAction } from './messages.ts';

/** The point of a PLAY or SUGGESTION. */
export const pointOf = (size: BoardSize, at: Coordinates): Point | 'off-board' =>
  pointAt(size, at.x, at.y) ?? 'off-board';

/** The action TURN for a stone of the opponent. */
export const turnAt = (size: BoardSize, point: Point): ManagerAction => ({ kind: 'turn', ...coordinates(size, point) });

/** The action BOARD for the player of this colour. */
export const boardOf = (size: BoardSize, stones: readonly Stone[], color: Color): ManagerAction => ({
  kind: 'board',
  stones: stones.map((stone) => ({
    ...coordinates(size, stone.point),
    owner: stone.color === color ? 'own' : 'opponent',
  })),
});
