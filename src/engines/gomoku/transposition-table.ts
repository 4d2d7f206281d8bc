import type { SearchBoard } from './search-board.ts';

const ENTRIES = 1 << 17;

const EXACT = 1;
const AT_LEAST = 2;
const AT_MOST = 3;

/** The result of searching one position. */
export interface StoredResult {
  readonly cell: number;
  readonly value: number;
  readonly depth: number;
  /** The window of the search that found the value. */
  readonly alpha: number;
  readonly beta: number;
}

/** Results of searched positions, in a table of fixed size; a newer result replaces an older one. */
export class TranspositionTable {
  // The result that was looked up last; this object is reused so that nothing is allocated.
  isKnown = false;
  cell = 0;
  value = 0;
  depth = 0;
  #bound = 0;
  readonly #checks = new Int32Array(ENTRIES);
  readonly #cells = new Int32Array(ENTRIES);
  readonly #values = new Int32Array(ENTRIES);
  readonly #depths = new Int8Array(ENTRIES);
  readonly #bounds = new Uint8Array(ENTRIES);

  /** Looks up the position with `stone` to move. Returns this object, which is valid until the next call. */
  lookUp(board: SearchBoard, stone: number): this {
    const slot = slotOf(board, stone);
    this.isKnown = this.#bounds[slot] !== 0 && this.#checks[slot] === board.secondHash;
    this.cell = this.#cells[slot]!;
    this.value = this.#values[slot]!;
    this.depth = this.#depths[slot]!;
    this.#bound = this.#bounds[slot]!;
    return this;
  }

  /** Whether the value is sufficient for a search with this window. */
  isSufficient(alpha: number, beta: number): boolean {
    switch (this.#bound) {
      case AT_LEAST:
        return this.value >= beta;
      case AT_MOST:
        return this.value <= alpha;
      default:
        return true;
    }
  }

  store(board: SearchBoard, stone: number, { cell, value, depth, alpha, beta }: StoredResult): void {
    const slot = slotOf(board, stone);
    this.#checks[slot] = board.secondHash;
    this.#cells[slot] = cell;
    this.#values[slot] = value;
    this.#depths[slot] = depth;
    this.#bounds[slot] = value >= beta ? AT_LEAST : value <= alpha ? AT_MOST : EXACT;
  }
}

const slotOf = (board: SearchBoard, stone: number): number => (board.hash ^ (stone * 0x2545f491)) & (ENTRIES - 1);
