import type { Stone } from '../../lobby/games/game-event.ts';
import { type Color, opposite } from '../../rules/color.ts';
import type { Point } from '../../rules/point.ts';

/**
 * The board of a game as its client knows it, as far as the messages show it. They contain neither passes nor, after `stones`, the side to
 * move; both follow from later messages.
 */
export class ClientBoard {
  readonly #stones = new Map<Point, Color>();
  /** `undefined` after set-up stones, until a message shows it. */
  toMove: Color | undefined;
  /** Whether a move has come since `stones`, so that `toMove` is certain. */
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

  /** A stone or a pass. */
  setMoved(color: Color): void {
    this.toMove = opposite(color);
    this.hasMoved = true;
  }

  /** Removes a stone; returns whether there was one. */
  remove(point: Point): boolean {
    return this.#stones.delete(point);
  }

  /** The colour with fewer stones is probably to move. */
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
