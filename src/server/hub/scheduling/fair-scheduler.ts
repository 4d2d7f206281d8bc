import TinyQueue from 'tinyqueue';
import type { Clock } from '../../../clock.ts';
import { MAXIMUM_CREDIT } from './work-debt.ts';

/** Units of work per turn of the event loop: a fraction of a millisecond. New connections are accepted between turns. */
const UNITS_PER_TURN = 25;
/** Milliseconds by which the scheduler's time falls behind for a full turn of work. */
const MAXIMUM_TURN = 2;
/** Work due at most this many milliseconds ahead of the scheduler's time is prompt. Each turn has as many units again for it. */
const PROMPT_UP_TO = 50;

interface QueuedWork {
  readonly due: number;
  /** Breaks ties between equal due times: first in, first out. */
  readonly order: number;
  readonly work: () => void;
}

const byDue = (one: QueuedWork, other: QueuedWork): number => one.due - other.due || one.order - other.order;

/**
 * Runs queued work in the order of its due time, a limited amount per turn of the event loop. Work runs at once while the
 * queue is empty and the turn has units left. The rest waits for the next turn, so that new connections never wait for all of
 * it. Work is counted in units, not in measured time, so that the order is reproducible.
 *
 * Under overload, `time` falls behind the clock. Work debts are computed with `time`: with the clock, every connection would be
 * in debt, and a connection that has just moved would be served last. `time` falls behind by charged work only. Moves cost
 * almost nothing; if `time` stood still under a load of moves alone, a connection ahead of it would wait for all of them.
 */
export class FairScheduler {
  readonly #clock: Clock;
  readonly #most: number;
  readonly #waiting = new TinyQueue<QueuedWork>([], byDue);
  #time = 0;
  /** The clock at the last advance of the time, and the work charged since then; milliseconds. */
  #seen = 0;
  #charged = 0;
  #count = 0;
  #spent = 0;
  #isWorking = false;
  #isNextSet = false;

  constructor(clock: Clock, most = UNITS_PER_TURN) {
    this.#clock = clock;
    this.#most = most;
  }

  /** All work due before this has been done; milliseconds since the epoch. Equals the clock unless there is an overload. */
  get time(): number {
    return this.#timeAt(this.#clock.now());
  }

  /** Calls `work` now or later. `due` is in milliseconds since the epoch. Each call costs at least one unit. */
  run(due: number, work: () => void): void {
    const now = this.#clock.now();
    this.#advance(now);
    const wanted = Math.max(due, this.#time - MAXIMUM_CREDIT);
    // Usually the queue is empty, and no sorting is needed.
    if (this.#waiting.length === 0 && !this.#isWorking && this.#hasLeft(wanted)) this.#doNow(work);
    else this.#waiting.push({ due: wanted, order: this.#count++, work });
    this.#work();
  }

  /** Charges more units for the work in progress, or for work that was not scheduled. */
  spend(units: number): void {
    this.#charged += (units / this.#most) * MAXIMUM_TURN;
    this.#use(units);
  }

  #timeAt(now: number): number {
    return this.#waiting.length === 0 ? now : this.#time + Math.max(0, now - this.#seen - this.#charged);
  }

  #advance(now: number): void {
    this.#time = this.#timeAt(now);
    if (now === this.#seen) return;
    this.#seen = now;
    this.#charged = 0;
  }

  #use(units: number): void {
    this.#spent += units;
    this.#setNext();
  }

  #doNow(work: () => void): void {
    this.#isWorking = true;
    try {
      this.#use(1);
      work();
    } finally {
      this.#isWorking = false;
    }
  }

  #work(): void {
    if (this.#isWorking) return;
    this.#isWorking = true;
    try {
      for (let next = this.#next(); next !== undefined; next = this.#next()) {
        this.#use(1);
        next.work();
      }
    } finally {
      this.#isWorking = false;
    }
  }

  /** The next work of this turn. */
  #next(): QueuedWork | undefined {
    const first = this.#waiting.peek();
    if (first === undefined) return undefined;
    const now = this.#clock.now();
    this.#advance(now);
    if (!this.#hasLeft(first.due)) return undefined;
    // Everything due earlier is done, so the time may advance to this work.
    this.#time = Math.max(this.#time, Math.min(first.due, now));
    return this.#waiting.pop();
  }

  /** Whether this turn has units left for work with that due time. */
  #hasLeft(due: number): boolean {
    const isPrompt = due <= this.#time + PROMPT_UP_TO;
    return this.#spent < this.#most * (isPrompt ? 2 : 1);
  }

  #setNext(): void {
    if (this.#isNextSet) return;
    this.#isNextSet = true;
    this.#clock.soon(() => {
      this.#isNextSet = false;
      this.#spent = 0;
      this.#work();
    });
  }
}
