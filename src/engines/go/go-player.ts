import type { Move } from '../../lobby/games/game-event.ts';
import type { Point } from '../../rules/point.ts';
import type { Choice, GoSituation } from '../engine.ts';
import type { SearchBudget } from '../search-budget.ts';
import { MonteCarloSearch, type SearchRoot } from './monte-carlo-search.ts';
import { decidePass, WINNING, winsAsItStands } from './pass-decision.ts';
import { replayGame } from './replay-game.ts';
import { ROOT, type SearchTree } from './search-tree.ts';

/** The player resigns below this winning rate, after this many playouts. */
const HOPELESS = 0.06;
const CERTAIN = 200;
/** The part of the time that is reserved for the end of a game. */
const LAST_PART = 0.25;

/** Kept between two moves of a game: the search tree below the last choice, which was the last of these moves. */
interface Kept {
  readonly situation: GoSituation;
  readonly turns: readonly Move[];
  readonly tree: SearchTree;
}

/**
 * The built-in Go engine. Scoring removes no stones, so it passes only if it wins as the board stands or has no other
 * move, and captures dead stones before.
 */
export class GoPlayer {
  #kept: Kept | undefined;
  /** Statistics of the last choice: new playouts, playouts from the tree of the last move, and winning rate. */
  statistics = { playouts: 0, remembered: 0, worth: 0 };

  choose(situation: GoSituation, think: SearchBudget): Choice {
    const root = replayGame(situation);
    this.statistics = { playouts: 0, remembered: 0, worth: 1 };
    if (root.passed && winsAsItStands(root)) return { kind: 'pass' };
    const search = new MonteCarloSearch(root, () => think.random(), this.#treeFor(situation));
    const remembered = search.tree.visits[ROOT]!;
    const child = this.#think(search, root, think);
    this.statistics = { playouts: search.playouts, remembered, worth: search.worth(child) };
    if (search.worth(child) < HOPELESS && search.playouts + remembered >= CERTAIN) return { kind: 'resign' };
    const move = search.tree.move[child]!;
    const choice: Choice = move === root.board.points ? { kind: 'pass' } : { kind: 'play', point: move as Point };
    const turns = [...situation.turns, { ...choice, color: situation.color } as Move];
    this.#kept = { situation, turns, tree: search.tree.below(child) };
    return choice;
  }

  #think(search: MonteCarloSearch, root: SearchRoot, { budget, now }: SearchBudget): number {
    const start = now();
    const before = (part: number) => () => now() - start < part * budget;
    search.run(before(1 - LAST_PART));
    const least = search.worth(search.best());
    if (least > WINNING) {
      const child = decidePass(search, root, least, (part) => before(1 - LAST_PART + part * LAST_PART));
      if (child !== undefined) return child;
    }
    search.run(before(1));
    return search.best();
  }

  /** The tree of the last search, if this is the same game and its position was searched. */
  #treeFor(situation: GoSituation): SearchTree | undefined {
    const kept = this.#kept;
    this.#kept = undefined;
    if (kept === undefined || !continues(situation, kept)) return undefined;
    let tree: SearchTree | undefined = kept.tree;
    let color = situation.turns[kept.turns.length - 1]!.color;
    for (const turn of situation.turns.slice(kept.turns.length)) {
      if (turn.color === color) return undefined;
      const move = turn.kind === 'pass' ? situation.size ** 2 : turn.point;
      const child: number | undefined = tree.childWith(ROOT, move);
      if (child === undefined) return undefined;
      tree = tree.below(child);
      color = turn.color;
    }
    return situation.color === color ? undefined : tree;
  }
}

/** Whether this game continues the one that is kept, with the same rules. */
function continues(now: GoSituation, { situation: before, turns }: Kept): boolean {
  const rules = ({ size, komi, rulesets, setup }: GoSituation) => JSON.stringify([size, komi, rulesets, setup]);
  return rules(now) === rules(before) && turns.every((turn, index) => isSame(turn, now.turns[index]));
}

const isSame = (one: Move, other: Move | undefined): boolean =>
  one.kind === other?.kind &&
  one.color === other.color &&
  (one.kind === 'pass' || one.point === (other as typeof one).point);
