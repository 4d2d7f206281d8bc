import type { Clock } from '../clock.ts';

/** The first and the longest pause in milliseconds. */
const FIRST = 1_000;
const LONGEST = 60_000;

/** Pauses between attempts, each twice as long as the one before. */
export class RetryBackoff {
  readonly #clock: Clock;
  readonly #first: number;
  readonly #longest: number;
  #length: number;
  #wake: (() => void) | undefined;

  constructor(clock: Clock, first = FIRST, longest = LONGEST) {
    this.#clock = clock;
    this.#first = first;
    this.#longest = longest;
    this.#length = first;
  }

  get isWaiting(): boolean {
    return this.#wake !== undefined;
  }

  async wait(): Promise<void> {
    const length = this.#length;
    this.#length = Math.min(length * 2, this.#longest);
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
    this.#length = this.#first;
  }
}
