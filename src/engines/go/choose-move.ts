import type { Point } from '../../rules/point.ts';
import type { Choice, GoSituation } from '../engine.ts';
import type { SearchBudget } from '../search-budget.ts';
import { SearchMeter } from '../search-meter.ts';
import { MonteCarloSearch, type SearchRoot } from './monte-carlo-search.ts';
import { decidePass, WINNING, winsAsItStands } from './pass-decision.ts';
import { replayGame } from './replay-game.ts';

/** The player resigns below this winning rate, after this many playouts. */
const HOPELESS = 0.06;
const CERTAIN = 200;
/** The part of the budget that is reserved for the end of a game. */
const LAST_PART = 0.25;

/** A choice with the playouts made for it and its winning rate. */
interface Considered {
  readonly choice: Choice;
  readonly playouts: number;
  readonly worth: number;
}

/**
 * Chooses a move for `situation.color`. Scoring removes no stones, so the engine passes only if it wins as the board
 * stands or has no other move, and captures dead stones before. The search keeps nothing from one move to the next, so
 * that the choice depends on nothing but the arguments.
 */
export function chooseGo(situation: GoSituation, budget: SearchBudget): Considered {
  const root = replayGame(situation);
  if (root.passed && winsAsItStands(root)) return { choice: { kind: 'pass' }, playouts: 0, worth: 1 };
  const search = new MonteCarloSearch(root, budget.random);
  const child = bestOf(search, root, new SearchMeter(budget));
  const considered = { playouts: search.playouts, worth: search.worth(child) };
  if (considered.worth < HOPELESS && search.playouts >= CERTAIN) return { choice: { kind: 'resign' }, ...considered };
  const move = search.tree.move[child]!;
  const choice: Choice = move === root.board.points ? { kind: 'pass' } : { kind: 'play', point: move as Point };
  return { choice, ...considered };
}

/** The child of the root to play. */
function bestOf(search: MonteCarloSearch, root: SearchRoot, meter: SearchMeter): number {
  const goOn = () => !meter.isOver;
  meter.allow(1 - LAST_PART);
  search.run(goOn);
  const least = search.worth(search.best());
  if (least > WINNING) {
    const child = decidePass(search, root, least, (part) => {
      meter.allow(1 - LAST_PART + part * LAST_PART);
      return goOn;
    });
    if (child !== undefined) return child;
  }
  meter.allow(1);
  search.run(goOn);
  return search.best();
}
