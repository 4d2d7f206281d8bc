import { EMPTY } from '../../rules/go/go-board.ts';
import type { PlayoutBoard } from './playout-board.ts';

/** The distance of all points that are this far away or farther. */
export const FAR = 4;

/**
 * The distances of all points from one point, up to `FAR`. Stones of one chain have the same distance, because a stone acts
 * on all liberties of its chain.
 */
export class DistancesFromPoint {
  readonly values: Uint8Array;
  readonly #board: PlayoutBoard;
  readonly #queue: Int32Array;
  #found = 0;

  constructor(field: PlayoutBoard) {
    this.#board = field;
    this.values = new Uint8Array(field.points).fill(FAR);
    this.#queue = new Int32Array(field.points);
  }

  compute(start: number): void {
    const { neighbours, stones, points } = this.#board;
    // Only points found in the last call have another value than `FAR`.
    for (let i = 0; i < this.#found; i++) this.values[this.#queue[i]!] = FAR;
    this.#found = 0;
    if (stones[start] === EMPTY) this.#reach(start, 0);
    else this.#reachChain(start, 0);
    for (let i = 0; i < this.#found; i++) {
      const point = this.#queue[i]!;
      const distance = this.values[point]! + 1;
      if (distance >= FAR) continue;
      for (let side = 4 * point; side < 4 * point + 4; side++) {
        const neighbour = neighbours[side]!;
        if (neighbour === points || this.values[neighbour] !== FAR) continue;
        if (stones[neighbour] === EMPTY) this.#reach(neighbour, distance);
        else this.#reachChain(neighbour, distance);
      }
    }
  }

  #reachChain(stone: number, distance: number): void {
    let at = stone;
    do {
      this.#reach(at, distance);
      at = this.#board.board.nextInChain(at);
    } while (at !== stone);
  }

  #reach(point: number, distance: number): void {
    this.values[point] = distance;
    this.#queue[this.#found++] = point;
  }
}
