import { ok, problem, type Result } from '../../../result.ts';
import { FEWEST_LINES, MOST_LINES } from '../../../rules/gomoku/gomoku-position.ts';
import type { BoardStone, Coordinates, ManagerAction } from '../messages.ts';

export const isPlayable = (size: number): boolean => size >= FEWEST_LINES && size <= MOST_LINES;

/** The stones as the manager has put them, in its order; and whether the player has the same before it. */
export class ManagerBoard {
  readonly size: number;
  readonly #stones = new Map<number, BoardStone>();
  #isKnown = true;

  constructor(size: number) {
    this.size = size;
  }

  /** A whole board, which the player has not seen. */
  static of(size: number, all: readonly BoardStone[]): Result<ManagerBoard> {
    const stones = new ManagerBoard(size);
    stones.#isKnown = false;
    for (const stone of all) {
      const put = stones.put(stone);
      if (!put.ok) return put;
    }
    return ok(stones);
  }

  /** In the order in which they were put. */
  all(): readonly BoardStone[] {
    return [...this.#stones.values()];
  }

  get isEmpty(): boolean {
    return this.#stones.size === 0;
  }

  /** The problem says why there cannot be a stone. */
  put(stone: BoardStone): Result<void> {
    const { x, y } = stone;
    if (x >= this.size || y >= this.size) return problem(`${x},${y} is off a board of ${this.size} lines`);
    if (this.#stones.has(this.#key(stone))) return problem(`${x},${y} is on a stone`);
    this.#stones.set(this.#key(stone), stone);
    return ok(undefined);
  }

  /** The player's own stone, without asking it. */
  impose(at: Coordinates): Result<void> {
    const put = this.put({ ...at, owner: 'own' });
    if (put.ok) this.#isKnown = false;
    return put;
  }

  /** Whether there was a stone to be taken back; the player is not asked. */
  takeBack(at: Coordinates): boolean {
    const was = at.x < this.size && this.#stones.delete(this.#key(at));
    if (was) this.#isKnown = false;
    return was;
  }

  /** The action that asks the player for a stone: this one, if it leads to the board as it is, or else BOARD. */
  toldBy(action: ManagerAction): ManagerAction {
    const isKnown = this.#isKnown;
    this.#isKnown = true;
    return isKnown ? action : { kind: 'board', stones: this.all() };
  }

  #key({ x, y }: Coordinates): number {
    return y * this.size + x;
  }
}
