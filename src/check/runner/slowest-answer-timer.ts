/** Measures the time of the slowest answer, in milliseconds. */
export class SlowestAnswerTimer {
  #sentAt: number | undefined;
  #slowest = 0;

  get slowest(): number {
    return this.#slowest;
  }

  questionSent(now: number): void {
    this.#sentAt = now;
  }

  /** Only the first message after a question counts as its answer. */
  messageReceived(now: number): void {
    if (this.#sentAt !== undefined) this.#slowest = Math.max(this.#slowest, now - this.#sentAt);
    this.#sentAt = undefined;
  }
}
