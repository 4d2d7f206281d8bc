import type { BoardSize, Point } from '../point.ts';
import { type IndexArray, neighboursOf } from './neighbour-tables.ts';
import { BLACK, boardArrays, EDGE, EMPTY, type PositionArrays, WHITE } from './position-arrays.ts';

export { BLACK, EMPTY, WHITE };

/** The largest mark of a point. */
export const MAX_MARK = 0xffff;

// Not frozen, because V8 does not optimise loops over frozen arrays.
const NONE: readonly Point[] = [];

/** 1 for `EMPTY`, else 0. */
const isEmptyBit = (content: number): number => (content >>> 1) & ~content;

/** 1 for two equal contents, else 0. */
const isEqualBit = (a: number, b: number): number => ((a ^ b) - 1) >>> 31;

/**
 * Stones, chains and their liberties, without the order of moves. The table `#next` links the stones of a chain to a ring.
 * One of them, the head, identifies the chain.
 *
 * A liberty is counted once for each contact between a stone of the chain and the empty point. Such counts need no search,
 * and they are sufficient for the rules: a chain has no liberty if the count is 0, and only one liberty if the count equals
 * its contacts with one point.
 */
export class GoBoard {
  readonly points: number;
  /** One cell for each point, and a last cell for the edge. */
  readonly stones: Uint8Array;
  readonly neighbours: IndexArray;
  /**
   * Three tables of the same length in one array. The first has, for each stone, the head of its chain; `points` for a
   * point without a stone.
   */
  readonly #chains: IndexArray;
  /**
   * The start of the second table. It has, for each stone, the next stone of its chain; `points` for a point that never had
   * a stone.
   */
  readonly #next: number;
  /**
   * The start of the third table. It has the contacts of each chain, by its head, and the mark of each empty point.
   * Contacts that belong to no chain are counted in the cell after the last point.
   */
  readonly #liberties: number;
  readonly #zobristWords: Int32Array;
  #hash = 0;

  constructor(size: BoardSize, memory: PositionArrays = boardArrays(size.width * size.height)) {
    this.points = size.width * size.height;
    this.neighbours = neighboursOf(size);
    this.#zobristWords = zobristWords(this.points);
    const cells = this.points + 1;
    this.#next = cells;
    this.#liberties = 2 * cells;
    this.#chains = memory.chains;
    this.stones = memory.stones;
  }

  /** Copies the content of a board of the same size. */
  copyFrom(other: GoBoard): void {
    this.#chains.set(other.#chains);
    this.stones.set(other.stones);
    this.#hash = other.#hash;
  }

  /** A hash of the stones, always even. */
  get hash(): number {
    return this.#hash;
  }

  hasEverHadStone(point: Point): boolean {
    return this.#chains[this.#next + point] !== this.points;
  }

  /** Stores a number with an empty point until a stone is played there. Numbers above `MAX_MARK` become `MAX_MARK`. */
  setMark(point: Point, number: number): void {
    this.#chains[this.#liberties + point] = Math.min(number, MAX_MARK);
  }

  /** The number that was stored with an empty point. */
  markOf(point: Point): number {
    return this.#chains[this.#liberties + point]!;
  }

  /** The next stone of the same chain. After the last stone, the first one follows. */
  nextInChain(stone: number): number {
    return this.#chains[this.#next + stone]!;
  }

  /** The number of contacts between the chain of a stone and empty points. Each liberty has up to four contacts. */
  contactsOf(stone: number): number {
    return this.#chains[this.#liberties + this.#chains[stone]!]!;
  }

