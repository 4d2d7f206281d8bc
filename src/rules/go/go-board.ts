import type { BoardSize, Point } from '../point.ts';
import { BLACK, type BoardArrays, boardArrays, EDGE, EMPTY, WHITE } from './board-arrays.ts';
import { type IndexArray, neighboursOf } from './neighbour-tables.ts';
import { zobristWords } from './zobrist-hash.ts';

export { BLACK, EMPTY, WHITE };

/** The largest number that can be noted with a point. */
export const MOST_NOTED = 0xffff;

// Not frozen: V8 takes loops over frozen arrays one call at a time.
const NONE: readonly Point[] = [];

/** 1 for `EMPTY`, else 0. */
const emptiness = (content: number): number => (content >>> 1) & ~content;

/** 1 for two cells that hold the same, else 0. */
const sameness = (one: number, other: number): number => ((one ^ other) - 1) >>> 31;

/**
 * Stones, chains and their liberties; it knows nothing of turns. The stones of a chain are a ring through `#next`, and
 * one of them, its head, names the chain.
 *
 * A chain's liberties are counted once for each contact between a stone and an empty point. That costs no search, and
 * it answers the only questions of the rules exactly: none are left, or all of them are contacts with one given point.
 */
export class GoBoard {
  readonly points: number;
  /** One cell for each point and a last one for the edge. */
  readonly stones: Uint8Array;
  readonly neighbours: IndexArray;
  /**
   * Three tables of as many cells in one array. First, the head of the chain to which a stone belongs; `points` where there is
   * no stone.
   */
  readonly #chains: IndexArray;
  /** Where the second table begins: the next stone of the chain; `points` where no stone has ever stood. */
  readonly #next: number;
  /**
   * Where the third begins: contacts by head; by empty point, what was noted of it. The cell after the last point takes what
   * is counted for no chain at all.
   */
  readonly #liberties: number;
  readonly #words: Int32Array;
  #hash = 0;

  constructor(size: BoardSize, memory: BoardArrays = boardArrays(size.width * size.height)) {
    this.points = size.width * size.height;
    this.neighbours = neighboursOf(size);
    this.#words = zobristWords(this.points);
    const cells = this.points + 1;
    this.#next = cells;
    this.#liberties = 2 * cells;
    this.#chains = memory.chains;
    this.stones = memory.stones;
  }

  /** Becomes equal to a board of the same size. */
  copyFrom(other: GoBoard): void {
    this.#chains.set(other.#chains);
    this.stones.set(other.stones);
    this.#hash = other.#hash;
  }

  /** A hash of the stones, always even. */
  get hash(): number {
    return this.#hash;
  }

  hasEverHeld(point: Point): boolean {
    return this.#chains[this.#next + point] !== this.points;
  }

  /** Notes a number, or the largest that there is room for, with an empty point; it stays until a stone is played there. */
  note(point: Point, number: number): void {
    this.#chains[this.#liberties + point] = Math.min(number, MOST_NOTED);
  }

  /** What was noted with an empty point. */
  noteOf(point: Point): number {
    return this.#chains[this.#liberties + point]!;
  }

  /** The next stone of the same chain, round and round. */
  nextInChain(stone: number): number {
    return this.#chains[this.#next + stone]!;
  }

  /** How many contacts the chain of a stone has with empty points; each liberty is up to four of them. */
  contactsOf(stone: number): number {
    return this.#chains[this.#liberties + this.#chains[stone]!]!;
  }

  /** Finds up to `most` different liberties of the chain of a stone, puts them into `found` and tells their number. */
  libertiesOf(stone: number, most: number, found: Int32Array): number {
    const { stones, neighbours } = this;
    const chains = this.#chains;
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
      at = chains[next + at]!;
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
    // The processor predicts badly which side is empty, but well whether one is: one predicted branch instead of four.
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
    return this.stones[standing] === dying && this.#breathesOnlyAt(point, this.#chains[standing]!);
  }

  /** The hash after a stone, suicide or not. */
  hashAfter(stone: number, point: Point, suicide: boolean): number {
    const { stones, neighbours } = this;
    const chains = this.#chains;
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
    const chains = this.#chains;
    const liberties = this.#liberties;
    const north = neighbours[4 * point]!;
    const west = neighbours[4 * point + 1]!;
    const east = neighbours[4 * point + 2]!;
    const south = neighbours[4 * point + 3]!;
    const inNorth = stones[north]!;
    const inWest = stones[west]!;
    const inEast = stones[east]!;
    const inSouth = stones[south]!;
    stones[point] = stone;
    this.#hash ^= this.#words[2 * point + stone]!;
    chains[point] = point;
    chains[this.#next + point] = point;
    chains[liberties + point] = emptiness(inNorth) + emptiness(inWest) + emptiness(inEast) + emptiness(inSouth);
    // Whatever is beside it loses a contact; where there is no chain the number is not read. A chain that is beside it on several
    // sides has lost its last one with the last of them.
    const enemy = 1 - stone;
    let removed = NONE;
    if (--chains[liberties + chains[north]!]! === 0 && inNorth === enemy) removed = this.#remove(north, removed);
    if (--chains[liberties + chains[west]!]! === 0 && inWest === enemy) removed = this.#remove(west, removed);
    if (--chains[liberties + chains[east]!]! === 0 && inEast === enemy) removed = this.#remove(east, removed);
    if (--chains[liberties + chains[south]!]! === 0 && inSouth === enemy) removed = this.#remove(south, removed);
    // The processor cannot predict on which sides a friend stands; how many there are is one branch instead of four.
    let friends =
      (sameness(inNorth, stone) << 3) |
      (sameness(inWest, stone) << 2) |
      (sameness(inEast, stone) << 1) |
      sameness(inSouth, stone);
    let chain: number = point;
    while (friends !== 0) {
      const side = Math.clz32(friends) - 28;
      friends ^= 8 >>> side;
      chain = this.#join(chain, chains[neighbours[4 * point + side]!]!);
    }
    return chains[liberties + chain] === 0 ? this.#remove(point, removed) : removed;
  }

  /** Whether what is beside a point keeps a stone there alive: a friend with another liberty, or an enemy with none. */
  #saves(stone: number, point: Point, neighbour: number): boolean {
    const there = this.stones[neighbour]!;
    return there !== EDGE && this.#breathesOnlyAt(point, this.#chains[neighbour]!) !== (there === stone);
  }

