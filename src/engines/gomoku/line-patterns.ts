import type { GomokuRule } from '../../rules/gomoku/gomoku-rules.ts';

/**
 * What one line through a point becomes when a stone is put there, the weakest first. A *four* is one stone short of
 * winning; an *open* four wins whatever the reply on its line. A three is one stone short of a four, an open three of an
 * open four, and so on down. `DOUBLE_FOUR` and `OVERLINE` are fouls of black's in renju.
 */
const NONE = 0;
const ONE = 1;
const OPEN_ONE = 2;
const TWO = 3;
const OPEN_TWO = 4;
const THREE = 5;
export const OPEN_THREE = 6;
export const FOUR = 7;
export const OPEN_FOUR = 8;
export const FIVE = 9;
export const DOUBLE_FOUR = 10;
export const OVERLINE = 11;

/** The pattern of the same line one stone earlier, by the pattern that the stone would make. */
const ONE_STONE_EARLIER = [NONE, ONE, ONE, ONE, OPEN_ONE, TWO, OPEN_TWO, THREE, OPEN_THREE, FOUR, THREE, NONE];

/** The number of cells on each side of a point that are examined: a row of five and the cell behind its end. */
export const REACH = 5;
const CENTRE = REACH;
const WIDTH = 2 * REACH + 1;
/** The contents of a half line: two bits for each cell, the nearest in the lowest bits. */
const HALVES = 1 << (2 * REACH);
/** Room for a class of half lines in a number, see `classOf`. */
const CLASS_BITS = 7;

const EMPTY = 0;
const OWN = 1;
const ENEMY = 2;

/**
 * The class of a half line for one's own colour: what lies behind the first enemy stone or the edge does not matter. The
 * bits are a one above the cells before that, then the cells, and whether it is an edge.
 */
function classOf(half: number): number {
  let marker = 2;
  let own = 0;
  for (let slot = 0; slot < REACH; slot++, marker <<= 1) {
    const content = (half >> (2 * slot)) & 3;
    if (content >= ENEMY) return marker | (own << 1) | (content - ENEMY);
    own |= content << slot;
  }
  return marker | (own << 1);
}

/** A half line of `Grid`'s cells as white sees it: the two colours exchanged. */
const exchanged = (half: number): number => ((half & 0x155) << 1) | ((half >> 1) & 0x155);

const CLASSES = Uint8Array.from({ length: HALVES }, (_, half) => classOf(half));
const ENEMY_CLASSES = Uint8Array.from({ length: HALVES }, (_, half) => classOf(exchanged(half)));
/** A half line of each class. */
const SAMPLES = [...new Map(CLASSES.entries().map(([half, kind]) => [kind, half])).values()];

/**
 * The pattern of every line by the classes of its two halves. Cells are those of `BoardGrid`, with black as one's own
 * colour. The table for renju is for black; white plays freestyle.
 */
class ShapeTable {
  /** The pattern plus one; 0 if it has not been computed. */
  readonly #known = new Uint8Array(1 << (2 * CLASS_BITS));
  readonly #rule: GomokuRule;

  constructor(rule: GomokuRule) {
    this.#rule = rule;
  }

  /** The pattern by the classes, `CLASS_BITS` bits each. */
  all(): Uint8Array {
    for (const front of SAMPLES) for (const behind of SAMPLES) this.#shapeOf(front, behind);
    return this.#known.map((known) => Math.max(0, known - 1));
  }

