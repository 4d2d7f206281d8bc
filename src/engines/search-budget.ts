/** The time and the random numbers of a search. They are passed in, so that a test is reproducible. */
export interface SearchBudget {
  /** The budget in milliseconds of `now`. */
  readonly budget: number;
  /** Milliseconds from any start. */
  now(): number;
  /** At least 0 and less than 1. */
  random(): number;
}