  /** Whether each liberty of a chain is a contact with that one point. */
  #breathesOnlyAt(point: number, chain: number): boolean {
    const liberties = this.#chains[this.#liberties + chain]!;
    if (liberties > 4) return false;
    let contacts = 0;
    for (let side = 4 * point; side < 4 * point + 4; side++) {
      if (this.#chains[this.neighbours[side]!] === chain) contacts++;
    }
    return contacts === liberties;
  }

  /** All stones of one colour whose last liberty is that point. */
  #ataris(stone: number, point: Point): readonly Point[] {
    let found: Point[] | undefined;
    for (let side = 4 * point; side < 4 * point + 4; side++) {
      const neighbour = this.neighbours[side]!;
      if (this.stones[neighbour] !== stone || !this.#breathesOnlyAt(point, this.#chains[neighbour]!)) continue;
      found ??= [];
      // A chain may touch the point on several sides.
      if (!found.includes(neighbour as Point)) this.#collect(neighbour, found);
    }
    return found ?? NONE;
  }

  /** Makes two chains one: the shorter takes the longer's head, which it gives. */
  #join(one: number, other: number): number {
    if (one === other) return one;
    const chains = this.#chains;
    const next = this.#next;
    // Mostly it is the stone just played, alone.
    if (chains[next + one] === one) {
      chains[this.#liberties + other]! += chains[this.#liberties + one]!;
      chains[one] = other;
      chains[next + one] = chains[next + other]!;
      chains[next + other] = one;
      return other;
    }
    return this.#isShorter(one, other) ? this.#absorb(other, one) : this.#absorb(one, other);
  }

  #absorb(head: number, joining: number): number {
    const chains = this.#chains;
    const next = this.#next;
    chains[this.#liberties + head]! += chains[this.#liberties + joining]!;
    let stone = joining;
    do {
      chains[stone] = head;
      stone = chains[next + stone]!;
    } while (stone !== joining);
    // Two rings that exchange their next stones become one ring.
    stone = chains[next + head]!;
    chains[next + head] = chains[next + joining]!;
    chains[next + joining] = stone;
    return head;
  }

  /** Walks both rings in step until one closes, so that even a very long chain costs no more than the other. */
  #isShorter(one: number, other: number): boolean {
    const chains = this.#chains;
    const next = this.#next;
    let here = chains[next + one]!;
    let there = chains[next + other]!;
    while (here !== one && there !== other) {
      here = chains[next + here]!;
      there = chains[next + there]!;
    }
    return here === one;
  }

  #collect(start: number, into: Point[]): void {
    let stone = start;
    do {
      into.push(stone as Point);
      stone = this.#chains[this.#next + stone]!;
    } while (stone !== start);
  }

  #hashOf(chain: number): number {
    const words = this.#words;
    const chains = this.#chains;
    const next = this.#next;
    const stone = this.stones[chain]!;
    let hash = 0;
    let at = chain;
    do {
      hash ^= words[2 * at + stone]!;
      at = chains[next + at]!;
    } while (at !== chain);
    return hash;
  }

  /** Takes the chain of a stone off, that stone first; gives all that came off so far. */
  #remove(start: number, before: readonly Point[]): readonly Point[] {
    const { stones, neighbours } = this;
    const chains = this.#chains;
    const liberties = this.#liberties;
    const removed = before === NONE ? [start as Point] : [...before, start as Point];
    this.#hash ^= this.#hashOf(start);
    let point = start;
    while (true) {
      stones[point] = EMPTY;
      chains[point] = this.points;
      chains[liberties + chains[neighbours[4 * point]!]!]!++;
      chains[liberties + chains[neighbours[4 * point + 1]!]!]!++;
      chains[liberties + chains[neighbours[4 * point + 2]!]!]!++;
      chains[liberties + chains[neighbours[4 * point + 3]!]!]!++;
      point = chains[this.#next + point]!;
      if (point === start) return removed;
      removed.push(point as Point);
    }
  }
}
