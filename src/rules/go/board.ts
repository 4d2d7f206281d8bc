import type { BoardSize, Point } from '../point.ts';
import { type IndexArray, indexArray, neighboursOf } from './geometry.ts';
import { zobristWords } from './zobrist.ts';

/** What a point holds. `COLORS[stone]` is the colour, and `1 - stone` the enemy's stone. */
export const BLACK = 0;
export const WHITE = 1;
export const EMPTY = 2;
/** Beyond the edge: the one cell after the last point, which every missing neighbour stands for. */
const EDGE = 3;

const NONE: readonly Point[] = Object.freeze([]);

/**
 * Stones, chains and their liberties; it knows nothing of turns. The stones of a chain are a ring through `#next`, and
 * one of them, its head, names the chain.
 *
 * A chain's liberties are counted once for each contact between a stone and an empty point. That costs no search, and
 * it answers the only questions of the rules exactly: none are left, or all of them are contacts with one given point.
 */
export class Board {
  readonly points: number;
  /** One cell for each point and a last one for the edge. */
  readonly stones: Uint8Array;
  readonly neighbours: IndexArray;
  /** The head of the chain to which a stone belongs; `points` where there is no stone. */
  readonly #chain: IndexArray;
  /** The next stone of the chain; `points` where no stone has ever stood. */
  readonly #next: IndexArray;
  /** By head; the cell after the last point takes what is counted for no chain at all. */
  readonly #liberties: IndexArray;
  readonly #words: Int32Array;
  #hash = 0;

  constructor(size: BoardSize) {
    this.points = size.width * size.height;
    this.neighbours = neighboursOf(size);
    this.stones = new Uint8Array(this.points + 1).fill(EMPTY);
    this.stones[this.points] = EDGE;
    this.#chain = indexArray(this.points, this.points + 1).fill(this.points);
    this.#next = indexArray(this.points, this.points).fill(this.points);
    this.#liberties = indexArray(this.points, this.points + 1);
    this.#words = zobristWords(this.points);
  }

  /** Becomes equal to a board of the same size. */
  copyFrom(other: Board): void {
    this.stones.set(other.stones);
    this.#chain.set(other.#chain);
    this.#next.set(other.#next);
    this.#liberties.set(other.#liberties);
    this.#hash = other.#hash;
  }

  /** A hash of the stones, always even. */
  get hash(): number {
    return this.#hash;
  }

  hasEverHeld(point: Point): boolean {
    return this.#next[point] !== this.points;
  }

  /** The next stone of the same chain, round and round. */
  nextInChain(stone: number): number {
    return this.#next[stone]!;
  }

  /** How many contacts the chain of a stone has with empty points; each liberty is up to four of them. */
  contactsOf(stone: number): number {
    return this.#liberties[this.#chain[stone]!]!;
  }

  /** Finds up to `most` different liberties of the chain of a stone, puts them into `found` and tells their number. */
  libertiesOf(stone: number, most: number, found: Int32Array): number {
    const { stones, neighbours } = this;
    const next = this.#next;
    let count = 0;
    let at = stone;
    do {
      for (let side = 4 * at; side < 4 * at + 4; side++) {
        const neighbour = neighbours[side]!;
        if (stones[neighbour] !== EMPTY) continue;
        let known = 0;
        while (known < count && found[known] !== neighbour) known++;
        if (known < count) continue;
        found[count++] = neighbour;
        if (count === most) return count;
      }
      at = next[at]!;
    } while (at !== stone);
    return count;
  }

  /** Whether a stone would be left without a liberty, having captured nothing. */
  isSuicide(stone: number, point: Point): boolean {
    for (let side = 4 * point; side < 4 * point + 4; side++) {
      const neighbour = this.neighbours[side]!;
      const there = this.stones[neighbour]!;
      if (there === EMPTY) return false;
      if (there === EDGE) continue;
      const dies = this.#breathesOnlyAt(point, this.#chain[neighbour]!);
      if (dies !== (there === stone)) return false;
    }
    return true;
  }

  /** The enemy's stones that a stone would take off. */
  capturesOf(stone: number, point: Point): readonly Point[] {
    return this.#ataris(1 - stone, point);
  }

