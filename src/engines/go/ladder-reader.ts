import { GoBoard } from '../../rules/go/go-board.ts';
import type { BoardSize, Point } from '../../rules/point.ts';
import { NOWHERE } from './playout-board.ts';

/** After this many tried stones of the attacker, the chain counts as escaped. */
const MOST_STONES = 100;

/**
 * Reads ladders: whether a series of ataris captures a chain that has one liberty, or two liberties with the enemy to move.
 * A chain that can capture neighbouring stones counts as escaped.
 */
export class LadderReader {
  readonly #size: BoardSize;
  /** One board for each stone of the attacker in the current line. */
  readonly #boards: GoBoard[] = [];
  readonly #found = new Int32Array(3);
  #tried = 0;

  constructor(size: BoardSize) {
    this.#size = size;
  }

  /** Whether a chain in atari escapes by playing on its last liberty. */
  canEscape(board: GoBoard, stone: number): boolean {
    this.#tried = 0;
    return this.#escapes(this.#copyOf(board, 0), stone, 1);
  }

  /** For a chain with two liberties: the liberty at which the enemy captures it in a ladder; `NOWHERE` if there is none. */
  capturingPoint(board: GoBoard, stone: number): number {
    this.#tried = 0;
    return this.#capturingPoint(board, stone, 0);
  }

  /** The chain is in atari and moves. Changes the board. */
  #escapes(board: GoBoard, stone: number, depth: number): boolean {
    const color = board.stones[stone]!;
    if (this.#canTake(board, stone)) return true;
    board.libertiesOf(stone, 1, this.#found);
    const liberty = this.#found[0]! as Point;
    if (board.isSuicide(color, liberty)) return false;
    board.place(color, liberty);
    const liberties = board.libertiesOf(stone, 3, this.#found);
    return liberties === 3 || (liberties === 2 && this.#capturingPoint(board, stone, depth) === NOWHERE);
  }

  /** The chain has two liberties and the enemy moves. Restores the board. */
  #capturingPoint(board: GoBoard, stone: number, depth: number): number {
    board.libertiesOf(stone, 2, this.#found);
    const [one, other] = [this.#found[0]! as Point, this.#found[1]! as Point];
    const attacker = 1 - board.stones[stone]!;
    for (const liberty of [one, other]) {
      if (++this.#tried > MOST_STONES) return NOWHERE;
      if (board.isSuicide(attacker, liberty)) continue;
      const next = this.#copyOf(board, depth);
      next.place(attacker, liberty);
      if (!this.#escapes(next, stone, depth + 1)) return liberty;
    }
    return NOWHERE;
  }

  /** Whether an enemy chain around this one is in atari. */
  #canTake(board: GoBoard, stone: number): boolean {
    const { stones, neighbours } = board;
    const enemy = 1 - stones[stone]!;
    let at = stone;
    do {
      for (let side = 4 * at; side < 4 * at + 4; side++) {
        const neighbour = neighbours[side]!;
        if (stones[neighbour] !== enemy || board.contactsOf(neighbour) > 4) continue;
        if (board.libertiesOf(neighbour, 2, this.#found) === 1) return true;
      }
      at = board.nextInChain(at);
    } while (at !== stone);
    return false;
  }

  #copyOf(board: GoBoard, depth: number): GoBoard {
    this.#boards[depth] ??= new GoBoard(this.#size);
    this.#boards[depth].copyFrom(board);
    return this.#boards[depth];
  }
}
