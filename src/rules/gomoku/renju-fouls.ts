import { BLACK, type BoardGrid, EMPTY, run } from './board-grid.ts';
import type { GomokuRefusal } from './gomoku-rules.ts';
import { winningStep } from './winning-row.ts';

/** What black may not do, as the Renju International Federation defines it. */
export type Foul = Exclude<GomokuRefusal, 'occupied'>;

/**
 * How far one question is followed. Threes hang on the legality of other points, those on others again, and on large
 * boards two players can lay a pattern whose question has too many branches to count. The official board
 * never comes near: it has 225 points to nest, and its worst patterns known take some hundreds of stones to try.
 */
const DEEPEST = 225;
const MOST_TRIED = 100_000;

/** Judges black's stones on one grid. */
export class RenjuReferee {
  readonly #grid: BoardGrid;
  #depth = 0;
  #tried = 0;
  #gaveUp = false;

  constructor(grid: BoardGrid) {
    this.#grid = grid;
  }

  /**
   * What a black stone on the empty `cell` would be. A five wins and overrides every foul of the same stone; a foul
   * that cannot be shown within the limits above is none. The grid is as it was when the call returns.
   */
  judge(cell: number): Foul | 'five' | undefined {
    this.#tried = 0;
    this.#gaveUp = false;
    const verdict = this.#try(cell);
    return this.#gaveUp ? undefined : verdict;
  }

  #try(cell: number): Foul | 'five' | undefined {
    if (this.#depth === DEEPEST || this.#tried === MOST_TRIED) this.#gaveUp = true;
    if (this.#gaveUp) return undefined;
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
      if (run(cells, cell, step) + run(cells, cell, -step) >= 5) return 'overline';
      fours += countFours(cells, cell, step);
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
   * Three stones with the one on `cell` are a three if black may make them a straight four: the stone that does so must
   * make no five at the same time, on another line, and be no foul, by this same definition. Each stone that is tried
   * stays on the board while the next is judged, so the question comes to an end with the empty points at the latest.
   * One line never holds two threes with a stone in common: either would need points that the other has taken.
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
 * The fours with the stone on `cell` along one line, none to two. A four is four stones that one more would make
 * exactly five, so that stone has to go to one of the two ends of the unbroken row through `cell`. Both ends serve one
 * and the same four if the row has four stones (a straight four), and two different fours otherwise.
 */
function countFours(cells: Uint8Array, cell: number, step: number): number {
  const ahead = run(cells, cell, step);
  const behind = run(cells, cell, -step);
  const length = behind + 1 + ahead;
  const atFront = makesFive(cells, cell + (ahead + 1) * step, step, length);
  const atBack = makesFive(cells, cell - (behind + 1) * step, -step, length);
  if (atFront && atBack) return length === 4 ? 1 : 2;
  return atFront || atBack ? 1 : 0;
}

/** Whether a black stone on `end`, beside an unbroken row of `length`, makes exactly five with what lies beyond. */
function makesFive(cells: Uint8Array, end: number, step: number, length: number): boolean {
  return cells[end] === EMPTY && length + 1 + blackRun(cells, end, step) === 5;
}

/**
 * The cell beside the unbroken row through `cell`, in the direction of `step`, where one more stone makes a straight
 * four: four in a row, and exactly five at whichever end the next one is put. 0, which is edge, if there is none.
 */
function straightFourPoint(cells: Uint8Array, cell: number, step: number): number {
  const point = cell + (run(cells, cell, step) + 1) * step;
  if (cells[point] !== EMPTY) return 0;
  const front = point + (blackRun(cells, point, step) + 1) * step;
  const back = cell - (run(cells, cell, -step) + 1) * step;
  const isStraightFour = (front - back) / step === 5 && canGrow(cells, front, step) && canGrow(cells, back, -step);
  return isStraightFour ? point : 0;
}

/** Whether a four grows to exactly five at this end: nothing stands there, and no black stone behind it. */
const canGrow = (cells: Uint8Array, end: number, step: number): boolean =>
  cells[end] === EMPTY && cells[end + step] !== BLACK;

/** How many black stones follow the empty `cell` without a gap. */
function blackRun(cells: Uint8Array, cell: number, step: number): number {
  return cells[cell + step] === BLACK ? 1 + run(cells, cell + step, step) : 0;
}
