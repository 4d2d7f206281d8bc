import type { Color } from '../../rules/color.ts';
import { stoneOf } from '../../rules/gomoku/board-grid.ts';
import type { Point } from '../../rules/point.ts';
import type { EngineChoice, GomokuSituation } from '../engine.ts';
import { type SearchBudget, SearchMeter } from '../search-meter.ts';
import { AlphaBetaSearch, promisingCells } from './alpha-beta-search.ts';
import { chooseByPatterns } from './choose-by-patterns.ts';
import type { GomokuSkill } from './gomoku-levels.ts';
import { enemyOf, SearchBoard } from './search-board.ts';
import { MAKES_FIVE, MAKES_THREE } from './threat-classes.ts';
import { type AttackKind, type AttackLimit, ThreatSearch } from './threat-search.ts';

/** The part of the time budget after which each step of the choice ends. The alpha-beta search gets the rest. */
const BUDGET_PARTS = { fours: 0.05, threes: 0.2, theirFours: 0.25, theirThrees: 0.4, search: 1 };
const FOURS: AttackLimit = { depth: 40, stones: 200_000 };
const THREES: AttackLimit = { depth: 24, stones: 400_000 };
/** Limits of the search that shows whether one of our moves stops the enemy's win. */
const REFUTATION: { readonly [means in AttackKind]: AttackLimit } = {
  fours: { depth: 40, stones: 20_000 },
  threes: { depth: 12, stones: 20_000 },
};
/** The maximum number of moves to examine. */
const WIDTH = 40;

/**
 * Chooses a stone for `situation.color`: a proven win by threats, else a defence against a win of the enemy by threats,
 * else the best move of the search. Weak players choose some moves by their patterns, without looking ahead. The engine
 * resigns only if no stone is legal, which ends the game anyway.
 */
export function chooseGomokuMove(
  situation: GomokuSituation,
  skill: GomokuSkill,
  limits: Omit<SearchBudget, 'nodes'>,
): EngineChoice {
  const board = boardOf(situation);
  const cell = new GomokuMoveChooser(board, stoneOf(situation.color), skill, {
    ...limits,
    nodes: skill.nodes,
  }).choose();
  return cell === 0 ? { kind: 'resign' } : { kind: 'play', point: board.grid.pointAt(cell) };
}

function boardOf({ size, rule, setup, moves }: GomokuSituation): SearchBoard {
  const board = new SearchBoard(size, rule);
  const put = (point: Point, color: Color): void => {
    board.put(board.grid.cellAt(point), stoneOf(color));
    board.forgetHistory();
  };
  for (const { point, color } of setup) put(point, color);
  for (const move of moves) if (move.kind === 'play') put(move.point, move.color);
  return board;
}

/** Makes one choice. Moves are cells; 0 is no move. */
class GomokuMoveChooser {
  readonly #board: SearchBoard;
  readonly #stone: number;
  readonly #enemy: number;
  readonly #skill: GomokuSkill;
  readonly #meter: SearchMeter;
  readonly #budget: SearchBudget;
  readonly #threats: ThreatSearch;

  constructor(board: SearchBoard, stone: number, skill: GomokuSkill, budget: SearchBudget) {
    this.#board = board;
    this.#stone = stone;
    this.#enemy = enemyOf(stone);
    this.#skill = skill;
    this.#budget = budget;
    this.#meter = new SearchMeter(budget);
    this.#threats = new ThreatSearch(board, this.#meter);
  }

