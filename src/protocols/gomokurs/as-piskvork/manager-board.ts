import { ok, problem, type Result } from '../../../result.ts';
import { FEWEST_LINES, MOST_LINES } from '../../../rules/gomoku/gomoku-position.ts';
import type { BoardStone, Coordinates, ManagerAction } from '../messages.ts';

export const isPlayable = (size: number): boolean => size >= FEWEST_LINES && size <= MOST_LINES;

/** The stones on the manager's board, in its order, and whether the player knows the same board. */
export class ManagerBoard {
  readonly size: number;
  readonly #stones = new Map<number, BoardStone>();
  #isPlayerUpToDate = true;

  constructor(size: number) {
    this.size = size;
  }

  /** Creates a board with stones that the player does not know. */
  static of(size: number, all: readonly BoardStone[]): Result<ManagerBoard> {
    const stones = new ManagerBoard(size);
    stones.#isPlayerUpToDate = false;
    for (const stone of all) {
      const put = stones.put(stone);
      if (!put.ok) return put;
    }
    return ok(stones);
  }

  /** All stones, in the order in which they were put. */
  all(): readonly BoardStone[] {
    return [...this.#stones.values()];
  }

  get isEmpty(): boolean {
    return this.#stones.size === 0;
  }

  put(stone: BoardStone): Result<void> {
    const { x, y } = stone;
    if (x >= this.size || y >= this.size) return problem(`${x},${y} is off a board of ${this.size} lines`);
    if (this.#stones.has(this.#key(stone))) return problem(`${x},${y} is on a stone`);
    this.#stones.set(this.#key(stone), stone);
    return ok(undefined);
  }

  /** Puts a stone of the player that the manager has chosen. */
  impose(at: Coordinates): Result<void> {
    const put = this.put({ ...at, owner: 'own' });
    if (put.ok) this.#isPlayerUpToDate = false;
    return put;
  }

  /** Removes a stone. Returns whether there was one. The player is not notified. */
  takeBack(at: Coordinates): boolean {
    const wasThere = at.x < this.size && this.#stones.delete(this.#key(at));
    if (wasThere) this.#isPlayerUpToDate = false;
    return wasThere;
  }

  /** The action that requests a stone: `action` if the player then knows the board, or else BOARD with all stones. */
  moveRequest(action: ManagerAction): ManagerAction {
    const isKnown = this.#isPlayerUpToDate;
    this.#isPlayerUpToDate = true;
    return isKnown ? action : { kind: 'board', stones: this.all() };
  }

  #key({ x, y }: Coordinates): number {
    return y * this.size + x;
  }
}
