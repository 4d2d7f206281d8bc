import type { GomokuRule } from '../../rules/gomoku/gomoku-rules.ts';

/**
 * The patterns that a stone makes on one line through its point, the weakest first. A *four* is one stone short of winning.
 * An *open* four wins against every reply on its line. A three is one stone short of a four, an open three is one stone
 * short of an open four, and so on. `DOUBLE_FOUR` and `OVERLINE` are fouls of black in renju.
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

/** By pattern: the pattern that the same line has with one stone less. */
const ONE_STONE_EARLIER = [NONE, ONE, ONE, ONE, OPEN_ONE, TWO, OPEN_TWO, THREE, OPEN_THREE, FOUR, THREE, NONE];

/** The number of cells that are examined on each side of a point: the rest of a row of five, and the cell behind its end. */
export const REACH = 5;
const CENTRE = REACH;
const LINE_LENGTH = 2 * REACH + 1;
/** The number of half lines. A half line has two bits for each cell, the nearest cell in the lowest bits. */
const HALF_LINES = 1 << (2 * REACH);
/** The number of bits of a class of half lines; see `classOf`. */
const CLASS_BITS = 7;

const EMPTY = 0;
const OWN = 1;
const ENEMY = 2;

/**
 * The class of a half line for one colour. Cells behind the first enemy stone or the edge do not matter. The bits of a
 * class are, from the highest: a one, one bit for each cell that matters, and one bit that is set if the edge ends the half
 * line.
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

/** A half line with the two colours exchanged: the half line from white's point of view. */
const swapColors = (half: number): number => ((half & 0x155) << 1) | ((half >> 1) & 0x155);

const CLASSES = Uint8Array.from({ length: HALF_LINES }, (_, half) => classOf(half));
const ENEMY_CLASSES = Uint8Array.from({ length: HALF_LINES }, (_, half) => classOf(swapColors(half)));
const SAMPLES = [...new Map(CLASSES.entries().map(([half, kind]) => [kind, half])).values()];

/**
 * The pattern of every line, by the classes of its two halves. Cells have the contents of a `BoardGrid`; `OWN` is black. In
 * renju, the table is only for black; white plays freestyle.
 */
class ShapeTable {
  /** The pattern plus one; 0 if it has not been computed. */
  readonly #known = new Uint8Array(1 << (2 * CLASS_BITS));
  readonly #rule: GomokuRule;

  constructor(rule: GomokuRule) {
    this.#rule = rule;
  }

  /** The patterns of all lines, by the two classes, `CLASS_BITS` bits each. */
  all(): Uint8Array {
    for (const front of SAMPLES) for (const behind of SAMPLES) this.#shapeOf(front, behind);
    return this.#known.map((known) => Math.max(0, known - 1));
  }

  #shapeOf(front: number, behind: number): number {
    const index = (CLASSES[front]! << CLASS_BITS) | CLASSES[behind]!;
    const known = this.#known[index]!;
    if (known > 0) return known - 1;
    const shape = this.#computePattern(front, behind);
    this.#known[index] = shape + 1;
    return shape;
  }

  #computePattern(front: number, behind: number): number {
    const line = unpack(front, behind);
    const length = rowLength(line);
    if (wins(line, length, this.#rule)) return FIVE;
    if (length > 5) return this.#rule === 'renju' ? OVERLINE : NONE;
    const points = this.#winningPoints(line);
    if (points === 0) return this.#bestExtension(front, behind);
    if (!this.#survivesEveryReply(line)) return FOUR;
    return this.#rule === 'renju' && length < 4 ? DOUBLE_FOUR : OPEN_FOUR;
  }

  /** The number of points of the line that win at once. */
  #winningPoints(line: Uint8Array): number {
    let points = 0;
    for (let at = 1; at < LINE_LENGTH - 1; at++) {
      if (line[at] !== EMPTY) continue;
      line[at] = OWN;
      if (wins(line, rowLength(line), this.#rule)) points++;
      line[at] = EMPTY;
    }
    return points;
  }

  /** Whether a point that wins is left after each reply on the line. In caro, a stone beside a row may stop it, too. */
  #survivesEveryReply(line: Uint8Array): boolean {
    for (let at = 0; at < LINE_LENGTH; at++) {
      if (line[at] !== EMPTY) continue;
      line[at] = ENEMY;
      const points = this.#winningPoints(line);
      line[at] = EMPTY;
      if (points === 0) return false;
    }
    return true;
  }

  /** The best pattern that one more stone on the line can make. */
  #bestExtension(front: number, behind: number): number {
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
  const line = new Uint8Array(LINE_LENGTH);
  for (let slot = 0; slot < REACH; slot++) {
    line[CENTRE + 1 + slot] = (front >> (2 * slot)) & 3;
    line[CENTRE - 1 - slot] = (behind >> (2 * slot)) & 3;
  }
  line[CENTRE] = OWN;
  return line;
}

/** The length of the unbroken row through the centre, within the examined cells. */
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

  /**
   * The patterns by the contents of the two halves of the line: black's pattern in the low four bits, white's in the high
   * four.
   */
  pairOf(front: number, behind: number): number {
    const black = this.#black[(CLASSES[front]! << CLASS_BITS) | CLASSES[behind]!]!;
    const white = this.#white[(ENEMY_CLASSES[front]! << CLASS_BITS) | ENEMY_CLASSES[behind]!]!;
    return black | (white << 4);
  }
}

const pairs = new Map<GomokuRule, PairTable>();

/** The table of a rule. It is made at the first use, and all games share it. */
export function pairTable(rule: GomokuRule): PairTable {
  const table = pairs.get(rule) ?? new PairTable(rule);
  pairs.set(rule, table);
  return table;
}