  /** Finds up to `maximum` different liberties of the chain of a stone, and writes them to `found`. Returns their number. */
  libertiesOf(stone: number, maximum: number, found: Int32Array): number {
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
        if (count === maximum) return count;
      }
      at = chains[next + at]!;
    } while (at !== stone);
    return count;
  }

  /** Whether a stone on the point would capture nothing and have no liberty. */
  isSuicide(stone: number, point: Point): boolean {
    const { stones, neighbours } = this;
    const north = neighbours[4 * point]!;
    const west = neighbours[4 * point + 1]!;
    const east = neighbours[4 * point + 2]!;
    const south = neighbours[4 * point + 3]!;
    // One branch for all four sides: the processor can predict whether a side is empty, but not which one.
    const empty =
      isEmptyBit(stones[north]!) | isEmptyBit(stones[west]!) | isEmptyBit(stones[east]!) | isEmptyBit(stones[south]!);
    if (empty !== 0) return false;
    return !(
      this.#hasOtherLiberty(stone, point, north) ||
      this.#hasOtherLiberty(stone, point, west) ||
      this.#hasOtherLiberty(stone, point, east) ||
      this.#hasOtherLiberty(stone, point, south)
    );
  }

  /** The enemy's stones that a stone on the point would capture. */
  capturedStones(stone: number, point: Point): readonly Point[] {
    return this.#chainsInAtari(1 - stone, point);
  }

  /** The stones that a suicide on the point would remove, the played stone first. */
  suicideStones(stone: number, point: Point): readonly Point[] {
    return [point, ...this.#chainsInAtari(stone, point)];
  }

  /** Whether the stone on `stonePoint` would be removed by a move on `point` that removes stones of `capturedColor`. */
  wouldBeCaptured(stonePoint: Point, point: Point, capturedColor: number): boolean {
    return this.stones[stonePoint] === capturedColor && this.#isOnlyLiberty(point, this.#chains[stonePoint]!);
  }

  /** The hash after a stone on the point. `suicide`: whether the stone is a suicide. */
  hashAfter(stone: number, point: Point, suicide: boolean): number {
    const { stones, neighbours } = this;
    const chains = this.#chains;
    const capturedColor = suicide ? stone : 1 - stone;
    let hash = suicide ? this.#hash : this.#hash ^ this.#zobristWords[2 * point + stone]!;
    for (let side = 4 * point; side < 4 * point + 4; side++) {
      const neighbour = neighbours[side]!;
      if (stones[neighbour] !== capturedColor) continue;
      const chain = chains[neighbour]!;
      if (!this.#isOnlyLiberty(point, chain)) continue;
      // A chain may touch the point on several sides.
      let first = 4 * point;
      while (chains[neighbours[first]!] !== chain) first++;
      if (first === side) hash ^= this.#hashOf(chain);
    }
    return hash;
  }

  /** Puts a stone on an empty point. Returns the removed stones; after a suicide, the stone itself first. */
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
    this.#hash ^= this.#zobristWords[2 * point + stone]!;
    chains[point] = point;
    chains[this.#next + point] = point;
    chains[liberties + point] = isEmptyBit(inNorth) + isEmptyBit(inWest) + isEmptyBit(inEast) + isEmptyBit(inSouth);
    // Each neighbour's chain loses one contact for each side on which it is. Where there is no chain, the number is never
    // read. An enemy chain whose last contact is lost is removed.
    const enemy = 1 - stone;
    let removed = NONE;
    if (--chains[liberties + chains[north]!]! === 0 && inNorth === enemy) removed = this.#remove(north, removed);
    if (--chains[liberties + chains[west]!]! === 0 && inWest === enemy) removed = this.#remove(west, removed);
    if (--chains[liberties + chains[east]!]! === 0 && inEast === enemy) removed = this.#remove(east, removed);
    if (--chains[liberties + chains[south]!]! === 0 && inSouth === enemy) removed = this.#remove(south, removed);
    // The loop over the friends needs one branch instead of four: the processor cannot predict on which sides a friend is.
    let friends =
      (isEqualBit(inNorth, stone) << 3) |
      (isEqualBit(inWest, stone) << 2) |
      (isEqualBit(inEast, stone) << 1) |
      isEqualBit(inSouth, stone);
    let chain: number = point;
    while (friends !== 0) {
      const side = Math.clz32(friends) - 28;
      friends ^= 8 >>> side;
      chain = this.#mergeChains(chain, chains[neighbours[4 * point + side]!]!);
    }
    return chains[liberties + chain] === 0 ? this.#remove(point, removed) : removed;
  }

  /** Whether a neighbour gives a stone on the point a liberty: a friend with another liberty, or an enemy without one. */
  #hasOtherLiberty(stone: number, point: Point, neighbour: number): boolean {
    const content = this.stones[neighbour]!;
    return content !== EDGE && this.#isOnlyLiberty(point, this.#chains[neighbour]!) !== (content === stone);
  }

  /** Whether the point is the only liberty of a chain. */
  #isOnlyLiberty(point: number, chain: number): boolean {
    const liberties = this.#chains[this.#liberties + chain]!;
    if (liberties > 4) return false;
    let contacts = 0;
    for (let side = 4 * point; side < 4 * point + 4; side++) {
      if (this.#chains[this.neighbours[side]!] === chain) contacts++;
    }
    return contacts === liberties;
  }

  /** All stones of one colour whose only liberty is the point. */
  #chainsInAtari(stone: number, point: Point): readonly Point[] {
    let found: Point[] | undefined;
    for (let side = 4 * point; side < 4 * point + 4; side++) {
      const neighbour = this.neighbours[side]!;
      if (this.stones[neighbour] !== stone || !this.#isOnlyLiberty(point, this.#chains[neighbour]!)) continue;
      found ??= [];
      // A chain may touch the point on several sides.
      if (!found.includes(neighbour as Point)) this.#collect(neighbour, found);
    }
    return found ?? NONE;
  }

  /** Merges two chains, given by their heads: the longer chain's head becomes the head of both. Returns this head. */
  #mergeChains(a: number, b: number): number {
    if (a === b) return a;
    const chains = this.#chains;
    const next = this.#next;
    // The usual case: the first chain is only the stone that was just played.
    if (chains[next + a] === a) {
      chains[this.#liberties + b]! += chains[this.#liberties + a]!;
      chains[a] = b;
      chains[next + a] = chains[next + b]!;
      chains[next + b] = a;
      return b;
    }
    return this.#isShorter(a, b) ? this.#appendChain(b, a) : this.#appendChain(a, b);
  }

  #appendChain(head: number, appended: number): number {
    const chains = this.#chains;
    const next = this.#next;
    chains[this.#liberties + head]! += chains[this.#liberties + appended]!;
    let stone = appended;
    do {
      chains[stone] = head;
      stone = chains[next + stone]!;
    } while (stone !== appended);
    // Two rings that exchange their next stones become one ring.
    stone = chains[next + head]!;
    chains[next + head] = chains[next + appended]!;
    chains[next + appended] = stone;
    return head;
  }

  /**
   * Whether the first chain is not longer. Walks both rings in step until one closes, so that the time depends on the
   * shorter chain.
   */
  #isShorter(a: number, b: number): boolean {
    const chains = this.#chains;
    const next = this.#next;
    let here = chains[next + a]!;
    let there = chains[next + b]!;
    while (here !== a && there !== b) {
      here = chains[next + here]!;
      there = chains[next + there]!;
    }
    return here === a;
  }

  #collect(start: number, into: Point[]): void {
    let stone = start;
    do {
      into.push(stone as Point);
      stone = this.#chains[this.#next + stone]!;
    } while (stone !== start);
  }

  #hashOf(chain: number): number {
    const words = this.#zobristWords;
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

  /** Removes the chain of a stone. Returns the stones removed `before` and those of the chain, the given stone first. */
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

let words: Int32Array = new Int32Array(0);

/**
 * Random words for at least `points` points, at `2 * point` for black and `2 * point + 1` for white. They are the same in
 * every run. All words are even, so that the lowest bit of a hash is free for other data. All boards share the table.
 */
function zobristWords(points: number): Int32Array {
  if (words.length < 2 * points) words = generate(2 * points);
  return words;
}

/** SplitMix32: the n-th word depends on n alone, so that a longer table begins with a shorter one. */
function generate(length: number): Int32Array {
  return Int32Array.from({ length }, (_, n) => {
    let word = Math.imul(n + 1, 0x9e3779b9);
    word = Math.imul(word ^ (word >>> 16), 0x21f0aaad);
    word = Math.imul(word ^ (word >>> 15), 0x735a2d97);
    return (word ^ (word >>> 15)) & ~1;
  });
}
