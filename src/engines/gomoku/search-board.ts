import { BLACK, BoardGrid, EDGE, EMPTY, WHITE } from '../../rules/gomoku/board-grid.ts';
import type { GomokuRule } from '../../rules/gomoku/gomoku-rules.ts';
import { RenjuReferee } from '../../rules/gomoku/renju-fouls.ts';
import { pairTable, REACH } from './line-patterns.ts';
import { SideEvaluation } from './side-evaluation.ts';
import { BOUND, FOUL, FREE, MAKES_FIVE } from './threat-classes.ts';

/** The distance from a stone within which moves are examined, in lines. */
const NEAR = 2;

export const enemyOf = (stone: number): number => (stone === BLACK ? WHITE : BLACK);

/** A board for searching. Stones can be removed again, and the pattern of each line through each point is updated. */
export class SearchBoard {
  readonly grid: BoardGrid;
  readonly rule: GomokuRule;
  /** Two independent hashes of the position. */
  hash = 0;
  check = 0;
  readonly black: SideEvaluation;
  readonly white: SideEvaluation;
  readonly #referee: RenjuReferee;
  readonly #shapes;
  /** The distance at which a stone matters: behind the end of a row it matters in every rule but freestyle. */
  readonly #reach: number;
  /** The code of each line through each cell, see `line-patterns.ts`. */
  readonly #codes: Int32Array;
  /** The pattern of each line through each empty cell, for both colours. */
  readonly #pairs: Uint8Array;
  readonly #stones: number[] = [];
  /** The index of a stone in the list of stones. */
  readonly #place: Int32Array;
  /** The last list of cells near a stone in which a cell was put. */
  readonly #listed: Int32Array;
  #lists = 0;

  constructor(lines: number, rule: GomokuRule) {
    this.grid = new BoardGrid(lines);
    this.rule = rule;
    this.black = new SideEvaluation(this.grid, rule === 'renju' ? BOUND : FREE);
    this.white = new SideEvaluation(this.grid, FREE);
    this.#referee = new RenjuReferee(this.grid);
    this.#shapes = pairTable(rule);
    this.#reach = rule === 'freestyle' ? REACH - 1 : REACH;
    const { length } = this.grid.cells;
    this.#codes = new Int32Array(4 * length);
    this.#pairs = new Uint8Array(4 * length);
    this.#place = new Int32Array(length);
    this.#listed = new Int32Array(length);
    this.#measureAll();
  }

  side(stone: number): SideEvaluation {
    return stone === BLACK ? this.black : this.white;
  }

  /** The empty cells with a stone within two lines. */
  near(): number[] {
    const { cells, steps, lines } = this.grid;
    const listed = this.#listed;
    const below = steps[1]!;
    const list = ++this.#lists;
    const found: number[] = [];
    for (const stone of this.#stones) {
      const column = (stone - 1) % below;
      const first = Math.max(-NEAR, -column);
      const last = Math.min(NEAR, lines - 1 - column);
      for (let row = stone - NEAR * below; row <= stone + NEAR * below; row += below) {
        for (let cell = row + first; cell <= row + last; cell++) {
          if (cells[cell] !== EMPTY || listed[cell] === list) continue;
          listed[cell] = list;
          found.push(cell);
        }
      }
    }
    return found;
  }

  put(cell: number, stone: number): void {
    this.grid.cells[cell] = stone;
    this.black.clear(cell);
    this.white.clear(cell);
    this.#toggle(cell, stone);
    this.#place[cell] = this.#stones.push(cell) - 1;
  }

  take(cell: number): void {
    const stone = this.grid.cells[cell]!;
    this.grid.cells[cell] = EMPTY;
    for (let line = 0; line < 4; line++) this.#judge(cell, line);
    this.#toggle(cell, stone);
    const last = this.#stones.pop()!;
    if (last === cell) return;
    this.#stones[this.#place[cell]!] = last;
    this.#place[last] = this.#place[cell]!;
  }

  /** Whether the rules let `stone` be put there. */
  allows(cell: number, stone: number): boolean {
    if (this.grid.cells[cell] !== EMPTY) return false;
    if (this.rule !== 'renju' || stone === WHITE) return true;
    const threat = this.black.threatOf(cell);
    if (threat === FOUL || threat === MAKES_FIVE) return threat === MAKES_FIVE;
    if (!this.black.isDoubtful(cell)) return true;
    return this.#referee.judge(cell) === undefined;
  }

