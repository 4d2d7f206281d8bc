import type { Clock } from '../../clock.ts';
import { DeadlineQueue } from '../../lobby/deadline-queue.ts';

/**
 * Calls `callback` when a deadline passes. Deadlines move often, mostly to a later time. Then the timer is left as it is: when it
 * fires too early, it is set again for the current deadline.
 */
export class DeadlineTimer {
  readonly #clock: Clock;
  readonly #deadline: () => number | undefined;
  readonly #callback: () => void;
  #set: { readonly at: number; readonly cancel: () => void } | undefined;

  constructor(clock: Clock, deadline: () => number | undefined, callback: () => void) {
    this.#clock = clock;
    this.#deadline = deadline;
    this.#callback = callback;
  }

  /** Must be called whenever the deadline may have changed. */
  adjust(): void {
    const at = this.#deadline();
    if (at === undefined || (this.#set !== undefined && this.#set.at <= at)) return;
    this.#set?.cancel();
    this.#set = { at, cancel: this.#clock.at(at, () => this.#fired()) };
  }

  stop(): void {
    this.#set?.cancel();
    this.#set = undefined;
  }

  #fired(): void {
    this.#set = undefined;
    const at = this.#deadline();
    if (at !== undefined && at <= this.#clock.now()) this.#callback();
    this.adjust();
  }
}

/** One timer for the deadlines of many objects, such as connections. A timer for each object would be most of its memory. */
export class DeadlineTimers<Item extends { readonly deadline: number | undefined }> {
  readonly #clock: Clock;
  readonly #callback: (item: Item) => void;
  readonly #deadlines = new DeadlineQueue<Item>(
    ({ deadline }) => deadline,
    () => 0,
  );
  readonly #timer: DeadlineTimer;

  constructor(clock: Clock, callback: (item: Item) => void) {
    this.#clock = clock;
    this.#callback = callback;
    this.#timer = new DeadlineTimer(
      clock,
      () => this.#deadlines.deadline,
      () => this.#fired(),
    );
  }

  /** Must be called whenever the deadline may have changed. */
  adjust(item: Item): void {
    const { deadline } = item;
    if (deadline === undefined) return;
    this.#deadlines.schedule(item, deadline);
    this.#timer.adjust();
  }

  /** Removes an object that has no deadline now. */
  forget(item: Item): void {
    this.#deadlines.forget(item);
    if (this.#deadlines.deadline === undefined) this.#timer.stop();
  }

  #fired(): void {
    // All due objects are taken first. Therefore an object whose deadline stays the same is called again, but not in this loop.
    for (const item of this.#deadlines.takeDue(this.#clock.now())) {
      const { deadline } = item;
      if (deadline !== undefined && deadline <= this.#clock.now()) this.#callback(item);
      this.adjust(item);
    }
  }
}
