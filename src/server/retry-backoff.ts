import type { Clock } from '../clock.ts';

/** The first and the longest pause in milliseconds. */
const FIRST = 1_000;
const LONGEST = 60_000;

/** Pauses between attempts, each twice as long as the one before. */
export class RetryBackoff {
  readonly #clock: Clock;
  #length = FIRST;
  #wake: (() => void) | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get isWaiting(): boolean {
    return this.#wake !== undefined;
  }

  async wait(): Promise<void> {
    const length = this.#length;
    this.#length = Math.min(length * 2, LONGEST);
    await new Promise<void>((resolve) => {
      const cancel = this.#clock.at(this.#clock.now() + length, resolve);
      this.#wake = () => {
        cancel();
        resolve();
      };
    });
    this.#wake = undefined;
  }

  /** Ends the current pause, if there is one. */
  wake(): void {
    this.#wake?.();
  }

  /** An attempt has succeeded: the next pause is short. */
  reset(): void {
    this.#length = FIRST;
  }
}
