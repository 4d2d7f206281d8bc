import type { BoardGrid } from '../../rules/gomoku/board-grid.ts';
import { OPEN_THREE } from './line-patterns.ts';
import { MAKES_FIVE, type ThreatTable } from './threat-classes.ts';

/** The patterns that one colour could make on each empty cell, by line and by threat. */
export class SideEvaluation {
  /** The sum of the values of all empty cells to this colour. */
  total = 0;
  readonly #table: ThreatTable;
  /** The patterns of the four lines, four bits each; 0 under a stone. */
  readonly #packed: Uint16Array;
  readonly #byThreat: number[][] = Array.from({ length: MAKES_FIVE + 1 }, () => []);
  /** The index of a cell in its list. */
  readonly #place: Int32Array;

  constructor(grid: BoardGrid, table: ThreatTable) {
    this.#table = table;
    this.#packed = new Uint16Array(grid.cells.length);
    this.#place = new Int32Array(grid.cells.length);
  }

  threatOf(cell: number): number {
    return this.#table.threat[this.#packed[cell]!]!;
  }

  valueOf(cell: number): number {
    return this.#table.value[this.#packed[cell]!]!;
  }

  /**
   * The cells with exactly this threat, in no particular order. The list changes with the board: copy it before playing
   * stones.
   */
  making(threat: number): readonly number[] {
    return this.#byThreat[threat]!;
  }

  /** Whether at least two lines become an open three or more, so that the renju rules must judge the stone. */
  isDoubtful(cell: number): boolean {
    let strong = 0;
    for (let packed = this.#packed[cell]!; packed > 0; packed >>= 4) if ((packed & 15) >= OPEN_THREE) strong++;
    return strong > 1;
  }

  setShape(cell: number, line: number, shape: number): void {
    const packed = this.#packed[cell]!;
    const shift = 4 * line;
    if (((packed >> shift) & 15) === shape) return;
    this.#set(cell, packed, (packed & ~(15 << shift)) | (shape << shift));
  }

  /** Gives a cell without shapes those of another. */
  copyShapes(from: number, to: number): void {
    this.#set(to, 0, this.#packed[from]!);
  }

  /** A stone was played on the cell. */
  clear(cell: number): void {
    const packed = this.#packed[cell]!;
    if (packed !== 0) this.#set(cell, packed, 0);
  }

  #set(cell: number, before: number, after: number): void {
    const { threat, value } = this.#table;
    this.#packed[cell] = after;
    this.total += value[after]! - value[before]!;
    const from = threat[before]!;
    const to = threat[after]!;
    if (from === to) return;
    if (from > 0) this.#leave(this.#byThreat[from]!, cell);
    if (to > 0) this.#place[cell] = this.#byThreat[to]!.push(cell) - 1;
  }

  #leave(list: number[], cell: number): void {
    const last = list.pop()!;
    if (last === cell) return;
    list[this.#place[cell]!] = last;
    this.#place[last] = this.#place[cell]!;
  }
}
