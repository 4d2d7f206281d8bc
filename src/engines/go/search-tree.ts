/** Nodes are numbers; the root is 0, and the children of a node are consecutive. */
export const ROOT = 0;

/** The maximum number of nodes: enough for some seconds of search, about 40 MB. */
const MOST_NODES = 1 << 20;
const FIRST_NODES = 1 << 12;

/**
 * The search tree: arrays with one cell per node. Wins are those of the side whose move led to the node. `trials` and
 * `wins` include the priors; `visits` are real playouts only.
 */
export class SearchTree {
  count = 1;
  #capacity = FIRST_NODES;
  move: Int32Array = new Int32Array(FIRST_NODES);
  visits: Int32Array = new Int32Array(FIRST_NODES);
  trials: Float32Array = new Float32Array(FIRST_NODES);
  wins: Float32Array = new Float32Array(FIRST_NODES);
  /** RAVE statistics (all moves as first): playouts in which the move came later. */
  raveTrials: Float32Array = new Float32Array(FIRST_NODES);
  raveWins: Float32Array = new Float32Array(FIRST_NODES);
  /** 0 if a node has no children yet. */
  firstChild: Int32Array = new Int32Array(FIRST_NODES);
  childCount: Int32Array = new Int32Array(FIRST_NODES);

  hasRoomFor(nodes: number): boolean {
    return this.count + nodes <= MOST_NODES;
  }

  /** Adds this many empty children to a node, for which `hasRoomFor` must be true. Returns the first child. */
  addChildren(node: number, children: number): number {
    const first = this.count;
    this.count += children;
    if (this.count > this.#capacity) this.#grow();
    this.firstChild[node] = first;
    this.childCount[node] = children;
    return first;
  }

  childWith(node: number, move: number): number | undefined {
    const first = this.firstChild[node]!;
    for (let child = first; child < first + this.childCount[node]!; child++) {
      if (this.move[child] === move) return child;
    }
    return undefined;
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
