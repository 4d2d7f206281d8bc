import type { Point } from '../../rules/point.ts';
import type { EngineChoice, GoSituation } from '../engine.ts';
import { type SearchBudget, SearchMeter } from '../search-meter.ts';
import { boundedPlayouts, type GoSkill } from './go-levels.ts';
import { MonteCarloSearch } from './monte-carlo-search.ts';
import { decidePass, WINNING, winsAsItStands } from './pass-decision.ts';
import { placeHandicap } from './place-handicap.ts';
import { type SearchRoot, searchRootOf } from './search-root.ts';

/** The engine resigns below this winning rate, after at least this many playouts. */
const HOPELESS = 0.08;
const CERTAIN = 200;
/** The part of the budget that is reserved for the end of a game. */
const END_PART = 0.25;
/** If one side's winning rate is above this, a part of the budget is enough. */
const DECIDED = 0.93;
const ENOUGH_IF_DECIDED = 0.3;
/** The number of playouts between two checks whether the choice is clear. */
const INTERVAL = 50;

/** A choice with the playouts made for it and its winning rate. */
interface GoMoveResult {
  readonly choice: EngineChoice;
  readonly playouts: number;
  readonly winningRate: number;
}

/**
 * Chooses a move for `situation.color`. Scoring removes no stones. Therefore the engine captures dead stones first, and
 * passes only if it wins as the board stands, has no other move, or has lost. The search stores nothing from one move to
 * the next, so that the choice depends only on the arguments.
 */
export function chooseGoMove(
  situation: GoSituation,
  skill: GoSkill,
  limits: Omit<SearchBudget, 'nodes'>,
): GoMoveResult {
  if (situation.toPlace !== undefined)
    return { choice: { kind: 'play', point: placeHandicap(situation) }, playouts: 0, winningRate: 1 };
  const root = searchRootOf(situation);
  if (root.passed && (winsAsItStands(root) || isLost(root, skill, limits.random))) {
    return { choice: { kind: 'pass' }, playouts: 0, winningRate: 1 };
  }
  const budget = { ...limits, nodes: boundedPlayouts(skill.playouts, situation.size) };
  const search = new MonteCarloSearch(root, limits.random, skill);
  const child = new MoveChoice(search, root, budget).choose();
  const searchResult = { playouts: search.playouts, winningRate: search.winningRate };
  if (search.winningRate < HOPELESS && search.playouts >= CERTAIN)
    return { choice: { kind: 'resign' }, ...searchResult };
  const move = search.tree.move[child]!;
  const choice: EngineChoice = move === root.board.points ? { kind: 'pass' } : { kind: 'play', point: move as Point };
  return { choice, ...searchResult };
}

/**
 * Whether a weak engine has lost, after a pass of the enemy. A weak engine makes too few playouts to resign. Instead of
 * playing on in lost areas, it passes, too, as human players do.
 */
function isLost(root: SearchRoot, { playouts }: GoSkill, random: () => number): boolean {
  const minimum = boundedPlayouts(CERTAIN, root.size.width);
  if (playouts >= minimum) return false;
  const search = new MonteCarloSearch(root, random);
  search.run(() => search.playouts < minimum);
  return search.winningRate < HOPELESS;
}

class MoveChoice {
  readonly #search: MonteCarloSearch;
  readonly #root: SearchRoot;
  readonly #budget: SearchBudget;
  readonly #meter: SearchMeter;

  constructor(search: MonteCarloSearch, root: SearchRoot, budget: SearchBudget) {
    this.#search = search;
    this.#root = root;
    this.#budget = budget;
    this.#meter = new SearchMeter(budget);
  }

  /** The child of the root with the chosen move. */
  choose(): number {
    const search = this.#search;
    this.#run(1 - END_PART);
    const minimum = search.value(search.best());
    if (minimum > WINNING) {
      const child = decidePass(search, this.#root, minimum, (part) => {
        this.#meter.allow(1 - END_PART + part * END_PART);
        return () => !this.#meter.mustStop();
      });
      if (child !== undefined) return child;
    }
    this.#run(1);
    return search.best();
  }

  /** Searches until this part of the budget is used up or the choice is clear. */
  #run(part: number): void {
    this.#meter.allow(part);
    this.#search.run(() => !this.#meter.mustStop() && !(this.#meter.nodes % INTERVAL === 0 && this.#isClear()));
  }

  /** Whether no other move can get more visits within the budget, or the game is decided. */
  #isClear(): boolean {
    const search = this.#search;
    const { nodes } = this.#budget;
    if (search.leadOfBest > nodes - this.#meter.nodes) return true;
    const rate = search.winningRate;
    const enough = Math.max(ENOUGH_IF_DECIDED * nodes, CERTAIN);
    return this.#meter.nodes >= enough && Math.max(rate, 1 - rate) > DECIDED;
  }
}
