/** Measures how long answers take, in milliseconds. */
export class AnswerTimer {
  #since: number | undefined;
  #slowest = 0;

  /** How long the slowest answer has taken. */
  get slowest(): number {
    return this.#slowest;
  }

  asked(now: number): void {
    this.#since = now;
  }

  /** Something came; only the first after a question can be its answer. */
  answered(now: number): void {
    if (this.#since !== undefined) this.#slowest = Math.max(this.#slowest, now - this.#since);
    this.#since = undefined;
  }
}
