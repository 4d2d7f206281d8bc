import { BLACK, type Board, EMPTY, WHITE } from '../../rules/go/board.ts';
import { areaScore } from '../../rules/go/score.ts';
import type { BoardSize, Point } from '../../rules/point.ts';
import { RandomNumbers } from './random-numbers.ts';
import { PlayoutBoard, NOWHERE } from './playout-board.ts';
import { Playout, UNPLAYED } from './playout.ts';
import { MovePriors } from './move-priors.ts';
import { isEye } from './neighbour-patterns.ts';
import { ROOT, SearchTree } from './search-tree.ts';

/** A node gets children once it has been visited so often. */
const EXPAND = 4;
/** About as many playouts as make a move's own record worth as much as that of all playouts it came up in. */
const RAVE_EQUIVALENT = 3500;
/** How much of a playout's worth is its margin rather than who wins. */
const MARGIN = 0.04;

/** Longer lines end in a playout, so that cycles that the simple ko does not forbid come to an end. */
const LONGEST_PATH = 400;
/** So often a move must be tried before it is judged. */
const LEAST_TRIED = 8;
/** In place of trials: the move turned out to be against the rules. */
const BANNED = -1;

/** What a search starts from. */
export interface SearchRoot {
  readonly size: BoardSize;
  readonly board: Board;
  /** 0 black, 1 white. */
  readonly toMove: number;
  /** The last stone, if the last turn was one. */
  readonly last: number;
  /** Whether the last turn was a pass, so that another one ends the game. */
  readonly passed: boolean;
  readonly komi: number;
  /** The hashes of all positions so far, which no stone may recreate; empty where only the simple ko is forbidden. */
  readonly forbidden: ReadonlySet<number>;
  isAllowed(point: Point): boolean;
}

/** Monte Carlo tree search with RAVE: Gelly and Silver, "Monte-Carlo tree search and rapid action value estimation". */
export class MonteCarloSearch {
  readonly tree: SearchTree;
  playouts = 0;
  readonly #root: SearchRoot;
  readonly #start: PlayoutBoard;
  readonly #field: PlayoutBoard;
  readonly #playout: Playout;
  readonly #prior: MovePriors;
  readonly #path: number[] = [];
  readonly #hashes: number[] = [];
  #toMove = 0;
  #last = NOWHERE;
  #passes = 0;
  /** By point: the playouts that black owned less those that white did. */
  readonly #owned: Int32Array;
  #counted = 0;

  /** `tree` is what an earlier search left below this root. */
  constructor(root: SearchRoot, random: () => number, tree: SearchTree = new SearchTree()) {
    this.tree = tree;
    this.#root = root;
    this.#start = new PlayoutBoard(root.size);
    this.#start.setUp(root.board);
    this.#field = new PlayoutBoard(root.size);
    this.#playout = new Playout(this.#field, new RandomNumbers(random()));
    this.#prior = new MovePriors(this.#field);
    this.#owned = new Int32Array(this.#field.points);
    this.#begin();
    if (tree.childCount[ROOT] === 0) this.#prior.expand(tree, ROOT, root.toMove, root.last, root.isAllowed);
    else this.#banRefused();
  }

  /** Steps on while there is time, at least once. */
  run(goOn: () => boolean): void {
    do this.#step();
    while (goOn());
  }

  /** How often a child of the root wins when it is played and nothing else, as long as there is time. */
  tryOut(child: number, goOn: () => boolean): number {
    const trials = this.tree.trials[child]!;
    const wins = this.tree.wins[child]!;
    for (let steps = 0; steps < LEAST_TRIED || goOn(); steps++) this.#step(child);
    return (this.tree.wins[child]! - wins) / (this.tree.trials[child]! - trials);
  }

  /** The child of the root that was tried most. */
  best(): number {
    const { tree } = this;
    const first = tree.firstChild[ROOT]!;
    let best = first;
    for (let child = first; child < first + tree.childCount[ROOT]!; child++) {
      if (tree.trials[child] === BANNED) continue;
      const visits = tree.visits[child]! - tree.visits[best]!;
      if (visits > 0 || (visits === 0 && this.worth(child) > this.worth(best))) best = child;
    }
    return best;
  }

  /** The child of the root with that move, if it has one that the rules allow. */
  childWith(move: number): number | undefined {
    const child = this.tree.childWith(ROOT, move);
    return child === undefined || this.tree.trials[child] === BANNED ? undefined : child;
  }

