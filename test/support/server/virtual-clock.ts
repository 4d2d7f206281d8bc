import TinyQueue from 'tinyqueue';
import { type Clock, monotonicTime } from '../../../src/clock.ts';

interface Timer {
  /** Milliseconds since the clock was made. */
  readonly due: number;
  /** Of two timers that are due at the same time, the one with the lower number runs first. */
  readonly order: number;
  readonly run: () => void;
  isCancelled: boolean;
}

const earlier = (one: Timer, other: Timer): number => one.due - other.due || one.order - other.order;

/** A clock that stands still until a test advances it. Like the real clock, it spreads a correction over some time. */
export class VirtualClock implements Clock {
  /** The wall-clock time, which may be corrected. */
  #wall: number;
  /** Milliseconds since the clock was made. */
  #elapsed = 0;
  readonly now: () => number;
  #timers = new TinyQueue<Timer>([], earlier);
  #timersSet = 0;
  #immediates: (() => void)[] = [];

  constructor(now = Date.UTC(2000, 0, 1)) {
    this.#wall = now;
    this.now = monotonicTime(
      () => this.#wall,
      () => this.#elapsed,
    );
  }

  at(time: number, run: () => void): () => void {
    const due = this.#elapsed + Math.max(0, time - this.now());
    const timer = { due, order: this.#timersSet++, run, isCancelled: false };
    this.#timers.push(timer);
    return () => {
      timer.isCancelled = true;
    };
  }

  soon(run: () => void): void {
    this.#immediates.push(run);
  }

  /** Whether no callback waits for the next turn of the event loop. */
  get isQuiet(): boolean {
    return this.#immediates.length === 0;
  }

  /** Changes the wall-clock time forwards or backwards. */
  correct(milliseconds: number): void {
    this.#wall += milliseconds;
  }

  /** Removes all timers, because the process that set them has died. */
  forget(): void {
    this.#timers = new TinyQueue<Timer>([], earlier);
    this.#immediates = [];
  }

  /** Runs turns of the event loop until no callback is left. Does not advance the time. */
  async settle(): Promise<void> {
    do await this.step();
    while (this.#immediates.length > 0);
  }

  /** Runs one turn of the event loop. */
  async step(): Promise<void> {
    for (const run of this.#immediates.splice(0)) run();
    await new Promise((resolve) => setImmediate(resolve));
  }

  /** Advances the time from timer to timer. After each timer, all its effects happen. */
  async advance(milliseconds: number): Promise<void> {
    const until = this.#elapsed + milliseconds;
    for (let next = this.#next(until); next !== undefined; next = this.#next(until)) {
      this.#moveTo(next.due);
      next.run();
      await this.settle();
    }
    this.#moveTo(until);
  }

  #moveTo(elapsed: number): void {
    this.#wall += elapsed - this.#elapsed;
    this.#elapsed = elapsed;
  }

  /** Removes and returns the next timer that is due until then. */
  #next(until: number): Timer | undefined {
    for (let next = this.#timers.peek(); next !== undefined && next.due <= until; next = this.#timers.peek()) {
      this.#timers.pop();
      if (!next.isCancelled) return next;
    }
    return undefined;
  }
}
