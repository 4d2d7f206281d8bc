import type { BoardGrid } from '../../rules/gomoku/board-grid.ts';
import { isDoubtful, MAKES_FIVE, THREAT, threatIn, valueIn } from './threat-classes.ts';

/** What a stone of one colour would make on each empty cell, and the cells by threat. */
export class SideEvaluation {
  /** The sum of the values of all empty cells to this colour. */
  total = 0;
  /** See `judgementTable`; 0 under a stone. */
  readonly judgements: Int32Array;
  /** Room for all cells by threat, and the number of cells that each list has. */
  readonly #lists: Int32Array;
  readonly #lengths = new Int32Array(MAKES_FIVE + 1);
  /** The index of a cell in `#lists`. */
  readonly #place: Int32Array;
  readonly #room: number;

  constructor(grid: BoardGrid) {
    this.#room = grid.cells.length;
    this.judgements = new Int32Array(this.#room);
    this.#lists = new Int32Array((MAKES_FIVE + 1) * this.#room);
    this.#place = new Int32Array(this.#room);
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

  /** One of them, by its index; 0 if there are not so many. The order changes with the board. */
  cellMaking(threat: number, index = 0): number {
    return index < this.#lengths[threat]! ? this.#lists[threat * this.#room + index]! : 0;
  }

  /** The cells with exactly this threat, in no particular order. */
  making(threat: number): number[] {
    const cells: number[] = [];
    this.collect(threat, cells);
    return cells;
  }

  /** Appends them to a list. */
  collect(threat: number, cells: number[]): void {
    const start = threat * this.#room;
    const end = start + this.#lengths[threat]!;
    for (let at = start; at < end; at++) cells.push(this.#lists[at]!);
  }

  /** Whether at least two lines become an open three or more, so that the renju rules must judge the stone. */
  isDoubtful(cell: number): boolean {
    return isDoubtful(this.judgements[cell]!);
  }

  /** Returns the judgement before. */
  setJudgement(cell: number, after: number): number {
    const before = this.judgements[cell]!;
    this.judgements[cell] = after;
    this.total += valueIn(after) - valueIn(before);
    if (((before ^ after) & THREAT) !== 0) this.#move(cell, before & THREAT, after & THREAT);
    return before;
  }

  #move(cell: number, from: number, to: number): void {
    const lists = this.#lists;
    const place = this.#place;
    if (from > 0) {
      const last = lists[from * this.#room + --this.#lengths[from]!]!;
      const at = place[cell]!;
      lists[at] = last;
      place[last] = at;
    }
    if (to > 0) {
      const at = to * this.#room + this.#lengths[to]!++;
      lists[at] = cell;
      place[cell] = at;
    }
  }
}
