import type { Clock } from '../clock.ts';

/** Milliseconds of the first rest, and of the longest. */
const FIRST = 1_000;
const LONGEST = 60_000;

/** Rests of whoever asks again what has failed, each twice as long as the one before. */
export class Rest {
  readonly #clock: Clock;
  #length = FIRST;
  #wake: (() => void) | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get isTaken(): boolean {
    return this.#wake !== undefined;
  }

  async take(): Promise<void> {
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

  /** Ends the rest, if there is one. */
  end(): void {
    this.#wake?.();
  }

  /** All is well again: the next rest is short. */
  forget(): void {
    this.#length = FIRST;
  }
}