  /** All legal replies that stop `stone`, which is about to win at once. */
  blocks(stone: number): number[] {
    const fives = this.side(stone).making(MAKES_FIVE);
    const enemy = enemyOf(stone);
    if (this.rule !== 'caro') return fives.length === 1 && this.allows(fives[0]!, enemy) ? [fives[0]!] : [];
    return this.#spoilers(fives[0]!, stone).filter((cell) => {
      this.put(cell, enemy);
      const stops = fives.length === 0;
      this.take(cell);
      return stops;
    });
  }

  /** The empty cells that share a row of five, or what closes it, with this one. */
  emptiesOnLines(cell: number): number[] {
    const { cells, steps } = this.grid;
    return steps
      .flatMap((step) => [step, -step])
      .flatMap((way) => {
        const found: number[] = [];
        for (let distance = 1, at = cell + way; distance <= REACH && cells[at] !== EDGE; distance++, at += way) {
          if (cells[at] === EMPTY) found.push(at);
        }
        return found;
      });
  }

  /** In caro a row is spoilt at the point that completes it, and beside either end. */
  #spoilers(five: number, stone: number): number[] {
    const { cells, steps } = this.grid;
    const found = [five];
    for (const step of steps) {
      for (const way of [step, -step]) {
        let at = five + way;
        while (cells[at] === stone) at += way;
        if (cells[at] === EMPTY) found.push(at);
      }
    }
    return found;
  }

  /** Away from the edge all points are equal: on large boards one is computed and copied. */
  #measureAll(): void {
    const { lines, steps } = this.grid;
    const isInner = (line: number): boolean => line >= REACH && line < lines - REACH;
    let inner = 0;
    for (let row = 0; row < lines; row++) {
      for (let column = 0; column < lines; column++) {
        const cell = (row + 1) * steps[1]! + 1 + column;
        const isCopy = isInner(row) && isInner(column);
        if (!isCopy || inner === 0) this.#measure(cell);
        else for (const side of [this.black, this.white]) side.copyShapes(inner, cell);
        if (isCopy) inner = cell;
      }
    }
  }

  /** Computes the code of each line through an empty cell. */
  #measure(cell: number): void {
    const { cells, steps } = this.grid;
    for (const [line, step] of steps.entries()) {
      let code = 0;
      for (const way of [step, -step]) {
        for (let distance = 1, at = cell + way; distance <= REACH; distance++, at += way) {
          const isBeyond = cells[at] === EDGE || cells[at] === undefined;
          const content = isBeyond ? EDGE : cells[at]!;
          code |= content << slotOf(way === step ? distance : -distance);
          if (isBeyond) at -= way;
        }
      }
      this.#codes[4 * cell + line] = code;
      this.#judge(cell, line);
    }
  }

  #judge(cell: number, line: number): void {
    const index = 4 * cell + line;
    const pair = this.#shapes.pairOf(this.#codes[index]!);
    this.#pairs[index] = pair;
    this.black.setShape(cell, line, pair & 15);
    this.white.setShape(cell, line, pair >> 4);
  }

  /** A stone was added or removed: updates all cells on its lines. */
  #toggle(cell: number, stone: number): void {
    const { cells, steps } = this.grid;
    const codes = this.#codes;
    const reach = this.#reach;
    for (let line = 0; line < 4; line++) {
      const step = steps[line]!;
      for (let distance = 1, at = cell + step; distance <= reach && cells[at] !== EDGE; distance++, at += step) {
        codes[4 * at + line]! ^= stone << (2 * (REACH - distance));
        if (cells[at] === EMPTY) this.#update(at, line);
      }
      for (let distance = 1, at = cell - step; distance <= reach && cells[at] !== EDGE; distance++, at -= step) {
        codes[4 * at + line]! ^= stone << (2 * (REACH + distance - 1));
        if (cells[at] === EMPTY) this.#update(at, line);
      }
    }
    this.hash ^= scramble(2 * cell + stone);
    this.check ^= scramble(2 * cell + stone + 0x5bd1e995);
  }

  /** The code of a line through an empty cell has changed. */
  #update(cell: number, line: number): void {
    const index = 4 * cell + line;
    const pair = this.#shapes.pairOf(this.#codes[index]!);
    const before = this.#pairs[index]!;
    if (pair === before) return;
    this.#pairs[index] = pair;
    if (((pair ^ before) & 15) !== 0) this.black.setShape(cell, line, pair & 15);
    if (((pair ^ before) & 0xf0) !== 0) this.white.setShape(cell, line, pair >> 4);
  }
}

/** Where in a code the cell at this distance stands, in bits; behind is negative. */
const slotOf = (distance: number): number => 2 * (distance < 0 ? distance + REACH : distance + REACH - 1);

/** A pseudo-random word for a number (the finaliser of MurmurHash3). */
function scramble(number: number): number {
  let word = number + 0x9e3779b9;
  word = Math.imul(word ^ (word >>> 16), 0x85ebca6b);
  word = Math.imul(word ^ (word >>> 13), 0xc2b2ae35);
  return word ^ (word >>> 16);
}
