import { BLACK, BoardGrid, EDGE, EMPTY, WHITE } from '../../rules/gomoku/board-grid.ts';
import type { GomokuRule } from '../../rules/gomoku/gomoku-rules.ts';
import { RenjuReferee } from '../../rules/gomoku/renju-fouls.ts';
import { CellEvaluations } from './cell-evaluations.ts';
import { pairTable, REACH } from './line-patterns.ts';
import { FOUL, MAKES_FIVE, MAKES_OPEN_FOUR, WITH_FOULS, WITHOUT_FOULS } from './threat-classes.ts';

export const enemyOf = (stone: number): number => (stone === BLACK ? WHITE : BLACK);

/** Moves are examined within this distance from a stone, in lines. */
const NEAR_DISTANCE = 2;
/** The maximum number of cells that one stone changes: its own, and five to each side on four lines. */
const MOST_CHANGES = 41;
/** The initial capacity of `#changes`: enough for 64 stones, with four numbers for each changed cell. */
const INITIAL_CAPACITY = 64 * 4 * MOST_CHANGES;

/**
 * A board for searching. Each stone updates the patterns of the lines through the points near it. The previous patterns are
 * stored, so that the last stone can be taken back.
 */
export class SearchBoard {
  readonly grid: BoardGrid;
  readonly rule: GomokuRule;
  /** Two independent hashes of the position. */
  hash = 0;
  secondHash = 0;
  readonly black: CellEvaluations;
  readonly white: CellEvaluations;
  readonly #referee: RenjuReferee;
  readonly #shapes;
  readonly #blackTable;
  /**
   * The distance within which a stone matters. In every rule except freestyle, a stone behind the end of a row matters,
   * too.
   */
  readonly #reach: number;
  /** The contents of the two halves of each line through each cell, front and behind: see `line-patterns.ts`. */
  readonly #halves: Uint16Array;
  /** The pattern of each line through each empty cell, for both colours, eight bits each. */
  readonly #patterns: Int32Array;
  readonly #stones: number[] = [];
  /** For each stone that can be taken back, the length of `#changes` before. */
  readonly #history: number[] = [];
  /** By cell: the number of the last list of `cellsNearStones` that contains the cell. */
  readonly #listed: Int32Array;
  #lists = 0;
  /**
   * Four numbers for each changed cell, the last change last: the cell, its previous patterns and its two previous
   * judgements.
   */
  #changes = new Int32Array(INITIAL_CAPACITY);
  #changed = 0;

  constructor(lines: number, rule: GomokuRule) {
    this.grid = new BoardGrid(lines);
    this.rule = rule;
    this.black = new CellEvaluations(this.grid);
    this.white = new CellEvaluations(this.grid);
    this.#blackTable = rule === 'renju' ? WITH_FOULS : WITHOUT_FOULS;
    this.#referee = new RenjuReferee(this.grid);
    this.#shapes = pairTable(rule);
    this.#reach = rule === 'freestyle' ? REACH - 1 : REACH;
    const { length } = this.grid.cells;
    this.#halves = new Uint16Array(8 * length);
    this.#patterns = new Int32Array(length);
    this.#listed = new Int32Array(length);
    this.#measureAll();
  }

  side(stone: number): CellEvaluations {
    return stone === BLACK ? this.black : this.white;
  }

