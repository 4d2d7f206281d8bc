import type { SearchMeter } from '../search-meter.ts';
import type { SearchBoard } from './search-board.ts';
import { enemyOf } from './search-board.ts';
import {
  MAKES_FIVE,
  MAKES_FOUR,
  MAKES_FOUR_THREE,
  MAKES_OPEN_FOUR,
  MAKES_THREE,
  MAKES_TWO_THREES,
} from './threat-classes.ts';

/** With fours the enemy has one reply each. With threes the enemy has several, and the search takes much longer. */
export type AttackKind = 'fours' | 'threes';

/** Limits of an attack: its length in attacking stones, and the number of stones tried. */
export interface AttackLimit {
  readonly depth: number;
  readonly stones: number;
}

/** The threats that each kind of attack uses, most promising first. */
const ATTACKS = {
  fours: [MAKES_FOUR_THREE, MAKES_FOUR],
  threes: [MAKES_FOUR_THREE, MAKES_TWO_THREES, MAKES_FOUR, MAKES_THREE],
} as const;

const MEMORY = 1 << 18;
const SALT = { fours: 0x3c6ef372, threes: 0x1b873593 } as const;

/**
 * Searches a win by threats: the attacker makes only threats and the defender only answers them. A win by fours is
 * proven under every rule. A win by threes is proven, too, with one exception in renju: a white stone elsewhere might
 * turn black's next stone into a foul.
 */
export class ThreatSearch {
  readonly #board: SearchBoard;
  readonly #meter: SearchMeter;
  /** Stored positions: a checksum, and the winning cell or the negative depth up to which there is none. */
  readonly #checks = new Int32Array(MEMORY);
  readonly #results = new Int32Array(MEMORY);
  #means: AttackKind = 'fours';
  #stonesLeft = 0;

  constructor(board: SearchBoard, meter: SearchMeter) {
    this.#board = board;
    this.#meter = meter;
  }

  /** The cell on which `stone`, to move, begins to win; 0 if none was found. */
  win(stone: number, means: AttackKind, limit: AttackLimit): number {
    this.#means = means;
    this.#stonesLeft = limit.stones;
    return this.#attack(stone, limit.depth);
  }

  /** As `win`, one stone deeper each time, so that the shortest win is found first. */
  deepeningWin(stone: number, means: AttackKind, limit: AttackLimit): number {
    this.#means = means;
    this.#stonesLeft = limit.stones;
    for (let depth = 1; depth <= limit.depth && !this.#isSpent; depth++) {
      const found = this.#attack(stone, depth);
      if (found > 0) return found;
    }
    return 0;
  }

  get #isSpent(): boolean {
    return this.#stonesLeft <= 0 || this.#meter.isOver;
  }

  #attack(stone: number, depth: number): number {
    const mine = this.#board.side(stone);
    const five = mine.cellMaking(MAKES_FIVE);
    if (five > 0) return five;
    const isPressed = this.#board.side(enemyOf(stone)).count(MAKES_FIVE) > 0;
    if (!isPressed) {
      const open = this.#board.openFour(stone);
      if (open > 0) return open;
    }
    if (depth <= 0 || this.#isSpent) return 0;
    const slot = this.#slotOf(stone);
    const check = this.#board.check ^ SALT[this.#means];
    const known = this.#checks[slot] === check ? this.#results[slot]! : 0;
    if (known > 0 || -known >= depth) return Math.max(0, known);
    const found = this.#tryAttacks(stone, depth, isPressed);
    if (found === 0 && this.#isSpent) return 0;
    this.#checks[slot] = check;
    this.#results[slot] = found > 0 ? found : -depth;
    return found;
  }

  #tryAttacks(stone: number, depth: number, isPressed: boolean): number {
    const board = this.#board;
    for (const cell of isPressed ? this.#blocksThatAttack(stone) : this.#attacks(stone, depth)) {
      if (!board.allows(cell, stone)) continue;
      this.#stonesLeft--;
      board.put(cell, stone);
      const wins = this.#survivesReplies(stone, depth - 1);
      board.takeBack();
      if (wins) return cell;
      if (this.#isSpent) return 0;
    }
    return 0;
  }

  /** With the last stone a three is useless, because no stone is left to use it. */
  #attacks(stone: number, depth: number): number[] {
    const side = this.#board.side(stone);
    const cells: number[] = [];
    for (const threat of ATTACKS[this.#means]) if (depth > 1 || threat !== MAKES_THREE) side.collect(threat, cells);
    if (cells.length < 2) return cells;
    return cells.sort((a, b) => side.valueOf(b) - side.valueOf(a) || a - b);
  }

  #blocksThatAttack(stone: number): number[] {
    const blocks = this.#board.blocks(enemyOf(stone));
    const side = this.#board.side(stone);
    return this.#means === 'threes' ? blocks : blocks.filter((cell) => side.threatOf(cell) >= MAKES_FOUR);
  }

  /** Whether `stone`, which has attacked, wins against every reply. */
  #survivesReplies(stone: number, depth: number): boolean {
    const board = this.#board;
    const enemy = enemyOf(stone);
    const replies = this.#replies(stone);
    return (
      replies?.every((cell) => {
        if (!board.allows(cell, enemy)) return true;
        this.#stonesLeft--;
        board.put(cell, enemy);
        const wins = this.#attack(stone, depth) > 0;
        board.takeBack();
        return wins;
      }) ?? false
    );
  }

  /** The replies that may stop `stone`; `undefined` if no reply is needed. */
  #replies(stone: number): readonly number[] | undefined {
    const board = this.#board;
    if (board.side(stone).count(MAKES_FIVE) > 0) return board.blocks(stone);
    return this.#means === 'threes' && this.#board.openFour(stone) > 0 ? repliesToOpenFour(board, stone) : undefined;
  }

  #slotOf(stone: number): number {
    return (this.#board.hash ^ Math.imul(stone, SALT[this.#means])) & (MEMORY - 1);
  }
}

/** Replies to an open four that `stone` is about to make: a point that spoils all of them, or a four of one's own. */
export function repliesToOpenFour(board: SearchBoard, stone: number): number[] {
  const mine = board.side(enemyOf(stone));
  const replies = new Set(board.rule === 'caro' ? aroundOpenFours(board, stone) : spoilers(board, stone));
  for (const threat of [MAKES_OPEN_FOUR, MAKES_FOUR_THREE, MAKES_FOUR]) {
    for (const cell of mine.making(threat)) replies.add(cell);
  }
  return [...replies];
}

/** An open four is spoilt where it would be made, and on either of the two points that would complete it. */
function spoilers(board: SearchBoard, stone: number): number[] {
  const side = board.side(stone);
  let common: number[] | undefined;
  for (const cell of side.making(MAKES_OPEN_FOUR)) {
    if (!board.allows(cell, stone)) continue;
    board.put(cell, stone);
    const fives = side.making(MAKES_FIVE);
    const stops = fives.length === 2 ? [cell, ...fives] : [cell];
    board.takeBack();
    common = common?.filter((other) => stops.includes(other)) ?? stops;
    if (common.length === 0) break;
  }
  return common ?? [];
}

/** In caro a stone beside the row may spoil it as well, so all points on its lines are tried. */
const aroundOpenFours = (board: SearchBoard, stone: number): number[] =>
  board
    .side(stone)
    .making(MAKES_OPEN_FOUR)
    .flatMap((cell) => [cell, ...board.emptiesOnLines(cell)]);
