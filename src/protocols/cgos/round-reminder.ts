const MINUTE = 60_000;

/** What a client is told of the next round while it waits for it: at once, and once a minute. Times are milliseconds since the epoch. */
export class RoundReminder {
  readonly #length: number;
  #roundAt: number;
  #dueAt: number;

  /** `length`: from one round to the next. */
  constructor(length: number, roundAt: number, now: number) {
    this.#length = length;
    this.#roundAt = roundAt;
    this.#dueAt = now;
  }

  /** When the client is told again. */
  get deadline(): number {
    return this.#dueAt;
  }

  /** The text, if it is due. The client may have been left out of a round. */
  take(now: number): string | undefined {
    if (now < this.#dueAt) return undefined;
    this.#dueAt = now + MINUTE;
    while (this.#roundAt <= now) this.#roundAt += this.#length;
    const seconds = Math.ceil((this.#roundAt - now) / 1000);
    const [minutes, rest] = [Math.floor(seconds / 60), seconds % 60].map((part) => String(part).padStart(2, '0'));
    return `Maximum time until next round: ${minutes}:${rest}`;
  }
}