  /** Plays one game out and learns from it. With a `first`, that child of the root is where it begins. */
  #step(first?: number): void {
    const path = this.#begin();
    let node = first ?? ROOT;
    if (first !== undefined && !this.#descend(first)) return;
    while (this.tree.childCount[node]! > 0 && this.#passes < 2 && path.length < LONGEST_PATH) {
      node = this.#select(node);
      if (!this.#descend(node)) return;
    }
    if (this.#passes >= 2) this.#learn(this.#areaBalance());
    else {
      if (this.tree.visits[node]! >= EXPAND && this.tree.hasRoomFor(this.#field.emptyCount + 1)) {
        this.#prior.expand(this.tree, node, this.#toMove, this.#last, () => true);
      }
      this.#learn(this.#playout.run(this.#toMove, this.#last));
      this.#count();
    }
    this.playouts++;
  }

  /** How often a child of the root won, 0 to 1, by playouts and what was believed before. */
  worth(child: number): number {
    return Math.max(0, this.tree.wins[child]! / this.tree.trials[child]!);
  }

  /** How much of a point is the mover's in the playouts, from -1, the enemy's always, to 1. */
  ownership(point: number): number {
    const owned = this.#owned[point]! / Math.max(1, this.#counted);
    return this.#root.toMove === BLACK ? owned : -owned;
  }

  #begin(): number[] {
    this.#field.copyFrom(this.#start);
    this.#playout.first.fill(UNPLAYED);
    this.#path.length = 1;
    this.#path[0] = ROOT;
    this.#hashes.length = 0;
    this.#toMove = this.#root.toMove;
    this.#last = this.#root.last;
    this.#passes = this.#root.passed ? 1 : 0;
    return this.#path;
  }

  /** Plays the move that leads to a node; `false` if it turns out that it recreates a position. */
  #descend(node: number): boolean {
    const field = this.#field;
    const move = this.tree.move[node]!;
    if (move === field.points) {
      this.#passes++;
      this.#last = NOWHERE;
      field.pass();
    } else {
      const fresh = !field.board.hasEverHeld(move as Point);
      field.play(this.#toMove, move);
      if (!fresh && this.#recreates(field.board.hash)) {
        this.tree.trials[node] = BANNED;
        return false;
      }
      this.#hashes.push(field.board.hash);
      if (this.#playout.first[move] === UNPLAYED) this.#playout.first[move] = this.#toMove;
      this.#passes = 0;
      this.#last = move;
    }
    this.#path.push(node);
    this.#toMove = 1 - this.#toMove;
    return true;
  }

  #recreates(hash: number): boolean {
    return this.#root.forbidden.size > 0 && (this.#root.forbidden.has(hash) || this.#hashes.includes(hash));
  }

  /** What was tried below an earlier root was not asked whether all rules allow it. */
  #banRefused(): void {
    const { tree } = this;
    const first = tree.firstChild[ROOT]!;
    for (let child = first; child < first + tree.childCount[ROOT]!; child++) {
      const move = tree.move[child]!;
      if (move < this.#field.points && !this.#root.isAllowed(move as Point)) tree.trials[child] = BANNED;
    }
  }

  #select(node: number): number {
    const { trials, wins, raveTrials, raveWins } = this.tree;
    const first = this.tree.firstChild[node]!;
    const end = first + this.tree.childCount[node]!;
    let best = first;
    let most = -1;
    for (let child = first; child < end; child++) {
      const tried = trials[child]!;
      if (tried === BANNED) continue;
      const rave = raveTrials[child]!;
      let worth = wins[child]! / tried;
      if (rave > 0) {
        const trust = rave / (rave + tried + (rave * tried) / RAVE_EQUIVALENT);
        worth += trust * (raveWins[child]! / rave - worth);
      }
      if (worth <= most) continue;
      most = worth;
      best = child;
    }
    return best;
  }

  #areaBalance(): number {
    const { black, white } = areaScore(this.#field.board, 0);
    return black - white;
  }

  /** Tells every node of the path what came out: black's area less white's. */
  #learn(balance: number): void {
    const { visits, trials, wins } = this.tree;
    const margin = balance - this.#root.komi;
    const won = margin > 0 ? 1 : margin < 0 ? 0 : 0.5;
    const share = Math.min(1, Math.max(0, 0.5 + margin / (2 * this.#field.points)));
    const black = (1 - MARGIN) * won + MARGIN * share;
    // Whose turn it is at the node.
    let toMove = this.#root.toMove;
    for (const node of this.#path) {
      visits[node]!++;
      trials[node]!++;
      wins[node]! += toMove === BLACK ? 1 - black : black;
      this.#learnRave(node, toMove, toMove === BLACK ? black : 1 - black);
      toMove = 1 - toMove;
    }
  }

  #learnRave(node: number, toMove: number, worth: number): void {
    const { move, raveTrials, raveWins } = this.tree;
    const played = this.#playout.first;
    const first = this.tree.firstChild[node]!;
    const end = first + this.tree.childCount[node]!;
    for (let child = first; child < end; child++) {
      if (played[move[child]!] !== toMove) continue;
      raveTrials[child]!++;
      raveWins[child]! += worth;
    }
  }

  /** Remembers who owns what at the end of a playout. */
  #count(): void {
    const { stones, shapes, points } = this.#field;
    this.#counted++;
    for (let point = 0; point < points; point++) {
      const stone = stones[point]!;
      if (stone === BLACK || (stone === EMPTY && isEye[2 * shapes[point]! + BLACK])) this.#owned[point]!++;
      else if (stone !== EMPTY || isEye[2 * shapes[point]! + WHITE]) this.#owned[point]!--;
    }
  }
}
