import { type Color, opposite } from '../color.ts';
import type { Point } from '../point.ts';
import { BLACK, BoardGrid, EDGE, EMPTY, stoneOf } from './board-grid.ts';
import type { GomokuRefusal, GomokuRule } from './gomoku-rules.ts';
import { RenjuReferee } from './renju-fouls.ts';
import { rowThrough, winningStep } from './winning-row.ts';

/** The smallest and largest board, in lines. */
export const FEWEST_LINES = 5;
export const MOST_LINES = 255;

/** How a game ended on the board. `row`: all stones of the winning row, from one end to the other. */
export type GomokuOutcome =
  | { readonly reason: 'row'; readonly winner: Color; readonly row: readonly Point[] }
  /** The side to move has no legal stone, and there is no pass: a draw. */
  | { readonly reason: 'full' };

/** A game of Gomoku. Black begins, and the colours move alternately. */
export class GomokuPosition {
  readonly lines: number;
  readonly rule: GomokuRule;
  readonly #grid: BoardGrid;
  readonly #referee: RenjuReferee;
  #toMove: Color = 'black';
  #outcome: GomokuOutcome | undefined;
  #emptyCount: number;
  /** The cell on which a stone was legal at the last check. After most moves, it is still legal. */
  #lastLegalCell = 0;

  constructor(lines: number, rule: GomokuRule) {
    if (!Number.isInteger(lines) || lines < FEWEST_LINES || lines > MOST_LINES)
      throw new RangeError(`no Gomoku board has ${lines} lines`);
    this.lines = lines;
    this.rule = rule;
    this.#grid = new BoardGrid(lines);
    this.#referee = new RenjuReferee(this.#grid);
    this.#emptyCount = lines * lines;
  }

  get toMove(): Color {
    return this.#toMove;
  }

  /** How the game ended; `undefined` while it is running. */
  get outcome(): GomokuOutcome | undefined {
    return this.#outcome;
  }

  at(point: Point): Color | undefined {
    const cell = this.#grid.cells[this.#grid.cellAt(point)]!;
    if (cell === EMPTY) return undefined;
    return cell === BLACK ? 'black' : 'white';
  }

  /** Every stone, in the order of the points. */
  *stones(): Generator<{ readonly point: Point; readonly color: Color }> {
    const { cells } = this.#grid;
    for (const [cell, content] of cells.entries()) {
      if (content === EMPTY || content === EDGE) continue;
      yield { point: this.#grid.pointAt(cell), color: content === BLACK ? 'black' : 'white' };
    }
  }

  /** Why a stone of `color` is illegal on a point, whichever colour is to move; `undefined` if it is legal. */
  judge(point: Point, color: Color = this.#toMove): GomokuRefusal | undefined {
    return this.#judgeCell(this.#grid.cellAt(point), color);
  }

  /** Plays a stone for the side to move. Throws after the end of the game, and for an illegal stone. */
  play(point: Point): void {
    if (this.#outcome !== undefined) throw new Error('the game is over');
    const cell = this.#grid.cellAt(point);
    const refusal = this.#judgeCell(cell, this.#toMove);
    if (refusal !== undefined) throw new Error(`${this.#toMove} may not play on ${point}: ${refusal}`);
    this.#grid.cells[cell] = stoneOf(this.#toMove);
    this.#emptyCount--;
    this.#updateOutcome(cell);
    this.#toMove = opposite(this.#toMove);
  }

  #judgeCell(cell: number, color: Color): GomokuRefusal | undefined {
    if (this.#grid.cells[cell] !== EMPTY) return 'occupied';
    if (this.rule !== 'renju' || color === 'white') return undefined;
    const verdict = this.#referee.judge(cell);
    return verdict === 'five' ? undefined : verdict;
  }

  /** Sets the outcome if the stone on `cell`, which was just played, has ended the game. */
  #updateOutcome(cell: number): void {
    const step = winningStep(this.#grid, cell, this.rule);
    if (step !== 0) {
      const row = rowThrough(this.#grid.cells, cell, step).map((stone) => this.#grid.pointAt(stone));
      this.#outcome = { reason: 'row', winner: this.#toMove, row };
    } else if (this.#emptyCount === 0 || !this.#hasLegal(opposite(this.#toMove))) {
      this.#outcome = { reason: 'full' };
    }
  }

  #hasLegal(color: Color): boolean {
    if (this.rule !== 'renju' || color === 'white') return true;
    const { length } = this.#grid.cells;
    for (let attempt = 0; attempt < length; attempt++) {
      if (this.#judgeCell(this.#lastLegalCell, color) === undefined) return true;
      this.#lastLegalCell = (this.#lastLegalCell + 1) % length;
    }
    return false;
  }
}
