import { EMPTY } from '../../rules/go/go-board.ts';
import { coordinates, type Point } from '../../rules/point.ts';
import type { Xorshift32 } from '../random-numbers.ts';
import { DistancesFromPoint, FAR } from './distances-from-point.ts';
import { LadderReader } from './ladder-reader.ts';
import { isEye, isGoodShape } from './neighbour-patterns.ts';
import { NOWHERE, type PlayoutBoard } from './playout-board.ts';
import type { SearchTree } from './search-tree.ts';

/**
 * Numbers of virtual trials that a move gets before it is tried. Half of the trials of `EVEN` are won; the others are all
 * won or lost.
 */
const EVEN = 10;
const SELF_ATARI = 10;
const TAKE_ONE = 15;
const TAKE_MANY = 30;
const GOOD_SHAPE = 10;
/** Virtual trials by the distance to the last stone. */
const NEAR = [0, 24, 22, 8];
const OPEN = 10;
const PASS = 10;

/** What a player notices of a position. Weak players overlook captures, as human players do. */
export interface MovePriorOptions {
  readonly readsLadders: boolean;
  /** The chance that a chain in danger, or a stone that puts itself in danger, is not noticed; in 256ths. */
  readonly overlookChance: number;
}

export const FULL_STRENGTH: MovePriorOptions = { readsLadders: true, overlookChance: 0 };

/** Gives moves prior statistics, so that the search begins with promising moves. */
export class MovePriors {
  readonly #board: PlayoutBoard;
  readonly #options: MovePriorOptions;
  readonly #random: Xorshift32;
  readonly #distances: DistancesFromPoint;
  readonly #lines: Uint8Array;
  readonly #ladder: LadderReader;
  /** By point, for the side to move: the virtual wins for a capture that a stone there makes or prevents. */
  readonly #tactics: Uint8Array;
  readonly #seen: Uint8Array;
  readonly #found = new Int32Array(3);
  #trials = 0;
  #wins = 0;

  constructor(field: PlayoutBoard, options: MovePriorOptions, random: Xorshift32) {
    this.#board = field;
    this.#options = options;
    this.#random = random;
    this.#distances = new DistancesFromPoint(field);
    this.#ladder = new LadderReader(field.size);
    this.#tactics = new Uint8Array(field.points);
    this.#seen = new Uint8Array(field.points);
    const { size } = field;
    this.#lines = Uint8Array.from({ length: field.points }, (_, point) => {
      const { x, y } = coordinates(size, point as Point);
      return Math.min(x, y, size.width - 1 - x, size.height - 1 - y) + 1;
    });
  }

  /** Adds the children of a node: promising points, and the pass, which is move `points`. */
  expand(tree: SearchTree, node: number, stone: number, last: number, isAllowed: (point: Point) => boolean): void {
    const field = this.#board;
    const moves: number[] = [];
    for (let i = 0; i < field.emptyCount; i++) {
      const point = field.empties[i]! as Point;
      if (point === field.ko || isEye[2 * field.shapes[point]! + stone]) continue;
      if (field.board.isSuicide(stone, point) || !isAllowed(point)) continue;
      moves.push(point);
    }
    moves.push(field.points);
    if (last !== NOWHERE) this.#distances.compute(last);
    this.#readTactics(stone);
    const first = tree.addChildren(node, moves.length);
    for (const [i, move] of moves.entries()) {
      this.#judge(stone, move, last);
      tree.move[first + i] = move;
      tree.trials[first + i] = this.#trials;
      tree.wins[first + i] = this.#wins;
    }
  }

  /** Sets `#trials` and `#wins` for a move. */
  #judge(stone: number, move: number, last: number): void {
    this.#trials = EVEN;
    this.#wins = EVEN / 2;
    if (move === this.#board.points) this.#add(PASS, 0);
    else {
      if (this.#board.isSelfAtari(stone, move) && this.#notices()) this.#add(SELF_ATARI, 0);
      this.#add(this.#tactics[move]!, 1);
      if (isGoodShape[this.#board.shapes[move]!]) this.#add(GOOD_SHAPE, 1);
      if (last !== NOWHERE && this.#distances.values[move]! < FAR) this.#add(NEAR[this.#distances.values[move]!]!, 1);
      this.#judgeOpen(move);
    }
  }

  #notices(): boolean {
    const { overlookChance } = this.#options;
    return overlookChance === 0 || this.#random.below(256) >= overlookChance;
  }

  #add(trials: number, wins: number): void {
    this.#trials += trials;
    this.#wins += trials * wins;
  }

  /** Finds the captures that a stone at each point makes or prevents. */
  #readTactics(stone: number): void {
    const { stones, board, points } = this.#board;
    this.#tactics.fill(0);
    this.#seen.fill(0);
    for (let point = 0; point < points; point++) {
      if (stones[point]! >= EMPTY || this.#seen[point] === 1) continue;
      this.#markChain(point);
      if (board.contactsOf(point) > 8 || !this.#notices()) continue;
      const liberties = board.libertiesOf(point, 3, this.#found);
      if (liberties === 1) this.#readAtari(stone, point, this.#found[0]!);
      else if (liberties === 2 && this.#options.readsLadders) this.#readLadder(point);
    }
  }

  #markChain(stone: number): void {
    let at = stone;
    do {
      this.#seen[at] = 1;
      at = this.#board.board.nextInChain(at);
    } while (at !== stone);
  }

  #readAtari(stone: number, chain: number, liberty: number): void {
    const { stones, board } = this.#board;
    const isSaved = stones[chain] !== stone || !this.#options.readsLadders || this.#ladder.canEscape(board, chain);
    if (isSaved) this.#credit(liberty, chain);
  }

  /** The point where a ladder works is good for both sides. */
  #readLadder(chain: number): void {
    const point = this.#ladder.capturingPoint(this.#board.board, chain);
    if (point !== NOWHERE) this.#credit(point, chain);
  }

  #credit(point: number, chain: number): void {
    const worth = this.#board.board.nextInChain(chain) === chain ? TAKE_ONE : TAKE_MANY;
    this.#tactics[point] = Math.max(this.#tactics[point]!, worth);
  }

  /** Far from all stones, points on the third and fourth line are good, and points on the first and second line are bad. */
  #judgeOpen(move: number): void {
    const line = this.#lines[move]!;
    if (line > 4 || !this.#isOpen(move)) return;
    if (line <= 2) this.#add(OPEN, 0);
    else this.#add(OPEN, 1);
  }

  #isOpen(move: number): boolean {
    const { size, stones } = this.#board;
    const { x, y } = coordinates(size, move as Point);
    for (let row = Math.max(0, y - 2); row <= Math.min(size.height - 1, y + 2); row++) {
      for (let column = Math.max(0, x - 2); column <= Math.min(size.width - 1, x + 2); column++) {
        if (stones[row * size.width + column] !== EMPTY) return false;
      }
    }
    return true;
  }
}