  choose(): number {
    const { patternMoveChance, overlookChance, depth, threats } = this.#skill;
    if (patternMoveChance > 0 && this.#budget.random() < patternMoveChance) {
      const cell = chooseByPatterns(this.#board, this.#stone, this.#legal(), overlookChance, this.#budget.random);
      return cell === 0 ? this.#nearestToCentre() : cell;
    }
    const moves = this.#moves();
    if (moves.length < 2) return moves[0] ?? this.#nearestToCentre();
    const win = this.#win();
    if (win > 0) return win;
    const safeMoves = this.#safeMoves(moves);
    this.#meter.allow(BUDGET_PARTS.search);
    const search = new AlphaBetaSearch(this.#board, this.#meter, depth, threats.length > 0 ? this.#threats : undefined);
    return search.best(this.#stone, safeMoves);
  }

  /**
   * The moves to examine, most promising first. If a move wins at once, it is the only one. If the enemy threatens five,
   * only blocking moves are examined.
   */
  #moves(): number[] {
    const board = this.#board;
    const five = board.side(this.#stone).cellMaking(MAKES_FIVE);
    if (five > 0) return [five];
    if (board.side(this.#enemy).count(MAKES_FIVE) > 0) {
      const blocks = board.blocks(this.#enemy);
      if (blocks.length > 0) return blocks;
    }
    return promisingCells(board, this.#stone, this.#legal(), WIDTH, () => this.#budget.random());
  }

  /** The legal cells near stones, and the other legal cells on which a stone of either side makes a threat. */
  #legal(): number[] {
    const board = this.#board;
    const cells = new Set(board.cellsNearStones());
    for (let threat = MAKES_THREE; threat < MAKES_FIVE; threat++) {
      for (const side of [board.black, board.white]) for (const cell of side.cellsMaking(threat)) cells.add(cell);
    }
    return [...cells].filter((cell) => board.allows(cell, this.#stone));
  }

  /** The first move of a win by threats; 0 if none is found. */
  #win(): number {
    if (!this.#skill.threats.includes('fours')) return 0;
    this.#meter.allow(BUDGET_PARTS.fours);
    const byFours = this.#threats.win(this.#stone, 'fours', FOURS);
    if (byFours > 0 || !this.#skill.threats.includes('threes')) return byFours;
    this.#meter.allow(BUDGET_PARTS.threes);
    return this.#threats.deepeningWin(this.#stone, 'threes', THREES);
  }

  /** The moves after which no win of the enemy by threats is found; all moves if there are no such moves. */
  #safeMoves(moves: readonly number[]): readonly number[] {
    if (!this.#skill.threats.includes('fours')) return moves;
    this.#meter.allow(BUDGET_PARTS.theirFours);
    const againstFours = this.#movesThatStop(moves, 'fours', FOURS);
    if (!this.#skill.threats.includes('threes')) return againstFours;
    this.#meter.allow(BUDGET_PARTS.theirThrees);
    return this.#movesThatStop(againstFours, 'threes', THREES);
  }

  /** The moves that stop every win of the enemy of one kind. When the time is up, untried moves are left out. */
  #movesThatStop(moves: readonly number[], means: AttackKind, limit: AttackLimit): readonly number[] {
    if (this.#threats.deepeningWin(this.#enemy, means, limit) === 0) return moves;
    const safeMoves: number[] = [];
    for (const cell of moves) {
      this.#board.put(cell, this.#stone);
      const loses = this.#threats.deepeningWin(this.#enemy, means, REFUTATION[means]) > 0;
      this.#board.takeBack();
      if (this.#meter.mustStop() && safeMoves.length > 0) break;
      if (!loses) safeMoves.push(cell);
    }
    return safeMoves.length > 0 ? safeMoves : moves;
  }

  /** The legal cell nearest to the centre; 0 if no cell is legal. */
  #nearestToCentre(): number {
    const { grid } = this.#board;
    const middle = (grid.lines - 1) / 2;
    const points = Array.from({ length: grid.lines ** 2 }, (_, point) => point as Point);
    const distance = (point: Point): number =>
      Math.hypot((point % grid.lines) - middle, Math.floor(point / grid.lines) - middle);
    points.sort((a, b) => distance(a) - distance(b));
    const found = points.find((point) => this.#board.allows(grid.cellAt(point), this.#stone));
    return found === undefined ? 0 : grid.cellAt(found);
  }
}
