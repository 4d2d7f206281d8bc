import type { Clock } from '../../clock.ts';
import { Watches } from '../../lobby/watches.ts';

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

/** An alarm for each of many, such as connections, all by one timer: a timer each would be what most of them hold. */
export class Alarms<Sleeper extends { readonly deadline: number | undefined }> {
  readonly #clock: Clock;
  readonly #ring: (sleeper: Sleeper) => void;
  readonly #watches = new Watches<Sleeper>();
  readonly #alarm: Alarm;

  constructor(clock: Clock, ring: (sleeper: Sleeper) => void) {
    this.#clock = clock;
    this.#ring = ring;
    this.#alarm = new Alarm(
      clock,
      () => this.#watches.deadline,
      () => this.#over(),
    );
  }

  /** To be called whenever the deadline may have moved. */
  adjust(sleeper: Sleeper): void {
    const { deadline } = sleeper;
    if (deadline === undefined) return;
    this.#watches.watch(sleeper, deadline);
    this.#alarm.adjust();
  }

  /** It has no deadline now, and may not have another for long. */
  forget(sleeper: Sleeper): void {
    this.#watches.forget(sleeper);
    if (this.#watches.deadline === undefined) this.#alarm.stop();
  }

  #over(): void {
    // All that are due by now: one whose deadline stays where it is rings again, but not in this turn.
    for (const sleeper of [...this.#watches.due(this.#clock.now())]) {
      const { deadline } = sleeper;
      if (deadline !== undefined && deadline <= this.#clock.now()) this.#ring(sleeper);
      this.adjust(sleeper);
    }
  }
}
