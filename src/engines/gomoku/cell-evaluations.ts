import type { BoardGrid } from '../../rules/gomoku/board-grid.ts';
import { MAKES_FIVE, needsReferee, THREAT, threatIn, valueIn } from './threat-classes.ts';

/** The threat and value of a stone of one colour on each empty cell, and lists of the cells by threat. */
export class CellEvaluations {
  /** The sum of the values of all empty cells for this colour. */
  total = 0;
  /** The judgement of each cell, see `JudgementTable`; 0 for a cell with a stone. */
  readonly judgements: Int32Array;
  /** For each threat a list with room for all cells; `#lengths` has the number of cells in each list. */
  readonly #lists: Int32Array;
  readonly #lengths = new Int32Array(MAKES_FIVE + 1);
  /** The index of a cell in `#lists`. */
  readonly #places: Int32Array;
  readonly #capacity: number;

  constructor(grid: BoardGrid) {
    this.#capacity = grid.cells.length;
    this.judgements = new Int32Array(this.#capacity);
    this.#lists = new Int32Array((MAKES_FIVE + 1) * this.#capacity);
    this.#places = new Int32Array(this.#capacity);
  }

  threatOf(cell: number): number {
    return threatIn(this.judgements[cell]!);
  }

  valueOf(cell: number): number {
    return valueIn(this.judgements[cell]!);
  }

  /** The number of cells with exactly this threat. */
  count(threat: number): number {
    return this.#lengths[threat]!;
  }

  /** A cell with exactly this threat, by its index; 0 if there are not so many. The order changes with the board. */
  cellMaking(threat: number, index = 0): number {
    return index < this.#lengths[threat]! ? this.#lists[threat * this.#capacity + index]! : 0;
  }

  /** The cells with exactly this threat, in no particular order. */
  cellsMaking(threat: number): number[] {
    const cells: number[] = [];
    this.addCellsMaking(threat, cells);
    return cells;
  }

  /** Appends the cells with exactly this threat to a list. */
  addCellsMaking(threat: number, cells: number[]): void {
    const start = threat * this.#capacity;
    const end = start + this.#lengths[threat]!;
    for (let at = start; at < end; at++) cells.push(this.#lists[at]!);
  }

  /** Whether a stone makes an open three or more on at least two lines. Then the renju rules must judge the stone. */
  needsReferee(cell: number): boolean {
    return needsReferee(this.judgements[cell]!);
  }

  /** Sets a cell's judgement. Returns the previous judgement. */
  setJudgement(cell: number, after: number): number {
    const before = this.judgements[cell]!;
    this.judgements[cell] = after;
    this.total += valueIn(after) - valueIn(before);
    if (((before ^ after) & THREAT) !== 0) this.#move(cell, before & THREAT, after & THREAT);
    return before;
  }

  #move(cell: number, from: number, to: number): void {
    const lists = this.#lists;
    const place = this.#places;
    if (from > 0) {
      const last = lists[from * this.#capacity + --this.#lengths[from]!]!;
      const at = place[cell]!;
      lists[at] = last;
      place[last] = at;
    }
    if (to > 0) {
      const at = to * this.#capacity + this.#lengths[to]!++;
      lists[at] = cell;
      place[cell] = at;
    }
  }
}
