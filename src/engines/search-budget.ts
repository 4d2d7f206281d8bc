/** The limits of a search, and its random numbers. All are passed in, so that a search can be repeated. */
export interface SearchBudget {
  /** The number of nodes: in Go, playouts; in Gomoku, positions. `Infinity`: only the time limits the search. */
  readonly nodes: number;
  /** The part of the time limit that has passed. At 1, the search stops even if nodes are left. */
  timeUsed(): number;
  /** At least 0 and less than 1. */
  random(): number;
}
