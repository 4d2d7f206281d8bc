import { type Color, opposite } from '../color.ts';
import type { Point } from '../point.ts';
import { BLACK, BoardGrid, EDGE, EMPTY, stoneOf } from './board-grid.ts';
import type { GomokuRefusal, GomokuRule } from './gomoku-rules.ts';
import { RenjuReferee } from './renju-fouls.ts';
import { rowThrough, winningStep } from './winning-row.ts';

/** The smallest and largest board, in lines. */
export const FEWEST_LINES = 5;
export const MOST_LINES = 255;

/** How a game ends on the board. `row`: every stone of the winning row, from one end to the other. */
export type GomokuOutcome =
  | { readonly reason: 'row'; readonly winner: Color; readonly row: readonly Point[] }
  /** The side to move has no legal stone, and there is no pass: a draw. */
  | { readonly reason: 'full' };

/** A game of Gomoku as far as it is played: black begins, and the colours take turns. */
export class GomokuPosition {
  readonly lines: number;
  readonly rule: GomokuRule;
  readonly #grid: BoardGrid;
  readonly #referee: RenjuReferee;
  #toMove: Color = 'black';
  #outcome: GomokuOutcome | undefined;
  #empty: number;
  /** Where a legal point was found last; most moves leave it legal. */
  #likelyLegal = 0;

  constructor(lines: number, rule: GomokuRule) {
    if (!Number.isInteger(lines) || lines < FEWEST_LINES || lines > MOST_LINES)
      throw new RangeError(`no Gomoku board has ${lines} lines`);
    this.lines = lines;
    this.rule = rule;
    this.#grid = new BoardGrid(lines);
    this.#referee = new RenjuReferee(this.#grid);
    this.#empty = lines * lines;
  }

  get toMove(): Color {
    return this.#toMove;
  }

  /** How the game ended; `undefined` while it goes on. */
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

  /** Why `color` may not play there, in or out of turn; `undefined` if it may. */
  judge(point: Point, color: Color = this.#toMove): GomokuRefusal | undefined {
    return this.#judgeCell(this.#grid.cellAt(point), color);
  }

  /** Plays a stone for the side to move. It throws after the end and where `judge` refuses. */
  play(point: Point): void {
    if (this.#outcome !== undefined) throw new Error('the game is over');
    const cell = this.#grid.cellAt(point);
    const refusal = this.#judgeCell(cell, this.#toMove);
    if (refusal !== undefined) throw new Error(`${this.#toMove} may not play on ${point}: ${refusal}`);
    this.#grid.cells[cell] = stoneOf(this.#toMove);
    this.#empty--;
    this.#settle(cell);
    this.#toMove = opposite(this.#toMove);
  }

  #judgeCell(cell: number, color: Color): GomokuRefusal | undefined {
    if (this.#grid.cells[cell] !== EMPTY) return 'occupied';
    if (this.rule !== 'renju' || color === 'white') return undefined;
    const verdict = this.#referee.judge(cell);
    return verdict === 'five' ? undefined : verdict;
  }

  /** Finds out whether the stone on `cell`, just played, ended the game. */
  #settle(cell: number): void {
    const step = winningStep(this.#grid, cell, this.rule);
    if (step !== 0) {
      const row = rowThrough(this.#grid.cells, cell, step).map((stone) => this.#grid.pointAt(stone));
      this.#outcome = { reason: 'row', winner: this.#toMove, row };
    } else if (this.#empty === 0 || !this.#hasLegal(opposite(this.#toMove))) {
      this.#outcome = { reason: 'full' };
    }
  }

  #hasLegal(color: Color): boolean {
    if (this.rule !== 'renju' || color === 'white') return true;
    const { length } = this.#grid.cells;
    for (let tried = 0; tried < length; tried++) {
      if (this.#judgeCell(this.#likelyLegal, color) === undefined) return true;
      this.#likelyLegal = (this.#likelyLegal + 1) % length;
    }
    return false;
  }
}
