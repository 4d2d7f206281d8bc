import TinyQueue from 'tinyqueue';
import { type Clock, monotonicTime } from '../../../src/clock.ts';

interface Timer {
  /** Milliseconds since the clock was made. */
  readonly due: number;
  /** Of two that are due at once, the one that was set first rings first. */
  readonly order: number;
  readonly ring: () => void;
  isOff: boolean;
}

const earlier = (one: Timer, other: Timer): number => one.due - other.due || one.order - other.order;

/** A clock that stands still until it is told to go on. Like the real one, it makes up for corrections little by little. */
export class VirtualClock implements Clock {
  /** What somebody's watch says, which may be set. */
  #wall: number;
  /** Milliseconds since the clock was made. */
  #elapsed = 0;
  readonly now: () => number;
  #timers = new TinyQueue<Timer>([], earlier);
  #set = 0;
  #soon: (() => void)[] = [];

  constructor(now = Date.UTC(2000, 0, 1)) {
    this.#wall = now;
    this.now = monotonicTime(
      () => this.#wall,
      () => this.#elapsed,
    );
  }

  at(time: number, ring: () => void): () => void {
    const due = this.#elapsed + Math.max(0, time - this.now());
    const timer = { due, order: this.#set++, ring, isOff: false };
    this.#timers.push(timer);
    return () => {
      timer.isOff = true;
    };
  }

  soon(run: () => void): void {
    this.#soon.push(run);
  }

  /** Nothing waits for the next turn of the event loop. */
  get isQuiet(): boolean {
    return this.#soon.length === 0;
  }

  /** Somebody sets the system's clock, forwards or backwards. */
  correct(milliseconds: number): void {
    this.#wall += milliseconds;
  }

  /** The process is gone that set these timers, and they with it. */
  forget(): void {
    this.#timers = new TinyQueue<Timer>([], earlier);
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

  /** Goes on, timer by timer, each with all that follows from it. */
  async advance(milliseconds: number): Promise<void> {
    const until = this.#elapsed + milliseconds;
    for (let next = this.#next(until); next !== undefined; next = this.#next(until)) {
      this.#goOnTo(next.due);
      next.ring();
      await this.settle();
    }
    this.#goOnTo(until);
  }

  #goOnTo(elapsed: number): void {
    this.#wall += elapsed - this.#elapsed;
    this.#elapsed = elapsed;
  }

  /** Takes the next timer that is due by then. */
  #next(until: number): Timer | undefined {
    for (let next = this.#timers.peek(); next !== undefined && next.due <= until; next = this.#timers.peek()) {
      this.#timers.pop();
      if (!next.isOff) return next;
    }
    return undefined;
  }
}
