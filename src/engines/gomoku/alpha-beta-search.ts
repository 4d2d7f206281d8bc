import type { SearchMeter } from '../search-meter.ts';
import { enemyOf, type SearchBoard } from './search-board.ts';
import { MAKES_FIVE } from './threat-classes.ts';
import { repliesToOpenFour, type ThreatSearch } from './threat-search.ts';
import { TranspositionTable } from './transposition-table.ts';

/** The value of a win is `WIN` minus the number of stones until then. Values above `PROVEN` are wins. */
const WIN = 1_000_000;
const PROVEN = WIN - 1000;
const HIGHEST_UNPROVEN = PROVEN - 1;

/** The maximum length of a line in stones. It includes fours and their replies, which do not count as depth. */
const LONGEST_LINE = 48;
/** The maximum number of moves per position. */
const MOST_MOVES = 18;
/** Limits of the search for a win by fours at the leaves. */
const LEAF_LIMITS = { depth: 6, stones: 80 };
/** The limit of the search for a win of the enemy by threats, in stones for each unit of depth. */
const REFUTING_STONES = 400;

interface Found {
  readonly cell: number;
  /** The value for the side to move. */
  readonly value: number;
}

/**
 * Alpha-beta search with iterative deepening. Fives, fours and open threes leave few replies and are searched first.
 */
export class AlphaBetaSearch {
  readonly #board: SearchBoard;
  readonly #meter: SearchMeter;
  readonly #depth: number;
  readonly #threats: ThreatSearch | undefined;
  readonly #table = new TranspositionTable();

  /** Searches up to `depth` stones; wins by threats are found only with `threats`. */
  constructor(board: SearchBoard, meter: SearchMeter, depth: number, threats: ThreatSearch | undefined) {
    this.#board = board;
    this.#meter = meter;
    this.#depth = depth;
    this.#threats = threats;
  }

  /**
   * The best of `moves`. The moves must be legal and ordered best first, and there must be at least one. Moves that give
   * the enemy a win by threats are dropped. If no other move is found, the first dropped move is the best.
   */
  best(stone: number, moves: readonly number[]): number {
    if (moves.length === 1) return moves[0]!;
    let order = [...moves];
    let found: Found | undefined;
    let dropped: Found | undefined;
    let depth = 2;
    while (order.length > 0 && depth <= this.#depth && !this.#meter.mustStop()) {
      const next = this.#bestAt(stone, order, depth);
      if (next === undefined) break;
      const others = order.filter((cell) => cell !== next.cell);
      if (this.#losesByThreats(next.cell, stone, depth)) {
        dropped ??= next;
        order = others;
        if (found?.cell === next.cell) found = undefined;
      } else {
        found = next;
        if (Math.abs(next.value) > PROVEN) break;
        order = [next.cell, ...others];
        // The depth grows by two, so that all lines end with the same side to move.
        depth += 2;
      }
    }
    return (found ?? dropped)?.cell ?? moves[0]!;
  }

  #losesByThreats(cell: number, stone: number, depth: number): boolean {
    if (this.#threats === undefined) return false;
    this.#board.put(cell, stone);
    const limit = { depth: 2 * depth, stones: REFUTING_STONES * depth };
    const loses = this.#threats.deepeningWin(enemyOf(stone), 'threes', limit) > 0;
    this.#board.takeBack();
    return loses;
  }

  /** `undefined` if the time is up before the first move has a value. */
  #bestAt(stone: number, moves: readonly number[], depth: number): Found | undefined {
    let found: Found | undefined;
    let alpha = -WIN;
    for (const cell of moves) {
      const value = this.#try(cell, stone, depth, alpha, WIN, 0, found !== undefined);
      if (this.#meter.mustStop()) break;
      if (found !== undefined && value <= alpha) continue;
      found = { cell, value };
      alpha = value;
    }
    return found;
  }

