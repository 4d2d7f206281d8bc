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

const EMPTY = 0;
const OWN = 1;
const ENEMY = 2;

/**
 * The pattern of every line by its *code*: the content of the five points on each side of a point, two bits each, the
 * farthest point behind in the lowest bits. Cells are those of `BoardGrid`, with black as one's own colour. The table
 * for renju is for black; white plays freestyle.
 */
class ShapeTable {
  /** The pattern plus one; 0 if it has not been computed. */
  readonly #known = new Uint8Array(1 << (4 * REACH));
  readonly #rule: GomokuRule;

  constructor(rule: GomokuRule) {
    this.#rule = rule;
  }

  shapeOf(code: number): number {
    const known = this.#known[code]!;
    if (known > 0) return known - 1;
    const shape = this.#judge(code);
    this.#known[code] = shape + 1;
    return shape;
  }

  #judge(code: number): number {
    const line = unpack(code);
    const length = rowLength(line);
    if (wins(line, length, this.#rule)) return FIVE;
    if (length > 5) return this.#rule === 'renju' ? OVERLINE : NONE;
    const points = this.#winningPoints(line);
    if (points === 0) return this.#best(code);
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
  #best(code: number): number {
    let best = NONE;
    for (let slot = 1; slot < 2 * REACH - 1; slot++) {
      if (((code >> (2 * slot)) & 3) !== EMPTY) continue;
      const shape = this.shapeOf(code | (OWN << (2 * slot)));
      best = Math.max(best, ONE_STONE_EARLIER[shape]!);
    }
    return best;
  }
}

function unpack(code: number): Uint8Array {
  const line = new Uint8Array(WIDTH);
  for (let slot = 0; slot < 2 * REACH; slot++) line[slot < REACH ? slot : slot + 1] = (code >> (2 * slot)) & 3;
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

const tables = new Map<GomokuRule, ShapeTable>();
const pairs = new Map<GomokuRule, PairTable>();

/** The tables are filled on demand and shared by all games. */
function shapeTable(rule: GomokuRule): ShapeTable {
  const table = tables.get(rule) ?? new ShapeTable(rule);
  tables.set(rule, table);
  return table;
}

/** The patterns of a line for both colours. */
class PairTable {
  readonly #black: ShapeTable;
  readonly #white: ShapeTable;
  /** 0xff if it has not been computed. */
  readonly #known = new Uint8Array(1 << (4 * REACH)).fill(0xff);

  constructor(rule: GomokuRule) {
    this.#black = shapeTable(rule);
    this.#white = shapeTable(rule === 'renju' ? 'freestyle' : rule);
  }

  /** Black's shape in the low four bits, white's in the high ones. */
  pairOf(code: number): number {
    const known = this.#known[code]!;
    if (known !== 0xff) return known;
    const pair = this.#black.shapeOf(code) | (this.#white.shapeOf(exchanged(code)) << 4);
    this.#known[code] = pair;
    return pair;
  }
}

export function pairTable(rule: GomokuRule): PairTable {
  const table = pairs.get(rule) ?? new PairTable(rule);
  pairs.set(rule, table);
  return table;
}

/** A code of `Grid`'s cells as white sees it: the two colours exchanged. */
const exchanged = (code: number): number => ((code & 0x55555) << 1) | ((code >> 1) & 0x55555);
