/** What a search may use up: it reads no clock and draws no chance of its own, so that a test can play it again. */
export interface ThinkBudget {
  /** Milliseconds of `now` that the choice may take. */
  readonly budget: number;
  /** Milliseconds from any start. */
  now(): number;
  /** At least 0 and less than 1. */
  random(): number;
}
