import type { Stone } from '../../lobby/games/game-event.ts';
import { type Color, opposite } from '../../rules/color.ts';
import { type BoardSize, type Point, pointAt } from '../../rules/point.ts';
import type { BoardStone } from './messages.ts';

/** The game that follows from a BOARD. The receiver of the BOARD is to move. */
export interface GameFromBoard {
  /** The receiver's colour. */
  readonly color: Color;
  /** The stones whose order is unknown. */
  readonly setup: readonly Stone[];
  /** The stones in the order of play, starting with black. */
  readonly turns: readonly Stone[];
}

/**
 * If the owners of the stones alternate, ending with the opponent, the stones are in the order of play. Otherwise the
 * order is unknown (as in the Piskvork protocol), and the numbers of stones give the colour: black has as many as white
 * when it is to move. `undefined` if a stone is off the board or on another.
 */
export function gameFromBoard(size: BoardSize, stones: readonly BoardStone[]): GameFromBoard | undefined {
  const points = stones.map(({ x, y }) => pointAt(size, x, y)).filter((point) => point !== undefined);
  if (new Set(points).size < stones.length) return undefined;
  const owners = stones.map(({ owner }) => owner);
  const theirs = owners.filter((owner) => owner === 'opponent').length;
  const color = theirs > stones.length - theirs ? 'white' : 'black';
  const colored = stones.map(({ owner }, index) => ({
    point: points[index] as Point,
    color: owner === 'own' ? color : opposite(color),
  }));
  return inTurn(owners) ? { color, setup: [], turns: colored } : { color, setup: colored, turns: [] };
}

const inTurn = (owners: readonly BoardStone['owner'][]): boolean =>
  owners.every((owner, index) => owner === ((owners.length - index) % 2 === 1 ? 'opponent' : 'own'));
