const MINUTE = 60_000;

/**
 * The text about the next round for a waiting client. It is sent at once, and then once a minute. Times are milliseconds since
 * the epoch.
 */
export class RoundReminder {
  readonly #length: number;
  #roundAt: number;
  #dueAt: number;

  /** `length`: the milliseconds from one round to the next. */
  constructor(length: number, roundAt: number, now: number) {
    this.#length = length;
    this.#roundAt = roundAt;
    this.#dueAt = now;
  }

  /** The time at which the next text must be sent. */
  get deadline(): number {
    return this.#dueAt;
  }

  /** The text, if it is due. The client may not have been paired in a round before. */
  take(now: number): string | undefined {
    if (now < this.#dueAt) return undefined;
    this.#dueAt = now + MINUTE;
    while (this.#roundAt <= now) this.#roundAt += this.#length;
    const seconds = Math.ceil((this.#roundAt - now) / 1000);
    const [minutes, rest] = [Math.floor(seconds / 60), seconds % 60].map((part) => String(part).padStart(2, '0'));
    return `Maximum time until next round: ${minutes}:${rest}`;
  }
}
