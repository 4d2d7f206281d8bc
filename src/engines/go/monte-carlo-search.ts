import { areaScore } from '../../rules/go/area-score.ts';
import { BLACK, EMPTY, WHITE } from '../../rules/go/go-board.ts';
import type { Point } from '../../rules/point.ts';
import { Xorshift32 } from '../random-numbers.ts';
import { FULL_STRENGTH, type MovePriorOptions, MovePriors } from './move-priors.ts';
import { isEye } from './neighbour-patterns.ts';
import { NOWHERE, PlayoutBoard } from './playout-board.ts';
import { PlayoutRunner, UNPLAYED } from './playout-runner.ts';
import type { SearchRoot } from './search-root.ts';
import { ROOT, SearchTree } from './search-tree.ts';

/** A node gets children after this many visits. */
const EXPAND_AFTER = 4;
/** After about this many playouts, a move's own statistics weigh as much as the RAVE statistics. */
const RAVE_EQUIVALENT = 3500;
/** The part of a playout's value that depends on the margin instead of the winner. */
const MARGIN_SHARE = 0.04;

/** Longer paths end in a playout, which ends cycles that the simple ko rule does not forbid. */
const LONGEST_PATH = 400;
/** The minimum number of playouts with which a move is judged. */
const LEAST_TRIALS = 8;
/** Stands in place of the number of trials for a move that is against the rules. */
const BANNED = -1;

/** Monte Carlo tree search with RAVE: Gelly and Silver, "Monte-Carlo tree search and rapid action value estimation". */
export class MonteCarloSearch {
  readonly tree = new SearchTree();
  playouts = 0;
  readonly #root: SearchRoot;
  readonly #start: PlayoutBoard;
  readonly #board: PlayoutBoard;
  readonly #playout: PlayoutRunner;
  readonly #prior: MovePriors;
  readonly #path: number[] = [];
  readonly #hashes: number[] = [];
  #toMove = 0;
  #last = NOWHERE;
  #passes = 0;
  /** By point: the playouts that black owned minus those that white owned. */
  readonly #ownership: Int32Array;
  #countedPlayouts = 0;
  /** The sum of black's area minus white's. */
  #balances = 0;

  constructor(root: SearchRoot, random: () => number, priorOptions: MovePriorOptions = FULL_STRENGTH) {
    this.#root = root;
    this.#start = new PlayoutBoard(root.size);
    this.#start.setUp(root.board);
    this.#board = new PlayoutBoard(root.size);
    const generator = new Xorshift32(random());
    this.#playout = new PlayoutRunner(this.#board, generator);
    this.#prior = new MovePriors(this.#board, priorOptions, generator);
    this.#ownership = new Int32Array(this.#board.points);
    this.#reset();
    this.#prior.expand(this.tree, ROOT, root.toMove, root.last, root.isAllowed);
  }

  /** Makes playouts while `shouldContinue` returns true, and at least one. */
  run(shouldContinue: () => boolean): void {
    do this.#playOnce();
    while (shouldContinue());
  }

  /** The winning rate of a child of the root in new playouts that all begin with this move. */
  tryOut(child: number, shouldContinue: () => boolean): number {
    const trials = this.tree.trials[child]!;
    const wins = this.tree.wins[child]!;
    for (let steps = 0; steps < LEAST_TRIALS || shouldContinue(); steps++) this.#playOnce(child);
    return (this.tree.wins[child]! - wins) / (this.tree.trials[child]! - trials);
  }

  /** The child of the root with the most visits. */
  best(): number {
    const { tree } = this;
    const first = tree.firstChild[ROOT]!;
    let best = first;
    for (let child = first; child < first + tree.childCount[ROOT]!; child++) {
      if (tree.trials[child] === BANNED) continue;
      const visits = tree.visits[child]! - tree.visits[best]!;
      if (visits > 0 || (visits === 0 && this.value(child) > this.value(best))) best = child;
    }
    return best;
  }

  /** How many more visits the best child of the root has than the second best. */
  get leadOfBest(): number {
    const { tree } = this;
    const best = this.best();
    const first = tree.firstChild[ROOT]!;
    let second = 0;
    for (let child = first; child < first + tree.childCount[ROOT]!; child++) {
      if (child !== best) second = Math.max(second, tree.visits[child]!);
    }
    return tree.visits[best]! - second;
  }

  /** The child of the root with that move, if it exists and is allowed. */
  childWith(move: number): number | undefined {
    const child = this.tree.childWith(ROOT, move);
    return child === undefined || this.tree.trials[child] === BANNED ? undefined : child;
  }

