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

/**
 * The threats of an attack. To a four, the enemy has one reply. To a three, it has several, so the search takes much
 * longer.
 */
export type AttackKind = 'fours' | 'threes';

/** Limits of an attack: its length in attacking stones, and the number of tried stones. */
export interface AttackLimit {
  readonly depth: number;
  readonly stones: number;
}

/** The threats that each kind of attack uses, most promising first. */
const ATTACKS = {
  fours: [MAKES_FOUR_THREE, MAKES_FOUR],
  threes: [MAKES_FOUR_THREE, MAKES_TWO_THREES, MAKES_FOUR, MAKES_THREE],
} as const;

const TABLE_SIZE = 1 << 18;
const SALT = { fours: 0x3c6ef372, threes: 0x1b873593 } as const;

/**
 * Searches for a win by threats: the attacker makes only threats, and the defender only answers them. A win by fours is
 * proven under every rule. A win by threes is proven, too, with one exception: in renju, a white stone elsewhere might turn
 * black's next stone into a foul.
 */
export class ThreatSearch {
  readonly #board: SearchBoard;
  readonly #meter: SearchMeter;
  /** Stored positions: a checksum, and the winning cell, or the negative depth up to which there is no winning cell. */
  readonly #checks = new Int32Array(TABLE_SIZE);
  readonly #results = new Int32Array(TABLE_SIZE);
  #means: AttackKind = 'fours';
  #stonesLeft = 0;

  constructor(board: SearchBoard, meter: SearchMeter) {
    this.#board = board;
    this.#meter = meter;
  }

  /** The first cell of a win of `stone`, which is to move; 0 if no win was found. */
  win(stone: number, means: AttackKind, limit: AttackLimit): number {
    this.#means = means;
    this.#stonesLeft = limit.stones;
    return this.#attack(stone, limit.depth);
  }

  /** Does the same as `win`, but with increasing depth, so that the shortest win is found first. */
  deepeningWin(stone: number, means: AttackKind, limit: AttackLimit): number {
    this.#means = means;
    this.#stonesLeft = limit.stones;
    for (let depth = 1; depth <= limit.depth && !this.#isSpent(); depth++) {
      const found = this.#attack(stone, depth);
      if (found > 0) return found;
    }
    return 0;
  }

  #isSpent(): boolean {
    return this.#stonesLeft <= 0 || this.#meter.mustStop();
  }

  #attack(stone: number, depth: number): number {
    const mine = this.#board.side(stone);
    const five = mine.cellMaking(MAKES_FIVE);
    if (five > 0) return five;
    const mustBlock = this.#board.side(enemyOf(stone)).count(MAKES_FIVE) > 0;
    if (!mustBlock) {
      const open = this.#board.openFour(stone);
      if (open > 0) return open;
    }
    if (depth <= 0 || this.#isSpent()) return 0;
    const slot = this.#slotOf(stone);
    const check = this.#board.secondHash ^ SALT[this.#means];
    const known = this.#checks[slot] === check ? this.#results[slot]! : 0;
    if (known > 0 || -known >= depth) return Math.max(0, known);
    const found = this.#tryAttacks(stone, depth, mustBlock);
    if (found === 0 && this.#isSpent()) return 0;
    this.#checks[slot] = check;
    this.#results[slot] = found > 0 ? found : -depth;
    return found;
  }

  #tryAttacks(stone: number, depth: number, mustBlock: boolean): number {
    const board = this.#board;
    for (const cell of mustBlock ? this.#attackingBlocks(stone) : this.#attacks(stone, depth)) {
      if (!board.allows(cell, stone)) continue;
      this.#stonesLeft--;
      board.put(cell, stone);
      const wins = this.#winsAgainstReplies(stone, depth - 1);
      board.takeBack();
      if (wins) return cell;
      if (this.#isSpent()) return 0;
    }
    return 0;
  }

  /** The cells with a threat, most promising first. A three with the last stone of an attack is useless and left out. */
  #attacks(stone: number, depth: number): number[] {
    const side = this.#board.side(stone);
    const cells: number[] = [];
    for (const threat of ATTACKS[this.#means])
      if (depth > 1 || threat !== MAKES_THREE) side.addCellsMaking(threat, cells);
    if (cells.length < 2) return cells;
    return cells.sort((a, b) => side.valueOf(b) - side.valueOf(a) || a - b);
  }

  #attackingBlocks(stone: number): number[] {
    const blocks = this.#board.blocks(enemyOf(stone));
    const side = this.#board.side(stone);
    return this.#means === 'threes' ? blocks : blocks.filter((cell) => side.threatOf(cell) >= MAKES_FOUR);
  }

  /** Whether the attacker `stone` wins against every reply to its last threat. */
  #winsAgainstReplies(stone: number, depth: number): boolean {
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
    return (this.#board.hash ^ Math.imul(stone, SALT[this.#means])) & (TABLE_SIZE - 1);
  }
}

/** Replies to an open four that `stone` can make next: points that prevent all its open fours, and fours of the other side. */
export function repliesToOpenFour(board: SearchBoard, stone: number): number[] {
  const mine = board.side(enemyOf(stone));
  const replies = new Set(board.rule === 'caro' ? pointsAroundOpenFours(board, stone) : pointsThatSpoil(board, stone));
  for (const threat of [MAKES_OPEN_FOUR, MAKES_FOUR_THREE, MAKES_FOUR]) {
    for (const cell of mine.cellsMaking(threat)) replies.add(cell);
  }
  return [...replies];
}

/**
 * The points that prevent all open fours of `stone`. These are, for one open four, its own point and the two points that
 * complete it.
 */
function pointsThatSpoil(board: SearchBoard, stone: number): number[] {
  const side = board.side(stone);
  let common: number[] | undefined;
  for (const cell of side.cellsMaking(MAKES_OPEN_FOUR)) {
    if (!board.allows(cell, stone)) continue;
    board.put(cell, stone);
    const fives = side.cellsMaking(MAKES_FIVE);
    const stops = fives.length === 2 ? [cell, ...fives] : [cell];
    board.takeBack();
    common = common?.filter((other) => stops.includes(other)) ?? stops;
    if (common.length === 0) break;
  }
  return common ?? [];
}

/** In caro, a stone beside the row may prevent an open four, too. Therefore all points on its lines are tried. */
const pointsAroundOpenFours = (board: SearchBoard, stone: number): number[] =>
  board
    .side(stone)
    .cellsMaking(MAKES_OPEN_FOUR)
    .flatMap((cell) => [cell, ...board.emptiesOnLines(cell)]);
