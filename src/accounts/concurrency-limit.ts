/** Runs at most `maximum` tasks at once. At most `maximumWaiting` more wait; further ones are refused. */
export class ConcurrencyLimit {
  readonly #maximum: number;
  readonly #maximumWaiting: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(maximum: number, maximumWaiting: number) {
    this.#maximum = maximum;
    this.#maximumWaiting = maximumWaiting;
  }

  /** The result of the task; undefined if it is refused. */
  async run<Value>(work: () => Promise<Value>): Promise<Value | undefined> {
    if (this.#running >= this.#maximum) {
      if (this.#waiting.length >= this.#maximumWaiting) return undefined;
      // A finished task hands its place over, so that no newer task takes it.
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    } else this.#running++;
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#running--;
      else next();
    }
  }
}
