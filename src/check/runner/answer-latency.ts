/** Measures the time of the slowest answer, in milliseconds. */
export class AnswerLatency {
  #since: number | undefined;
  #slowest = 0;

  /** The time of the slowest answer. */
  get slowest(): number {
    return this.#slowest;
  }

  asked(now: number): void {
    this.#since = now;
  }

  /** A message came. Only the first message after a question counts as its answer. */
  answered(now: number): void {
    if (this.#since !== undefined) this.#slowest = Math.max(this.#slowest, now - this.#since);
    this.#since = undefined;
  }
}
