/** The limits of a search, and its random numbers. All are passed in, so that a search can be repeated. */
export interface SearchBudget {
  /** The number of nodes: in Go, playouts; in Gomoku, positions. `Infinity`: only the time limits the search. */
  readonly nodes: number;
  /** The part of the time limit that has passed. At 1, the search stops even if nodes are left. */
  timeUsed(): number;
  /** At least 0 and less than 1. */
  random(): number;
}

/** The number of nodes between two readings of the clock. */
const NODES_PER_READING = 16;

/** Counts the nodes of a search, and decides when the search must stop. The budget can be divided into parts. */
export class SearchMeter {
  readonly #budget: SearchBudget;
  #part = 1;
  #nodes = 0;
  #isOver = false;

  constructor(budget: SearchBudget) {
    this.#budget = budget;
  }

  get nodes(): number {
    return this.#nodes;
  }

  /** Lets the search continue until this part of the whole budget is used up. */
  allow(part: number): void {
    this.#part = part;
    this.#isOver = this.#isUsedUp(true);
  }

  /** Counts a node. Returns whether the search must stop. */
  mustStop(): boolean {
    this.#nodes++;
    this.#isOver ||= this.#isUsedUp(this.#nodes % NODES_PER_READING === 0);
    return this.#isOver;
  }

  #isUsedUp(readsClock: boolean): boolean {
    const { nodes } = this.#budget;
    return this.#nodes >= this.#part * nodes || (readsClock && this.#budget.timeUsed() >= this.#part);
  }
}