  /**
   * The value of a move for the side that makes it. A later move is first tried with a narrow window.
   */
  #try(cell: number, stone: number, depth: number, alpha: number, beta: number, ply: number, isLater: boolean): number {
    const enemy = enemyOf(stone);
    this.#board.put(cell, stone);
    let value = beta;
    if (isLater) value = -this.#value(enemy, depth - 1, -alpha - 1, -alpha, ply + 1);
    if (!isLater || (value > alpha && value < beta)) value = -this.#value(enemy, depth - 1, -beta, -alpha, ply + 1);
    this.#board.takeBack();
    return value;
  }

  #value(stone: number, depth: number, alpha: number, beta: number, ply: number): number {
    const board = this.#board;
    const mine = board.side(stone);
    const theirs = board.side(enemyOf(stone));
    if (this.#meter.mustStop()) return 0;
    if (mine.count(MAKES_FIVE) > 0) return WIN - ply - 1;
    if (theirs.count(MAKES_FIVE) > 0) return this.#valueOfBlocks(stone, depth, alpha, beta, ply);
    if (board.openFour(stone) > 0) return WIN - ply - 3;
    if (ply >= LONGEST_LINE) return this.#evaluate(stone);
    const known = this.#table.lookUp(board, stone);
    if (known.isKnown && known.depth >= depth && known.isSufficient(alpha, beta)) return known.value;
    const hint = known.isKnown ? known.cell : 0;
    if (depth <= 0) {
      if (this.#threats !== undefined && this.#threats.win(stone, 'fours', LEAF_LIMITS) > 0) return WIN - ply - 5;
      return this.#evaluate(stone);
    }
    const mustStopOpenFour = board.openFour(enemyOf(stone)) > 0;
    const moves = this.#moves(stone, hint, mustStopOpenFour);
    if (mustStopOpenFour && moves.length === 0) return ply + 4 - WIN;
    return this.#valueOfMoves(stone, moves, depth, alpha, beta, ply);
  }

  /**
   * The enemy threatens five: only blocking moves are tried. The four and its answer cost no depth, so that all lines
   * end with the same side to move and can be compared.
   */
  #valueOfBlocks(stone: number, depth: number, alpha: number, beta: number, ply: number): number {
    const blocks = this.#board.blocks(enemyOf(stone));
    if (blocks.length === 0) return ply + 2 - WIN;
    if (ply >= LONGEST_LINE) return this.#evaluate(stone);
    let best = -WIN;
    for (const cell of blocks) {
      best = Math.max(best, this.#try(cell, stone, depth + 2, Math.max(alpha, best), beta, ply, false));
      if (best >= beta) break;
    }
    return best;
  }

  #valueOfMoves(
    stone: number,
    moves: readonly number[],
    depth: number,
    alpha: number,
    beta: number,
    ply: number,
  ): number {
    let best = -WIN;
    let bestCell = 0;
    for (const cell of moves) {
      if (!this.#board.allows(cell, stone)) continue;
      const value = this.#try(cell, stone, depth, Math.max(alpha, best), beta, ply, bestCell > 0);
      if (this.#meter.mustStop()) return 0;
      if (value > best || bestCell === 0) {
        best = value;
        bestCell = cell;
      }
      if (best >= beta) break;
    }
    if (bestCell === 0) return this.#evaluate(stone);
    this.#table.store(this.#board, stone, { cell: bestCell, value: best, depth, alpha, beta });
    return best;
  }

  /** The moves to try, most promising first. */
  #moves(stone: number, hint: number, isPressed: boolean): number[] {
    const board = this.#board;
    const enemy = enemyOf(stone);
    const moves = promisingCells(
      board,
      stone,
      isPressed ? repliesToOpenFour(board, enemy) : board.cellsNearStones(),
      MOST_MOVES,
    );
    if (hint > 0 && board.grid.cells[hint] === 0) return [hint, ...moves.filter((cell) => cell !== hint)];
    return moves;
  }

  /**
   * The estimate of a quiet position: the value of the empty points to both sides, with an advantage for the side to
   * move.
   */
  #evaluate(stone: number): number {
    const mine = this.#board.side(stone).total;
    const theirs = this.#board.side(enemyOf(stone)).total;
    return Math.max(-HIGHEST_UNPROVEN, Math.min(HIGHEST_UNPROVEN, Math.round(1.1 * mine) - theirs));
  }
}

/** The factor that combines a value and a cell into one number. A board of 255 lines has fewer cells. */
const CELL_RANGE = 1 << 17;

/**
 * The `count` most promising of the cells, by their value to both sides, the best first. `breakTie` returns a number from 0
 * to 1.
 */
export function promisingCells(
  board: SearchBoard,
  stone: number,
  cells: readonly number[],
  count: number,
  breakTie: () => number = () => 0,
): number[] {
  const mine = board.side(stone);
  const theirs = board.side(enemyOf(stone));
  // One number for each cell: it sorts the cells by their value, then by `breakTie`, then by the lower cell.
  const keys = new Float64Array(cells.length);
  for (let i = 0; i < cells.length; i++) {
    const cell = cells[i]!;
    const value = 2 * mine.valueOf(cell) + theirs.valueOf(cell);
    keys[i] = (value * 1024 + Math.floor(1024 * breakTie())) * CELL_RANGE + (CELL_RANGE - 1 - cell);
  }
  keys.sort();
  const best: number[] = [];
  for (let i = keys.length - 1; i >= 0 && best.length < count; i--) best.push(CELL_RANGE - 1 - (keys[i]! % CELL_RANGE));
  return best;
}