  /** Makes one playout and updates the tree. `first` fixes the child of the root. */
  #playOnce(first?: number): void {
    const path = this.#reset();
    let node = first ?? ROOT;
    if (first !== undefined && !this.#descend(first)) return;
    while (this.tree.childCount[node]! > 0 && this.#passes < 2 && path.length < LONGEST_PATH) {
      node = this.#select(node);
      if (!this.#descend(node)) return;
    }
    if (this.#passes >= 2) this.#update(this.#areaBalance());
    else {
      if (this.tree.visits[node]! >= EXPAND_AFTER && this.tree.hasRoomFor(this.#board.emptyCount + 1)) {
        this.#prior.expand(this.tree, node, this.#toMove, this.#last, () => true);
      }
      this.#update(this.#playout.run(this.#toMove, this.#last));
      this.#countOwners();
    }
    this.playouts++;
  }

  /** The winning rate of a child of the root, 0 to 1, from playouts and priors. */
  value(child: number): number {
    return Math.max(0, this.tree.wins[child]! / this.tree.trials[child]!);
  }

  /** The part of all playouts that the side to move won, 0 to 1. In contrast to `value`, it does not contain priors. */
  get winningRate(): number {
    return 1 - this.tree.wins[ROOT]! / Math.max(1, this.tree.visits[ROOT]!);
  }

  /** How much a point belongs to the side to move in the playouts, from -1 (always the enemy's) to 1. */
  ownership(point: number): number {
    const owned = this.#ownership[point]! / Math.max(1, this.#countedPlayouts);
    return this.#root.toMove === BLACK ? owned : -owned;
  }

  /** Black's area minus white's at the end of a playout, on average. */
  get meanBalance(): number {
    return this.#balances / Math.max(1, this.playouts);
  }

  #reset(): number[] {
    this.#board.copyFrom(this.#start);
    this.#playout.firstColor.fill(UNPLAYED);
    this.#path.length = 1;
    this.#path[0] = ROOT;
    this.#hashes.length = 0;
    this.#toMove = this.#root.toMove;
    this.#last = this.#root.last;
    this.#passes = this.#root.passed ? 1 : 0;
    return this.#path;
  }

  /** Plays the move of a node; `false` if it recreates a position. */
  #descend(node: number): boolean {
    const field = this.#board;
    const move = this.tree.move[node]!;
    if (move === field.points) {
      this.#passes++;
      this.#last = NOWHERE;
      field.pass();
    } else {
      const fresh = !field.board.hasEverHadStone(move as Point);
      field.play(this.#toMove, move);
      if (!fresh && this.#recreates(field.board.hash)) {
        this.tree.trials[node] = BANNED;
        return false;
      }
      this.#hashes.push(field.board.hash);
      if (this.#playout.firstColor[move] === UNPLAYED) this.#playout.firstColor[move] = this.#toMove;
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

  #select(node: number): number {
    const { trials, wins, raveTrials, raveWins } = this.tree;
    const first = this.tree.firstChild[node]!;
    const end = first + this.tree.childCount[node]!;
    let best = first;
    let most = -1;
    for (let child = first; child < end; child++) {
      const childTrials = trials[child]!;
      if (childTrials === BANNED) continue;
      const rave = raveTrials[child]!;
      let value = wins[child]! / childTrials;
      if (rave > 0) {
        const trust = rave / (rave + childTrials + (rave * childTrials) / RAVE_EQUIVALENT);
        value += trust * (raveWins[child]! / rave - value);
      }
      if (value <= most) continue;
      most = value;
      best = child;
    }
    return best;
  }

  #areaBalance(): number {
    const { black, white } = areaScore(this.#board.board, 0);
    return black - white;
  }

  /** Updates every node of the path with the result: black's area minus white's. */
  #update(balance: number): void {
    const { visits, trials, wins } = this.tree;
    this.#balances += balance;
    const margin = balance - this.#root.komi;
    const won = margin > 0 ? 1 : margin < 0 ? 0 : 0.5;
    const share = Math.min(1, Math.max(0, 0.5 + margin / (2 * this.#board.points)));
    const black = (1 - MARGIN_SHARE) * won + MARGIN_SHARE * share;
    // Whose turn it is at the node.
    let toMove = this.#root.toMove;
    for (const node of this.#path) {
      visits[node]!++;
      trials[node]!++;
      wins[node]! += toMove === BLACK ? 1 - black : black;
      this.#updateRave(node, toMove, toMove === BLACK ? black : 1 - black);
      toMove = 1 - toMove;
    }
  }

  #updateRave(node: number, toMove: number, value: number): void {
    const { move, raveTrials, raveWins } = this.tree;
    const played = this.#playout.firstColor;
    const first = this.tree.firstChild[node]!;
    const end = first + this.tree.childCount[node]!;
    for (let child = first; child < end; child++) {
      if (played[move[child]!] !== toMove) continue;
      raveTrials[child]!++;
      raveWins[child]! += value;
    }
  }

  /** Counts the owner of each point at the end of a playout. */
  #countOwners(): void {
    const { stones, shapes, points } = this.#board;
    this.#countedPlayouts++;
    for (let point = 0; point < points; point++) {
      const stone = stones[point]!;
      if (stone === BLACK || (stone === EMPTY && isEye[2 * shapes[point]! + BLACK])) this.#ownership[point]!++;
      else if (stone !== EMPTY || isEye[2 * shapes[point]! + WHITE]) this.#ownership[point]!--;
    }
  }
}
