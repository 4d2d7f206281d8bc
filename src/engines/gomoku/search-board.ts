import { BLACK, BoardGrid, EDGE, EMPTY, WHITE } from '../../rules/gomoku/board-grid.ts';
import type { GomokuRule } from '../../rules/gomoku/gomoku-rules.ts';
import { RenjuReferee } from '../../rules/gomoku/renju-fouls.ts';
import { pairTable, REACH } from './line-patterns.ts';
import { SideEvaluation } from './side-evaluation.ts';
import { BOUND, FOUL, FREE, MAKES_FIVE, MAKES_OPEN_FOUR } from './threat-classes.ts';

export const enemyOf = (stone: number): number => (stone === BLACK ? WHITE : BLACK);

/** The distance from a stone within which moves are examined, in lines. */
const NEAR = 2;
/** The number of cells that one stone changes at most: its own, and five to each side on four lines. */
const MOST_CHANGES = 41;
/** Room for the changes of this many stones at first. */
const ROOM = 64 * 4 * MOST_CHANGES;

/**
 * A board for searching. The pattern of each line through each point is updated with each stone, and what it was before
 * is kept, so that the last stone can be taken back.
 */
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
  readonly #blackTable;
  /** The distance at which a stone matters: behind the end of a row it matters in every rule but freestyle. */
  readonly #reach: number;
  /** The contents of the two halves of each line through each cell, front and behind: see `line-patterns.ts`. */
  readonly #halves: Uint16Array;
  /** The pattern of each line through each empty cell, for both colours, eight bits each. */
  readonly #words: Int32Array;
  readonly #stones: number[] = [];
  /** For each stone that can be taken back, the length of `#changes` before. */
  readonly #history: number[] = [];
  /** The last list of cells near a stone in which a cell was put. */
  readonly #listed: Int32Array;
  #lists = 0;
  /** For each changed cell, last change last: the cell, its word and its two judgements before. */
  #changes = new Int32Array(ROOM);
  #changed = 0;

  constructor(lines: number, rule: GomokuRule) {
    this.grid = new BoardGrid(lines);
    this.rule = rule;
    this.black = new SideEvaluation(this.grid);
    this.white = new SideEvaluation(this.grid);
    this.#blackTable = rule === 'renju' ? BOUND : FREE;
    this.#referee = new RenjuReferee(this.grid);
    this.#shapes = pairTable(rule);
    this.#reach = rule === 'freestyle' ? REACH - 1 : REACH;
    const { length } = this.grid.cells;
    this.#halves = new Uint16Array(8 * length);
    this.#words = new Int32Array(length);
    this.#listed = new Int32Array(length);
    this.#measureAll();
  }

  side(stone: number): SideEvaluation {
    return stone === BLACK ? this.black : this.white;
  }

  /** The empty cells with a stone within two lines, in no particular order. */
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
    this.#stones.push(cell);
    this.#history.push(this.#changed);
    if (this.#changed + 4 * MOST_CHANGES > this.#changes.length) this.#makeRoom();
    this.grid.cells[cell] = stone;
    const changes = this.#changes;
    const at = this.#changed;
    changes[at] = cell;
    changes[at + 1] = this.#words[cell]!;
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
      this.#words[changed] = changes[at + 1]!;
      this.black.setJudgement(changed, changes[at + 2]!);
      this.white.setJudgement(changed, changes[at + 3]!);
    }
    this.#changed = start;
    const stone = this.grid.cells[cell]!;
    this.grid.cells[cell] = EMPTY;
    this.#clearLines(cell, stone);
    this.#toggleHash(cell, stone);
  }

  /** The stones so far stay: they cannot be taken back. */
  settle(): void {
    this.#history.length = 0;
    this.#changed = 0;
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
        else this.#copyMeasure(inner, cell);
        if (isCopy) inner = cell;
      }
    }
  }

  #copyMeasure(from: number, to: number): void {
    this.#words[to] = this.#words[from]!;
    this.black.setJudgement(to, this.black.judgements[from]!);
    this.white.setJudgement(to, this.white.judgements[from]!);
  }

  /** Computes each line through an empty cell. */
  #measure(cell: number): void {
    const { cells, steps } = this.grid;
    let word = 0;
    for (const [line, step] of steps.entries()) {
      for (const [side, way] of [step, -step].entries()) {
        let half = 0;
        for (let distance = 1, at = cell + way; distance <= REACH; distance++) {
          const isBeyond = cells[at] === EDGE || cells[at] === undefined;
          half |= (isBeyond ? EDGE : cells[at]!) << (2 * (distance - 1));
          if (!isBeyond) at += way;
        }
        this.#halves[8 * cell + 2 * line + side] = half;
      }
      word |= this.#pairOf(cell, line) << (8 * line);
    }
    this.#words[cell] = word;
    this.#judge(cell);
  }

  /** A stone was put: updates the lines of all cells on its lines, and the patterns of those that are empty. */
  #update(cell: number, stone: number): void {
    const { cells, steps } = this.grid;
    const halves = this.#halves;
    const words = this.#words;
    const changes = this.#changes;
    const { black, white } = this;
    const blackTable = this.#blackTable;
    let changed = this.#changed;
    for (let way = 0; way < 8; way++) {
      const line = way >> 1;
      const step = (way & 1) === 0 ? steps[line]! : -steps[line]!;
      const shift = 8 * line;
      let content = stone;
      for (let left = this.#reach, at = cell + step; left > 0 && cells[at] !== EDGE; left--, at += step) {
        halves[8 * at + (way ^ 1)]! ^= content;
        content <<= 2;
        if (cells[at] !== EMPTY) continue;
        const before = words[at]!;
        const after = (before & ~(255 << shift)) | (this.#pairOf(at, line) << shift);
        if (after === before) continue;
        words[at] = after;
        changes[changed] = at;
        changes[changed + 1] = before;
        changes[changed + 2] = black.setJudgement(at, blackTable.judgementOf(lowHalves(after)));
        changes[changed + 3] = white.setJudgement(at, FREE.judgementOf(lowHalves(after >>> 4)));
        changed += 4;
      }
    }
    this.#changed = changed;
  }

  /** The reverse of what `#update` does to lines. */
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
    this.check ^= scramble(2 * cell + stone + 0x5bd1e995);
  }

  #pairOf(cell: number, line: number): number {
    const at = 8 * cell + 2 * line;
    return this.#shapes.pairOf(this.#halves[at]!, this.#halves[at + 1]!);
  }

  #judge(cell: number): void {
    const word = this.#words[cell]!;
    this.black.setJudgement(cell, this.#blackTable.judgementOf(lowHalves(word)));
    this.white.setJudgement(cell, FREE.judgementOf(lowHalves(word >>> 4)));
  }

  #makeRoom(): void {
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