  /** The stones that come off with one whose play is suicide, itself first. */
  suicideOf(stone: number, point: Point): readonly Point[] {
    return [point, ...this.#ataris(stone, point)];
  }

  /** The hash after a stone that takes these off. */
  hashAfter(stone: number, point: Point, removed: readonly Point[]): number {
    let hash = this.#hash ^ this.#words[2 * point + stone]!;
    const removedStone = removed[0] === point ? stone : 1 - stone;
    for (const gone of removed) hash ^= this.#words[2 * gone + removedStone]!;
    return hash;
  }

  /** Puts a stone on an empty point; gives what came off, the stone itself first if it was suicide. */
  place(stone: number, point: Point): readonly Point[] {
    const stones = this.stones;
    const neighbours = this.neighbours;
    const chains = this.#chain;
    const liberties = this.#liberties;
    stones[point] = stone;
    this.#hash ^= this.#words[2 * point + stone]!;
    chains[point] = point;
    this.#next[point] = point;
    liberties[point] = 0;
    let removed = NONE;
    for (let side = 4 * point; side < 4 * point + 4; side++) {
      const neighbour = neighbours[side]!;
      const there = stones[neighbour]!;
      if (there === EMPTY) {
        liberties[chains[point]!]!++;
        continue;
      }
      const chain = chains[neighbour]!;
      const left = --liberties[chain]!;
      if (there === stone) this.#join(chains[point]!, chain);
      else if (left === 0 && there !== EDGE) removed = this.#remove(neighbour, removed);
    }
    return liberties[chains[point]!] === 0 ? this.#remove(point, removed) : removed;
  }

  /** Whether each liberty of a chain is a contact with that one point. */
  #breathesOnlyAt(point: number, chain: number): boolean {
    const liberties = this.#liberties[chain]!;
    if (liberties > 4) return false;
    let contacts = 0;
    for (let side = 4 * point; side < 4 * point + 4; side++) {
      if (this.#chain[this.neighbours[side]!] === chain) contacts++;
    }
    return contacts === liberties;
  }

  /** All stones of one colour whose last liberty is that point. */
  #ataris(stone: number, point: Point): readonly Point[] {
    let found: Point[] | undefined;
    for (let side = 4 * point; side < 4 * point + 4; side++) {
      const neighbour = this.neighbours[side]!;
      if (this.stones[neighbour] !== stone || !this.#breathesOnlyAt(point, this.#chain[neighbour]!)) continue;
      found ??= [];
      // A chain may touch the point on several sides.
      if (!found.includes(neighbour as Point)) this.#collect(neighbour, found);
    }
    return found ?? NONE;
  }

  /** Makes two chains one: the shorter takes the longer's head. */
  #join(one: number, other: number): void {
    if (one === other) return;
    if (this.#isShorter(one, other)) this.#absorb(other, one);
    else this.#absorb(one, other);
  }

  #absorb(head: number, joining: number): void {
    const chains = this.#chain;
    const next = this.#next;
    this.#liberties[head]! += this.#liberties[joining]!;
    let stone = joining;
    do {
      chains[stone] = head;
      stone = next[stone]!;
    } while (stone !== joining);
    // Two rings that exchange their next stones become one ring.
    stone = next[head]!;
    next[head] = next[joining]!;
    next[joining] = stone;
  }

  /** Walks both rings in step until one closes, so that even a very long chain costs no more than the other. */
  #isShorter(one: number, other: number): boolean {
    const next = this.#next;
    let here = next[one]!;
    let there = next[other]!;
    while (here !== one && there !== other) {
      here = next[here]!;
      there = next[there]!;
    }
    return here === one;
  }

  #collect(start: number, into: Point[]): void {
    let stone = start;
    do {
      into.push(stone as Point);
      stone = this.#next[stone]!;
    } while (stone !== start);
  }

  /** Takes the chain of a stone off, that stone first; gives all that came off so far. */
  #remove(start: number, before: readonly Point[]): readonly Point[] {
    const removed = before === NONE ? [] : [...before];
    const first = removed.length;
    this.#collect(start, removed);
    const color = this.stones[start]!;
    for (let i = first; i < removed.length; i++) {
      const point = removed[i]!;
      this.stones[point] = EMPTY;
      this.#hash ^= this.#words[2 * point + color]!;
      this.#chain[point] = this.points;
      for (let side = 4 * point; side < 4 * point + 4; side++) {
        this.#liberties[this.#chain[this.neighbours[side]!]!]!++;
      }
    }
    return removed;
  }
}
