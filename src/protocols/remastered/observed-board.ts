import type { Stone } from '../../lobby/notice.ts';
import { type Color, opposite } from '../../rules/color.ts';
import type { Point } from '../../rules/point.ts';

/**
 * How a game stands as far as this wire tells it: stones come and go by its word alone. Passes are not told, and `stones`
 * does not tell whose turn it is: both come out by what is told next.
 */
export class ObservedBoard {
  readonly #stones = new Map<Point, Color>();
  /** `undefined` after stones that somebody else has to know about. */
  toMove: Color | undefined;
  /** A turn was told since `stones`, so that `toMove` is more than what is usual. */
  turned = false;

  constructor(stones: readonly Stone[]) {
    for (const { point, color } of stones) this.#stones.set(point, color);
    this.toMove = stones.length === 0 ? 'black' : undefined;
  }

  at(point: Point): Color | undefined {
    return this.#stones.get(point);
  }

  place(color: Color, point: Point): void {
    this.#stones.set(point, color);
    this.moved(color);
  }

  /** A stone or a pass. */
  moved(color: Color): void {
    this.toMove = opposite(color);
    this.turned = true;
  }

  /** Whether there was a stone to take off. */
  remove(point: Point): boolean {
    return this.#stones.delete(point);
  }

  /** The colour that has fewer stones is likely to move. */
  guess(): Color {
    let lead = 0;
    for (const color of this.#stones.values()) lead += color === 'black' ? 1 : -1;
    return lead > 0 ? 'white' : 'black';
  }

  hasSameStones(other: ObservedBoard): boolean {
    return (
      this.#stones.size === other.#stones.size &&
      [...this.#stones].every(([point, color]) => other.#stones.get(point) === color)
    );
  }
}
