import type { Clock } from '../../clock.ts';
import { DeadlineQueue } from '../../lobby/deadline-queue.ts';

/**
 * Calls back when a deadline passes. Deadlines move often, mostly to a later time. A later deadline does not touch the timer:
 * when the timer fires, it is set again for the current deadline.
 */
export class DeadlineTimer {
  readonly #clock: Clock;
  readonly #deadline: () => number | undefined;
  readonly #callback: () => void;
  #set: { readonly at: number; readonly cancel: () => void } | undefined;

  constructor(clock: Clock, deadline: () => number | undefined, ring: () => void) {
    this.#clock = clock;
    this.#deadline = deadline;
    this.#callback = ring;
  }

  /** Must be called whenever the deadline may have changed. */
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
    if (at !== undefined && at <= this.#clock.now()) this.#callback();
    this.adjust();
  }
}

/** One timer for the deadlines of many objects, such as connections. A timer for each would be most of their memory. */
export class DeadlineTimers<Sleeper extends { readonly deadline: number | undefined }> {
  readonly #clock: Clock;
  readonly #callback: (sleeper: Sleeper) => void;
  readonly #deadlines = new DeadlineQueue<Sleeper>(
    ({ deadline }) => deadline,
    () => 0,
  );
  readonly #timer: DeadlineTimer;

  constructor(clock: Clock, ring: (sleeper: Sleeper) => void) {
    this.#clock = clock;
    this.#callback = ring;
    this.#timer = new DeadlineTimer(
      clock,
      () => this.#deadlines.deadline,
      () => this.#over(),
    );
  }

  /** Must be called whenever the deadline may have changed. */
  adjust(sleeper: Sleeper): void {
    const { deadline } = sleeper;
    if (deadline === undefined) return;
    this.#deadlines.schedule(sleeper, deadline);
    this.#timer.adjust();
  }

  /** Removes an object that has no deadline now. */
  forget(sleeper: Sleeper): void {
    this.#deadlines.forget(sleeper);
    if (this.#deadlines.deadline === undefined) this.#timer.stop();
  }

  #over(): void {
    // Takes the due objects first: one whose deadline does not change is called again, but not in this turn.
    for (const sleeper of this.#deadlines.takeDue(this.#clock.now())) {
      const { deadline } = sleeper;
      if (deadline !== undefined && deadline <= this.#clock.now()) this.#callback(sleeper);
      this.adjust(sleeper);
    }
  }
}