  #shapeOf(front: number, behind: number): number {
    const index = (CLASSES[front]! << CLASS_BITS) | CLASSES[behind]!;
    const known = this.#known[index]!;
    if (known > 0) return known - 1;
    const shape = this.#judge(front, behind);
    this.#known[index] = shape + 1;
    return shape;
  }

  #judge(front: number, behind: number): number {
    const line = unpack(front, behind);
    const length = rowLength(line);
    if (wins(line, length, this.#rule)) return FIVE;
    if (length > 5) return this.#rule === 'renju' ? OVERLINE : NONE;
    const points = this.#winningPoints(line);
    if (points === 0) return this.#best(front, behind);
    if (!this.#outlastsEveryReply(line)) return FOUR;
    return this.#rule === 'renju' && length < 4 ? DOUBLE_FOUR : OPEN_FOUR;
  }

  /** The number of points of the line that win at once. */
  #winningPoints(line: Uint8Array): number {
    let points = 0;
    for (let at = 1; at < WIDTH - 1; at++) {
      if (line[at] !== EMPTY) continue;
      line[at] = OWN;
      if (wins(line, rowLength(line), this.#rule)) points++;
      line[at] = EMPTY;
    }
    return points;
  }

  /** In caro, a stone beside a row may spoil it as well as one within. */
  #outlastsEveryReply(line: Uint8Array): boolean {
    for (let at = 0; at < WIDTH; at++) {
      if (line[at] !== EMPTY) continue;
      line[at] = ENEMY;
      const points = this.#winningPoints(line);
      line[at] = EMPTY;
      if (points === 0) return false;
    }
    return true;
  }

  /** The best pattern that one more stone on the line can make. */
  #best(front: number, behind: number): number {
    let best = NONE;
    for (let bit = 0; bit < 2 * (REACH - 1); bit += 2) {
      for (const shape of [
        ((front >> bit) & 3) === EMPTY ? this.#shapeOf(front | (OWN << bit), behind) : NONE,
        ((behind >> bit) & 3) === EMPTY ? this.#shapeOf(front, behind | (OWN << bit)) : NONE,
      ]) {
        best = Math.max(best, ONE_STONE_EARLIER[shape]!);
      }
    }
    return best;
  }
}

function unpack(front: number, behind: number): Uint8Array {
  const line = new Uint8Array(WIDTH);
  for (let slot = 0; slot < REACH; slot++) {
    line[CENTRE + 1 + slot] = (front >> (2 * slot)) & 3;
    line[CENTRE - 1 - slot] = (behind >> (2 * slot)) & 3;
  }
  line[CENTRE] = OWN;
  return line;
}

/** The length of the unbroken row through the centre, as far as it can be seen. */
function rowLength(line: Uint8Array): number {
  return lastOf(line) - firstOf(line) + 1;
}

function firstOf(line: Uint8Array): number {
  let at = CENTRE;
  while (line[at - 1] === OWN) at--;
  return at;
}

function lastOf(line: Uint8Array): number {
  let at = CENTRE;
  while (line[at + 1] === OWN) at++;
  return at;
}

/** Whether the row of `length` through the centre wins. */
function wins(line: Uint8Array, length: number, rule: GomokuRule): boolean {
  if (length < 5) return false;
  switch (rule) {
    case 'freestyle':
      return true;
    case 'standard':
    case 'renju':
      return length === 5;
    case 'caro':
      return length > 5 || line[firstOf(line) - 1] !== ENEMY || line[lastOf(line) + 1] !== ENEMY;
  }
}

/** The patterns of a line for both colours. */
class PairTable {
  readonly #black: Uint8Array;
  readonly #white: Uint8Array;

  constructor(rule: GomokuRule) {
    this.#black = new ShapeTable(rule).all();
    this.#white = rule === 'renju' ? new ShapeTable('freestyle').all() : this.#black;
  }

  /** By the contents of the two halves of the line: black's shape in the low four bits, white's in the high ones. */
  pairOf(front: number, behind: number): number {
    const black = this.#black[(CLASSES[front]! << CLASS_BITS) | CLASSES[behind]!]!;
    const white = this.#white[(ENEMY_CLASSES[front]! << CLASS_BITS) | ENEMY_CLASSES[behind]!]!;
    return black | (white << 4);
  }
}

const pairs = new Map<GomokuRule, PairTable>();

/** Made when a rule is first played, and shared by all games. */
export function pairTable(rule: GomokuRule): PairTable {
  const table = pairs.get(rule) ?? new PairTable(rule);
  pairs.set(rule, table);
  return table;
}
