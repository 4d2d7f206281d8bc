import { BLACK, type BoardGrid, EMPTY, runLength } from './board-grid.ts';
import type { GomokuRefusal } from './gomoku-rules.ts';
import { winningStep } from './winning-row.ts';

/** Black's illegal moves, as the Renju International Federation defines them. */
export type Foul = Exclude<GomokuRefusal, 'occupied'>;

/**
 * The limits of one judgement: nested stones, and all tried stones. Whether stones make a three depends on the legality of
 * other points, and these may depend on further points. On large boards, two players can build a pattern with too many
 * branches to try. The official board does not reach the limits: it has 225 points, and its worst known patterns need some
 * hundreds of stones.
 */
const MOST_NESTED = 225;
const MOST_TRIED = 100_000;

/** Judges black's stones on one grid. */
export class RenjuReferee {
  readonly #grid: BoardGrid;
  #depth = 0;
  #tried = 0;
  #isLimitReached = false;

  constructor(grid: BoardGrid) {
    this.#grid = grid;
  }

  /**
   * Whether a black stone on the empty `cell` would be a foul or a five. A five wins, even if the stone would also be a
   * foul. A foul that cannot be proven within the limits is no foul. The call does not change the grid.
   */
  judge(cell: number): Foul | 'five' | undefined {
    this.#tried = 0;
    this.#isLimitReached = false;
    const verdict = this.#try(cell);
    return this.#isLimitReached ? undefined : verdict;
  }

  #try(cell: number): Foul | 'five' | undefined {
    if (this.#depth === MOST_NESTED || this.#tried === MOST_TRIED) this.#isLimitReached = true;
    if (this.#isLimitReached) return undefined;
    this.#tried++;
    this.#depth++;
    this.#grid.cells[cell] = BLACK;
    const verdict = winningStep(this.#grid, cell, 'renju') === 0 ? this.#foulOf(cell) : 'five';
    this.#grid.cells[cell] = EMPTY;
    this.#depth--;
    return verdict;
  }

  #foulOf(cell: number): Foul | undefined {
    const { cells, steps } = this.#grid;
    let fours = 0;
    let likelyThrees = 0;
    for (const step of steps) {
      if (runLength(cells, cell, step) + runLength(cells, cell, -step) >= 5) return 'overline';
      fours += foursOnLine(cells, cell, step);
      if (straightFourPoint(cells, cell, step) !== 0 || straightFourPoint(cells, cell, -step) !== 0) likelyThrees++;
    }
    if (fours >= 2) return 'double-four';
    return likelyThrees >= 2 && this.#makesTwoThrees(cell) ? 'double-three' : undefined;
  }

  #makesTwoThrees(cell: number): boolean {
    let threes = 0;
    for (const step of this.#grid.steps) {
      if (!this.#isThree(cell, step)) continue;
      threes++;
      if (threes === 2) return true;
    }
    return false;
  }

  /**
   * Whether the stone on `cell` is part of a three on this line: three stones that black may extend to a straight four. The
   * extending stone must not make a five on another line, and must not be a foul by this same definition. A tried stone
   * stays on the board while the next one is judged, so the recursion ends when no point is empty. One line never has two
   * threes with a common stone, because each of them would need empty points where the other has stones.
   */
  #isThree(cell: number, step: number): boolean {
    return this.#mayMakeStraightFour(cell, step) || this.#mayMakeStraightFour(cell, -step);
  }

  #mayMakeStraightFour(cell: number, step: number): boolean {
    const point = straightFourPoint(this.#grid.cells, cell, step);
    return point !== 0 && this.#try(point) === undefined;
  }
}

/**
 * The number of fours with the stone on `cell` along one line, from 0 to 2. A four is four stones which one more stone
 * makes exactly five. This stone must be at one of the two ends of the unbroken row through `cell`. If the row has four
 * stones (a straight four), both ends complete the same four; otherwise they complete two different fours.
 */
function foursOnLine(cells: Uint8Array, cell: number, step: number): number {
  const ahead = runLength(cells, cell, step);
  const behind = runLength(cells, cell, -step);
  const length = behind + 1 + ahead;
  const atFront = makesFive(cells, cell + (ahead + 1) * step, step, length);
  const atBack = makesFive(cells, cell - (behind + 1) * step, -step, length);
  if (atFront && atBack) return length === 4 ? 1 : 2;
  return atFront || atBack ? 1 : 0;
}

/**
 * Whether a black stone on `end`, beside an unbroken row of `length`, makes exactly five, together with the black stones
 * beyond it.
 */
function makesFive(cells: Uint8Array, end: number, step: number, length: number): boolean {
  return cells[end] === EMPTY && length + 1 + blackRun(cells, end, step) === 5;
}

/**
 * The cell after the unbroken row through `cell`, in the direction of `step`, if a stone there makes a straight four: four
 * in a row that a further stone at either end makes exactly five. 0 if there is no such cell; cell 0 is edge.
 */
function straightFourPoint(cells: Uint8Array, cell: number, step: number): number {
  const point = cell + (runLength(cells, cell, step) + 1) * step;
  if (cells[point] !== EMPTY) return 0;
  const front = point + (blackRun(cells, point, step) + 1) * step;
  const back = cell - (runLength(cells, cell, -step) + 1) * step;
  const isStraightFour =
    (front - back) / step === 5 && canGrowToFive(cells, front, step) && canGrowToFive(cells, back, -step);
  return isStraightFour ? point : 0;
}

/** Whether a four grows to exactly five at this end: the end is empty, and there is no black stone behind it. */
const canGrowToFive = (cells: Uint8Array, end: number, step: number): boolean =>
  cells[end] === EMPTY && cells[end + step] !== BLACK;

/** The number of black stones that follow the empty `cell` without a gap. */
function blackRun(cells: Uint8Array, cell: number, step: number): number {
  return cells[cell + step] === BLACK ? 1 + runLength(cells, cell + step, step) : 0;
}
