import type { Clock } from '../../clock.ts';

/**
 * Rings when a deadline has come that moves all the time. Most deadlines are moved away before they come, so a later
 * one does not touch the timer: the alarm looks again when the earlier one is over.
 */
export class Alarm {
  readonly #clock: Clock;
  readonly #deadline: () => number | undefined;
  readonly #ring: () => void;
  #set: { readonly at: number; readonly cancel: () => void } | undefined;

  constructor(clock: Clock, deadline: () => number | undefined, ring: () => void) {
    this.#clock = clock;
    this.#deadline = deadline;
    this.#ring = ring;
  }

  /** To be called whenever the deadline may have moved. */
  adjust(): void {
    const at = this.#deadline();
    if (at === undefined || (this.#set !== undefined && this.#set.at <= at)) return;
    this.#set?.cancel();
    this.#set = { at, cancel: this.#clock.at(at, () => this.#over()) };
  }

  stop(): void {
    this.#set?.cancel();
    this.#set = undefined;
  }

  #over(): void {
    this.#set = undefined;
    const at = this.#deadline();
    if (at !== undefined && at <= this.#clock.now()) this.#ring();
    this.adjust();
  }
}
