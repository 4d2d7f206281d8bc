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

/** 1 for `EMPTY`, else 0. */
const emptiness = (content: number): number => (content >>> 1) & ~content;

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
  /**
   * The head of the chain to which a stone belongs; `points` where there is no stone. The stones, `#next` and `#liberties` lie
   * in the same memory behind it: a piece of memory of its own costs more than what is in it.
   */
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
    this.#words = zobristWords(this.points);
    const cells = this.points + 1;
    const chains = indexArray(this.points, 3 * cells + Math.ceil(cells / 2)).fill(this.points, 0, 2 * cells);
    this.#chain = chains;
    this.#next = chains.subarray(cells, 2 * cells);
    this.#liberties = chains.subarray(2 * cells, 3 * cells);
    this.stones = new Uint8Array(chains.buffer, 3 * cells * chains.BYTES_PER_ELEMENT, cells).fill(EMPTY);
    this.stones[this.points] = EDGE;
  }

  /** Becomes equal to a board of the same size. */
  copyFrom(other: Board): void {
    this.#chain.set(other.#chain);
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
    const { stones, neighbours } = this;
    const north = neighbours[4 * point]!;
    const west = neighbours[4 * point + 1]!;
    const east = neighbours[4 * point + 2]!;
    const south = neighbours[4 * point + 3]!;
    // Which side is empty is anybody's guess, whether one is hardly ever: one branch that is foreseen instead of four.
    const empty =
      emptiness(stones[north]!) | emptiness(stones[west]!) | emptiness(stones[east]!) | emptiness(stones[south]!);
    if (empty !== 0) return false;
    return !(
      this.#saves(stone, point, north) ||
      this.#saves(stone, point, west) ||
      this.#saves(stone, point, east) ||
      this.#saves(stone, point, south)
    );
  }

  /** The enemy's stones that a stone would take off. */
  capturesOf(stone: number, point: Point): readonly Point[] {
    return this.#ataris(1 - stone, point);
  }

  /** The stones that come off with one whose play is suicide, itself first. */
  suicideOf(stone: number, point: Point): readonly Point[] {
    return [point, ...this.#ataris(stone, point)];
  }

  /** Whether a stone that stands would come off with one at `point`, which takes off stones of the colour `dying`. */
  comesOff(standing: Point, point: Point, dying: number): boolean {
    return this.stones[standing] === dying && this.#breathesOnlyAt(point, this.#chain[standing]!);
  }

  /** The hash after a stone, suicide or not. */
  hashAfter(stone: number, point: Point, suicide: boolean): number {
    const { stones, neighbours } = this;
    const chains = this.#chain;
    const dying = suicide ? stone : 1 - stone;
    let hash = suicide ? this.#hash : this.#hash ^ this.#words[2 * point + stone]!;
    for (let side = 4 * point; side < 4 * point + 4; side++) {
      const neighbour = neighbours[side]!;
      if (stones[neighbour] !== dying) continue;
      const chain = chains[neighbour]!;
      if (!this.#breathesOnlyAt(point, chain)) continue;
      // A chain may touch the point on several sides.
      let first = 4 * point;
      while (chains[neighbours[first]!] !== chain) first++;
      if (first === side) hash ^= this.#hashOf(chain);
    }
    return hash;
  }

  /** Puts a stone on an empty point; gives what came off, the stone itself first if it was suicide. */
  place(stone: number, point: Point): readonly Point[] {
    const { stones, neighbours } = this;
    const chains = this.#chain;
    const liberties = this.#liberties;
    const north = neighbours[4 * point]!;
    const west = neighbours[4 * point + 1]!;
    const east = neighbours[4 * point + 2]!;
    const south = neighbours[4 * point + 3]!;
    stones[point] = stone;
    this.#hash ^= this.#words[2 * point + stone]!;
    chains[point] = point;
    this.#next[point] = point;
    liberties[point] =
      emptiness(stones[north]!) + emptiness(stones[west]!) + emptiness(stones[east]!) + emptiness(stones[south]!);
    // Whatever is there loses a contact, and where there is no chain nobody asks: so this needs no branch.
    liberties[chains[north]!]!--;
    liberties[chains[west]!]!--;
    liberties[chains[east]!]!--;
    liberties[chains[south]!]!--;
    const enemy = 1 - stone;
    let removed = NONE;
    if (liberties[chains[north]!] === 0 && stones[north] === enemy) removed = this.#remove(north, removed);
    if (liberties[chains[west]!] === 0 && stones[west] === enemy) removed = this.#remove(west, removed);
    if (liberties[chains[east]!] === 0 && stones[east] === enemy) removed = this.#remove(east, removed);
    if (liberties[chains[south]!] === 0 && stones[south] === enemy) removed = this.#remove(south, removed);
    if (stones[north] === stone) this.#join(chains[point]!, chains[north]!);
    if (stones[west] === stone) this.#join(chains[point]!, chains[west]!);
    if (stones[east] === stone) this.#join(chains[point]!, chains[east]!);
    if (stones[south] === stone) this.#join(chains[point]!, chains[south]!);
    return liberties[chains[point]!] === 0 ? this.#remove(point, removed) : removed;
  }

  /** Whether what is beside a point keeps a stone there alive: a friend with another liberty, or an enemy with none. */
  #saves(stone: number, point: Point, neighbour: number): boolean {
    const there = this.stones[neighbour]!;
    return there !== EDGE && this.#breathesOnlyAt(point, this.#chain[neighbour]!) !== (there === stone);
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

  #hashOf(chain: number): number {
    const words = this.#words;
    const next = this.#next;
    const stone = this.stones[chain]!;
    let hash = 0;
    let at = chain;
    do {
      hash ^= words[2 * at + stone]!;
      at = next[at]!;
    } while (at !== chain);
    return hash;
  }

  /** Takes the chain of a stone off, that stone first; gives all that came off so far. */
  #remove(start: number, before: readonly Point[]): readonly Point[] {
    const { stones, neighbours } = this;
    const chains = this.#chain;
    const liberties = this.#liberties;
    const removed = before === NONE ? [start as Point] : [...before, start as Point];
    this.#hash ^= this.#hashOf(start);
    let point = start;
    while (true) {
      stones[point] = EMPTY;
      chains[point] = this.points;
      liberties[chains[neighbours[4 * point]!]!]!++;
      liberties[chains[neighbours[4 * point + 1]!]!]!++;
      liberties[chains[neighbours[4 * point + 2]!]!]!++;
      liberties[chains[neighbours[4 * point + 3]!]!]!++;
      point = this.#next[point]!;
      if (point === start) return removed;
      removed.push(point as Point);
    }
  }
}
