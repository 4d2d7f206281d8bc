import TinyQueue from 'tinyqueue';
import type { Clock } from '../../../clock.ts';
import { MAXIMUM_CREDIT } from './work-debt.ts';

/** Units of work per turn of the event loop, which take less than a millisecond. New connections are accepted between turns. */
const UNITS_PER_TURN = 25;
/** Milliseconds by which the scheduler's time falls behind for a full turn of work. */
const MAXIMUM_TURN = 2;
/** Work is prompt if it is due at most this many milliseconds after the scheduler's time. Each turn has as many units again for it. */
const PROMPT_UP_TO = 50;

interface QueuedWork {
  readonly due: number;
  /** Breaks ties between equal due times: first in, first out. */
  readonly order: number;
  readonly work: () => void;
}

const byDue = (one: QueuedWork, other: QueuedWork): number => one.due - other.due || one.order - other.order;

/**
 * Runs queued work in the order of its due time, a limited amount per turn of the event loop. New work runs at once if the queue is
 * empty and the turn has units left. The remaining work waits for the next turn, so that a new connection does not wait for all queued
 * work. Work is counted in units, not in measured time, so that the order is reproducible.
 *
 * Under overload, `time` falls behind the clock. Work debts are computed with `time`. With the clock, every connection would be in
 * debt, and a connection that has just sent a move would be served last. `time` falls behind by charged work only, and moves cost
 * almost nothing. If `time` stood still under a load of moves alone, a connection that is due later would wait for all of them.
 */
export class FairScheduler {
  readonly #clock: Clock;
  readonly #unitsPerTurn: number;
  readonly #waiting = new TinyQueue<QueuedWork>([], byDue);
  #time = 0;
  /** The clock at the last advance of `#time`; milliseconds since the epoch. */
  #seen = 0;
  /** Milliseconds of work charged since then. */
  #charged = 0;
  #count = 0;
  #spent = 0;
  #isWorking = false;
  #isNextTurnSet = false;

  constructor(clock: Clock, unitsPerTurn = UNITS_PER_TURN) {
    this.#clock = clock;
    this.#unitsPerTurn = unitsPerTurn;
  }

  /** All work that was due earlier has been done; milliseconds since the epoch. Equals the clock if there is no overload. */
  get time(): number {
    return this.#timeAt(this.#clock.now());
  }

  /** Calls `work` now or later. `due`: milliseconds since the epoch. Each call costs at least one unit. */
  run(due: number, work: () => void): void {
    const now = this.#clock.now();
    this.#advance(now);
    const dueTime = Math.max(due, this.#time - MAXIMUM_CREDIT);
    // Usually the queue is empty, and no sorting is needed.
    if (this.#waiting.length === 0 && !this.#isWorking && this.#hasUnitsLeft(dueTime)) this.#runNow(work);
    else this.#waiting.push({ due: dueTime, order: this.#count++, work });
    this.#work();
  }

  /** Charges more units for the work in progress, or for work that was not scheduled. */
  spend(units: number): void {
    this.#charged += (units / this.#unitsPerTurn) * MAXIMUM_TURN;
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
    this.#setNextTurn();
  }

  #runNow(work: () => void): void {
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

  #next(): QueuedWork | undefined {
    const first = this.#waiting.peek();
    if (first === undefined) return undefined;
    const now = this.#clock.now();
    this.#advance(now);
    if (!this.#hasUnitsLeft(first.due)) return undefined;
    // Everything due earlier is done, so the time may advance to this work.
    this.#time = Math.max(this.#time, Math.min(first.due, now));
    return this.#waiting.pop();
  }

  /** Whether this turn has units left for work with that due time. */
  #hasUnitsLeft(due: number): boolean {
    const isPrompt = due <= this.#time + PROMPT_UP_TO;
    return this.#spent < this.#unitsPerTurn * (isPrompt ? 2 : 1);
  }

  #setNextTurn(): void {
    if (this.#isNextTurnSet) return;
    this.#isNextTurnSet = true;
    this.#clock.soon(() => {
      this.#isNextTurnSet = false;
      this.#spent = 0;
      this.#work();
    });
  }
}
