/** Resolves promises when no game is running. */
export class NoGamesSignal {
  readonly #isPlaying: () => boolean;
  #waiting: (() => void)[] = [];

  constructor(isPlaying: () => boolean) {
    this.#isPlaying = isPlaying;
  }

  /** Resolves once no game is running. */
  async wait(): Promise<void> {
    if (this.#isPlaying()) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  /** Must be called after each game that has ended. Cheap while no caller waits. */
  check(): void {
    if (this.#waiting.length === 0 || this.#isPlaying()) return;
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}
