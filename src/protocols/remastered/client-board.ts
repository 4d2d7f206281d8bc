import type { Stone } from '../../lobby/games/game-event.ts';
import { type Color, opposite } from '../../rules/color.ts';
import type { Point } from '../../rules/point.ts';

/**
 * The board of a game, stored by the client. The messages contain no passes and, after `stones`, no side to move. Both follow
 * from later messages.
 */
export class ClientBoard {
  readonly #stones = new Map<Point, Color>();
  /** The side to move. Undefined after set-up stones, until a message shows it. */
  toMove: Color | undefined;
  /** Whether a move was received after `stones`, so that `toMove` is certain. */
  hasMoved = false;

  constructor(stones: readonly Stone[]) {
    for (const { point, color } of stones) this.#stones.set(point, color);
    this.toMove = stones.length === 0 ? 'black' : undefined;
  }

  at(point: Point): Color | undefined {
    return this.#stones.get(point);
  }

  place(color: Color, point: Point): void {
    this.#stones.set(point, color);
    this.setMoved(color);
  }

  /** Sets the side to move after a stone or a pass of this colour. */
  setMoved(color: Color): void {
    this.toMove = opposite(color);
    this.hasMoved = true;
  }

  /** Removes a stone. Returns whether there was one. */
  remove(point: Point): boolean {
    return this.#stones.delete(point);
  }

  /** The side that is probably to move: the colour with fewer stones. */
  guessToMove(): Color {
    let lead = 0;
    for (const color of this.#stones.values()) lead += color === 'black' ? 1 : -1;
    return lead > 0 ? 'white' : 'black';
  }

  hasSameStones(other: ClientBoard): boolean {
    return (
      this.#stones.size === other.#stones.size &&
      [...this.#stones].every(([point, color]) => other.#stones.get(point) === color)
    );
  }
}
