import type { Clock } from '../clock.ts';
import { InterruptiblePause } from './interruptible-pause.ts';

/** Milliseconds of the first pause. */
const FIRST = 1_000;
/** Milliseconds of the longest pause. */
const LONGEST = 60_000;

/** Pauses between attempts. Each pause is twice as long as the one before, up to a maximum. */
export class RetryBackoff {
  readonly #pause: InterruptiblePause;
  #length = FIRST;

  constructor(clock: Clock) {
    this.#pause = new InterruptiblePause(clock);
  }

  get isWaiting(): boolean {
    return this.#pause.isWaiting;
  }

  async wait(): Promise<void> {
    const length = this.#length;
    this.#length = Math.min(length * 2, LONGEST);
    await this.#pause.wait(length);
  }

  /** Ends the current pause, if there is one. */
  wake(): void {
    this.#pause.end();
  }

  /** An attempt has succeeded: the next pause is short. */
  reset(): void {
    this.#length = FIRST;
  }
}