  /** The empty cells with a stone within two lines, in no particular order. */
  cellsNearStones(): number[] {
    const { cells, steps, lines } = this.grid;
    const listed = this.#listed;
    const below = steps[1]!;
    const list = ++this.#lists;
    const found: number[] = [];
    for (const stone of this.#stones) {
      const column = (stone - 1) % below;
      const first = Math.max(-NEAR_DISTANCE, -column);
      const last = Math.min(NEAR_DISTANCE, lines - 1 - column);
      for (let row = stone - NEAR_DISTANCE * below; row <= stone + NEAR_DISTANCE * below; row += below) {
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
    this.#stones.push(cell);
    this.#history.push(this.#changed);
    if (this.#changed + 4 * MOST_CHANGES > this.#changes.length) this.#grow();
    this.grid.cells[cell] = stone;
    const changes = this.#changes;
    const at = this.#changed;
    changes[at] = cell;
    changes[at + 1] = this.#patterns[cell]!;
    changes[at + 2] = this.black.setJudgement(cell, 0);
    changes[at + 3] = this.white.setJudgement(cell, 0);
    this.#changed = at + 4;
    this.#update(cell, stone);
    this.#toggleHash(cell, stone);
  }

  /** Takes back the stone that was put last. */
  takeBack(): void {
    const start = this.#history.pop()!;
    const cell = this.#stones.pop()!;
    const changes = this.#changes;
    for (let at = this.#changed - 4; at >= start; at -= 4) {
      const changed = changes[at]!;
      this.#patterns[changed] = changes[at + 1]!;
      this.black.setJudgement(changed, changes[at + 2]!);
      this.white.setJudgement(changed, changes[at + 3]!);
    }
    this.#changed = start;
    const stone = this.grid.cells[cell]!;
    this.grid.cells[cell] = EMPTY;
    this.#clearLines(cell, stone);
    this.#toggleHash(cell, stone);
  }

  /** Forgets the history: the stones so far cannot be taken back. */
  forgetHistory(): void {
    this.#history.length = 0;
    this.#changed = 0;
  }

  /** Whether the rules let `stone` be put there. */
  allows(cell: number, stone: number): boolean {
    if (this.grid.cells[cell] !== EMPTY) return false;
    if (this.rule !== 'renju' || stone === WHITE) return true;
    const threat = this.black.threatOf(cell);
    if (threat === FOUL || threat === MAKES_FIVE) return threat === MAKES_FIVE;
    if (!this.black.needsReferee(cell)) return true;
    return this.#referee.judge(cell) === undefined;
  }

  /** All legal replies that stop a win of `stone` by its next move. */
  blocks(stone: number): number[] {
    const side = this.side(stone);
    const five = side.cellMaking(MAKES_FIVE);
    const enemy = enemyOf(stone);
    if (this.rule !== 'caro') return side.count(MAKES_FIVE) === 1 && this.allows(five, enemy) ? [five] : [];
    return this.#spoilers(five, stone).filter((cell) => {
      this.put(cell, enemy);
      const stops = side.count(MAKES_FIVE) === 0;
      this.takeBack();
      return stops;
    });
  }

  /** A legal cell on which `stone` makes an open four, or two fours; 0 if there is none. */
  openFour(stone: number): number {
    const side = this.side(stone);
    for (let index = 0; index < side.count(MAKES_OPEN_FOUR); index++) {
      const cell = side.cellMaking(MAKES_OPEN_FOUR, index);
      if (this.allows(cell, stone)) return cell;
    }
    return 0;
  }

  /** The empty cells on the lines through this one that can be part of the same row of five, or close it. */
  emptiesOnLines(cell: number): number[] {
    const { cells, steps } = this.grid;
    return steps
      .flatMap((step) => [step, -step])
      .flatMap((direction) => {
        const found: number[] = [];
        for (
          let distance = 1, at = cell + direction;
          distance <= REACH && cells[at] !== EDGE;
          distance++, at += direction
        ) {
          if (cells[at] === EMPTY) found.push(at);
        }
        return found;
      });
  }

  /** In caro: the empty cells where a stone stops a row, namely the cell that completes it, and the cells beside both ends. */
  #spoilers(five: number, stone: number): number[] {
    const { cells, steps } = this.grid;
    const found = [five];
    for (const step of steps) {
      for (const direction of [step, -step]) {
        let at = five + direction;
        while (cells[at] === stone) at += direction;
        if (cells[at] === EMPTY) found.push(at);
      }
    }
    return found;
  }

