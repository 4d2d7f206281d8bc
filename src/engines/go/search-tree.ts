/** Nodes are numbers; the root is 0, and the children of a node are consecutive. */
export const ROOT = 0;

/** Enough for some seconds of search; about 40 MB. */
const MOST_NODES = 1 << 20;
const FIRST_NODES = 1 << 12;

/**
 * The search tree: arrays with one cell per node. Wins are those of the side whose move led to the node. `trials` and
 * `wins` include the priors; `visits` are real playouts only.
 */
export class SearchTree {
  count = 1;
  #capacity: number;
  move: Int32Array;
  visits: Int32Array;
  trials: Float32Array;
  wins: Float32Array;
  /** RAVE statistics (all moves as first): playouts in which the move came later. */
  raveTrials: Float32Array;
  raveWins: Float32Array;
  /** 0 if a node has no children yet. */
  firstChild: Int32Array;
  childCount: Int32Array;

  constructor(capacity = FIRST_NODES) {
    this.#capacity = capacity;
    this.move = new Int32Array(capacity);
    this.visits = new Int32Array(capacity);
    this.trials = new Float32Array(capacity);
    this.wins = new Float32Array(capacity);
    this.raveTrials = new Float32Array(capacity);
    this.raveWins = new Float32Array(capacity);
    this.firstChild = new Int32Array(capacity);
    this.childCount = new Int32Array(capacity);
  }

  hasRoomFor(nodes: number): boolean {
    return this.count + nodes <= MOST_NODES;
  }

  /** Adds this many empty children to a node. There must be room. */
  addChildren(node: number, children: number): number {
    const first = this.count;
    this.count += children;
    if (this.count > this.#capacity) this.#grow();
    this.firstChild[node] = first;
    this.childCount[node] = children;
    return first;
  }

  /** The child with that move, if there is one. */
  childWith(node: number, move: number): number | undefined {
    const first = this.firstChild[node]!;
    for (let child = first; child < first + this.childCount[node]!; child++) {
      if (this.move[child] === move) return child;
    }
    return undefined;
  }

  /** The subtree below a node as a tree of its own, as small as possible. */
  below(node: number): SearchTree {
    const tree = new SearchTree(this.#countBelow(node));
    const [from, to] = [this.#arrays(), tree.#arrays()];
    const copy = (oldNode: number, newNode: number) => {
      for (const [i, cells] of to.entries()) cells[newNode] = from[i]![oldNode]!;
    };
    copy(node, ROOT);
    // Every node is copied before its children, with their index in the old tree.
    for (let copied = 0; copied < tree.count; copied++) {
      const oldFirst = tree.firstChild[copied]!;
      if (oldFirst === 0) continue;
      const children = tree.childCount[copied]!;
      const first = tree.addChildren(copied, children);
      for (let i = 0; i < children; i++) copy(oldFirst + i, first + i);
    }
    return tree;
  }

  #countBelow(node: number): number {
    let count = 1;
    const first = this.firstChild[node]!;
    for (let child = first; child < first + this.childCount[node]!; child++) count += this.#countBelow(child);
    return count;
  }

  #arrays() {
    const { move, visits, trials, wins, raveTrials, raveWins, firstChild, childCount } = this;
    return [move, visits, trials, wins, raveTrials, raveWins, firstChild, childCount];
  }

  #grow(): void {
    this.#capacity = Math.max(this.count, 2 * this.#capacity);
    const longer = <Cells extends Int32Array | Float32Array>(cells: Cells, grown: Cells): Cells => {
      grown.set(cells);
      return grown;
    };
    const integers = (cells: Int32Array) => longer(cells, new Int32Array(this.#capacity));
    const reals = (cells: Float32Array) => longer(cells, new Float32Array(this.#capacity));
    this.move = integers(this.move);
    this.visits = integers(this.visits);
    this.trials = reals(this.trials);
    this.wins = reals(this.wins);
    this.raveTrials = reals(this.raveTrials);
    this.raveWins = reals(this.raveWins);
    this.firstChild = integers(this.firstChild);
    this.childCount = integers(this.childCount);
  }
}
