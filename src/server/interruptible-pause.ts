import type { Clock } from '../clock.ts';

/** A pause that another part of the program can end early. There is at most one pause at a time. */
export class InterruptiblePause {
  readonly #clock: Clock;
  #end: (() => void) | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get isWaiting(): boolean {
    return this.#end !== undefined;
  }

  /** Resolves after this many milliseconds, or when `end` is called. */
  async wait(milliseconds: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const cancel = this.#clock.at(this.#clock.now() + milliseconds, resolve);
      this.#end = () => {
        cancel();
        resolve();
      };
    });
    this.#end = undefined;
  }

  /** Ends the present pause, if there is one. */
  end(): void {
    this.#end?.();
  }
}