  /**
   * Computes all cells. Cells far from the edge are equal, so only the first of them is computed, and the others are
   * copies.
   */
  #measureAll(): void {
    const { lines, steps } = this.grid;
    const isInner = (line: number): boolean => line >= REACH && line < lines - REACH;
    let inner = 0;
    for (let row = 0; row < lines; row++) {
      for (let column = 0; column < lines; column++) {
        const cell = (row + 1) * steps[1]! + 1 + column;
        const isCopy = isInner(row) && isInner(column);
        if (!isCopy || inner === 0) this.#measure(cell);
        else this.#copyMeasure(inner, cell);
        if (isCopy) inner = cell;
      }
    }
  }

  #copyMeasure(from: number, to: number): void {
    this.#patterns[to] = this.#patterns[from]!;
    this.black.setJudgement(to, this.black.judgements[from]!);
    this.white.setJudgement(to, this.white.judgements[from]!);
  }

  /** Computes each line through an empty cell. */
  #measure(cell: number): void {
    const { cells, steps } = this.grid;
    let word = 0;
    for (const [line, step] of steps.entries()) {
      for (const [side, direction] of [step, -step].entries()) {
        let half = 0;
        for (let distance = 1, at = cell + direction; distance <= REACH; distance++) {
          const isBeyond = cells[at] === EDGE || cells[at] === undefined;
          half |= (isBeyond ? EDGE : cells[at]!) << (2 * (distance - 1));
          if (!isBeyond) at += direction;
        }
        this.#halves[8 * cell + 2 * line + side] = half;
      }
      word |= this.#pairOf(cell, line) << (8 * line);
    }
    this.#patterns[cell] = word;
    this.#evaluate(cell);
  }

  /** Updates the cells on the lines through a new stone: the half lines of all cells, and the patterns of the empty cells. */
  #update(cell: number, stone: number): void {
    const { cells, steps } = this.grid;
    const halves = this.#halves;
    const patterns = this.#patterns;
    const changes = this.#changes;
    const { black, white } = this;
    const blackTable = this.#blackTable;
    let changed = this.#changed;
    for (let way = 0; way < 8; way++) {
      const line = way >> 1;
      const step = (way & 1) === 0 ? steps[line]! : -steps[line]!;
      const shift = 8 * line;
      let content = stone;
      for (
        let remaining = this.#reach, at = cell + step;
        remaining > 0 && cells[at] !== EDGE;
        remaining--, at += step
      ) {
        halves[8 * at + (way ^ 1)]! ^= content;
        content <<= 2;
        if (cells[at] !== EMPTY) continue;
        const previous = patterns[at]!;
        const updated = (previous & ~(255 << shift)) | (this.#pairOf(at, line) << shift);
        if (updated === previous) continue;
        patterns[at] = updated;
        changes[changed] = at;
        changes[changed + 1] = previous;
        changes[changed + 2] = black.setJudgement(at, blackTable.judgementOf(lowHalves(updated)));
        changes[changed + 3] = white.setJudgement(at, WITHOUT_FOULS.judgementOf(lowHalves(updated >>> 4)));
        changed += 4;
      }
    }
    this.#changed = changed;
  }

  /** Undoes the changes of `#update` to the half lines. */
  #clearLines(cell: number, stone: number): void {
    const { cells, steps } = this.grid;
    const halves = this.#halves;
    for (let way = 0; way < 8; way++) {
      const step = (way & 1) === 0 ? steps[way >> 1]! : -steps[way >> 1]!;
      let content = stone;
      for (let left = this.#reach, at = cell + step; left > 0 && cells[at] !== EDGE; left--, at += step) {
        halves[8 * at + (way ^ 1)]! ^= content;
        content <<= 2;
      }
    }
  }

  #toggleHash(cell: number, stone: number): void {
    this.hash ^= scramble(2 * cell + stone);
    this.secondHash ^= scramble(2 * cell + stone + 0x5bd1e995);
  }

  #pairOf(cell: number, line: number): number {
    const at = 8 * cell + 2 * line;
    return this.#shapes.pairOf(this.#halves[at]!, this.#halves[at + 1]!);
  }

  #evaluate(cell: number): void {
    const word = this.#patterns[cell]!;
    this.black.setJudgement(cell, this.#blackTable.judgementOf(lowHalves(word)));
    this.white.setJudgement(cell, WITHOUT_FOULS.judgementOf(lowHalves(word >>> 4)));
  }

  #grow(): void {
    const larger = new Int32Array(2 * this.#changes.length);
    larger.set(this.#changes);
    this.#changes = larger;
  }
}

/** The lower four bits of each byte, side by side. */
function lowHalves(word: number): number {
  const low = word & 0x0f0f0f0f;
  const twos = (low | (low >>> 4)) & 0x00ff00ff;
  return (twos | (twos >>> 8)) & 0xffff;
}

/** A pseudo-random word for a number (the finaliser of MurmurHash3). */
function scramble(number: number): number {
  let word = number + 0x9e3779b9;
  word = Math.imul(word ^ (word >>> 16), 0x85ebca6b);
  word = Math.imul(word ^ (word >>> 13), 0xc2b2ae35);
  return word ^ (word >>> 16);
}
