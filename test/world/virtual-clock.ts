import type { Clock } from '../../src/clock.ts';

/** A clock that stands still until it is told to go on. */
export class VirtualClock implements Clock {
  #now: number;
  #alarms = new Set<{ readonly time: number; readonly ring: () => void }>();
  #soon: (() => void)[] = [];

  constructor(now = Date.UTC(2000, 0, 1)) {
    this.#now = now;
  }

  now(): number {
    return this.#now;
  }

  at(time: number, ring: () => void): () => void {
    const alarm = { time, ring };
    this.#alarms.add(alarm);
    return () => void this.#alarms.delete(alarm);
  }

  soon(run: () => void): void {
    this.#soon.push(run);
  }

  /** The process is gone that set these alarms, and they with it. */
  forget(): void {
    this.#alarms.clear();
    this.#soon = [];
  }

  /** Lets everything happen that is due now, and what follows from it. */
  async settle(): Promise<void> {
    do await this.step();
    while (this.#soon.length > 0);
  }

  /** One turn of the event loop. */
  async step(): Promise<void> {
    for (const run of this.#soon.splice(0)) run();
    await new Promise((resolve) => setImmediate(resolve));
  }

  /** Goes on, alarm by alarm, each with all that follows from it. */
  async advance(milliseconds: number): Promise<void> {
    const until = this.#now + milliseconds;
    for (let next = this.#next(until); next !== undefined; next = this.#next(until)) {
      this.#alarms.delete(next);
      this.#now = Math.max(this.#now, next.time);
      next.ring();
      await this.settle();
    }
    this.#now = until;
  }

  #next(until: number): { readonly time: number; readonly ring: () => void } | undefined {
    let first: { readonly time: number; readonly ring: () => void } | undefined;
    for (const alarm of this.#alarms) {
      if (alarm.time <= until && (first === undefined || alarm.time < first.time)) first = alarm;
    }
    return first;
  }
}
