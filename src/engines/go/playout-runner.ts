import { EMPTY } from '../../rules/go/go-board.ts';
import type { Xorshift32 } from '../random-numbers.ts';
import { isEye, isGoodShape } from './neighbour-patterns.ts';
import { NOWHERE, type PlayoutBoard } from './playout-board.ts';

/** Stands for a point on which no stone was played. */
export const UNPLAYED = 2;

/** Probabilities in 256ths: two that a promising move is played, and two that a self-atari is avoided. */
const PLAY_CAPTURE = 230;
const PLAY_SHAPE = 243;
const AVOID_SUGGESTED = 230;
const AVOID_RANDOM = 128;

/**
 * Plays games to their end by a simple policy: capture or save a chain in atari, else play a good shape near the last
 * moves, else play a random point. A stone never fills an eye of its own colour.
 */
export class PlayoutRunner {
  readonly #board: PlayoutBoard;
  readonly #random: Xorshift32;
  /** By point: the colour that played there first, including the moves in the tree; `UNPLAYED` if none did. */
  readonly firstColor: Uint8Array;
  readonly #moves = new Int32Array(64);
  #moveCount = 0;

  constructor(field: PlayoutBoard, random: Xorshift32) {
    this.#board = field;
    this.#random = random;
    this.firstColor = new Uint8Array(field.points);
  }

  /** Continues from the board, with `last` as the last stone or `NOWHERE`. Returns black's area minus white's. */
  run(toMove: number, last: number): number {
    const field = this.#board;
    let stone = toMove;
    let before = NOWHERE;
    let previous = last;
    let passes = 0;
    for (let turns = 3 * field.points; turns > 0 && passes < 2; turns--) {
      const point = this.#choose(stone, previous, before);
      if (point === NOWHERE) {
        passes++;
        field.pass();
      } else {
        passes = 0;
        field.play(stone, point);
        if (this.firstColor[point] === UNPLAYED) this.firstColor[point] = stone;
      }
      before = previous;
      previous = point;
      stone = 1 - stone;
    }
    return field.balance + this.#eyes();
  }

  /** The points of the remaining empty regions, black's minus white's. Each region is an eye of the colour around it. */
  #eyes(): number {
    const { empties, emptyCount, stones, neighbours } = this.#board;
    let balance = 0;
    for (let i = 0; i < emptyCount; i++) {
      const at = 4 * empties[i]!;
      let touched = 0;
      for (let side = at; side < at + 4; side++) touched |= 1 << stones[neighbours[side]!]!;
      if ((touched & 3) === 1) balance++;
      else if ((touched & 3) === 2) balance--;
    }
    return balance;
  }

  #choose(stone: number, last: number, before: number): number {
    if (last !== NOWHERE) {
      if (this.#random.below(256) < PLAY_CAPTURE) {
        const point = this.#answerAtari(stone, last);
        if (point !== NOWHERE) return point;
      }
      if (this.#random.below(256) < PLAY_SHAPE) {
        this.#moveCount = 0;
        this.#findShapes(last);
        if (before !== NOWHERE) this.#findShapes(before);
        const point = this.#pick(stone);
        if (point !== NOWHERE) return point;
      }
    }
    return this.#randomPoint(stone);
  }

  /** Captures the last stone if it is in atari, or saves a chain that it put into atari. */
  #answerAtari(stone: number, last: number): number {
    const { stones, neighbours } = this.#board;
    this.#moveCount = 0;
    if (stones[last] === 1 - stone) {
      const liberty = this.#board.lastLiberty(last);
      if (liberty !== NOWHERE) this.#add(liberty);
    }
    for (let side = 4 * last; side < 4 * last + 4; side++) {
      const neighbour = neighbours[side]!;
      if (stones[neighbour] !== stone) continue;
      const liberty = this.#board.lastLiberty(neighbour);
      if (liberty !== NOWHERE) this.#addSavingMoves(stone, neighbour, liberty);
    }
    return this.#pick(stone);
  }

  /** Extends the chain, or captures a chain around it. */
  #addSavingMoves(stone: number, chain: number, liberty: number): void {
    const { stones, neighbours, board } = this.#board;
    this.#add(liberty);
    let at = chain;
    do {
      for (let side = 4 * at; side < 4 * at + 4; side++) {
        const neighbour = neighbours[side]!;
        if (stones[neighbour] !== 1 - stone) continue;
        const last = this.#board.lastLiberty(neighbour);
        if (last !== NOWHERE) this.#add(last);
      }
      at = board.nextInChain(at);
    } while (at !== chain);
  }

  #findShapes(around: number): void {
    const { neighbours, corners, stones, shapes } = this.#board;
    for (let side = 4 * around; side < 4 * around + 4; side++) {
      const beside = neighbours[side]!;
      if (stones[beside] === EMPTY && isGoodShape[shapes[beside]!]) this.#add(beside);
      const corner = corners[side]!;
      if (stones[corner] === EMPTY && isGoodShape[shapes[corner]!]) this.#add(corner);
    }
  }

  #add(point: number): void {
    if (this.#moveCount < this.#moves.length) this.#moves[this.#moveCount++] = point;
  }

  /** A random one of the found moves that is sensible. */
  #pick(stone: number): number {
    const moves = this.#moves;
    for (let count = this.#moveCount; count > 0; count--) {
      const chosen = count === 1 ? 0 : this.#random.below(count);
      const point = moves[chosen]!;
      if (this.#isSensible(stone, point, AVOID_SUGGESTED)) return point;
      moves[chosen] = moves[count - 1]!;
    }
    return NOWHERE;
  }

  #randomPoint(stone: number): number {
    const { empties, emptyCount } = this.#board;
    if (emptyCount === 0) return NOWHERE;
    const start = this.#random.below(emptyCount);
    for (let i = start; i < emptyCount; i++) {
      if (this.#isSensible(stone, empties[i]!, AVOID_RANDOM)) return empties[i]!;
    }
    for (let i = 0; i < start; i++) {
      if (this.#isSensible(stone, empties[i]!, AVOID_RANDOM)) return empties[i]!;
    }
    return NOWHERE;
  }

  #isSensible(stone: number, point: number, avoid: number): boolean {
    const field = this.#board;
    if (point === field.ko || isEye[2 * field.shapes[point]! + stone]) return false;
    if (!field.isSelfAtari(stone, point)) return true;
    return this.#random.below(256) >= avoid && !field.board.isSuicide(stone, point as never);
  }
}
