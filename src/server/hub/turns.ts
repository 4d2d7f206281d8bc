import TinyQueue from 'tinyqueue';
import type { Clock } from '../../clock.ts';
import { MOST_SAVED } from './shares.ts';

/** Units of work in one turn of the event loop: a fraction of a millisecond, and then whoever has just come is seen. */
const WORK_A_TURN = 25;
/** Milliseconds that a turn takes at most, and so by how much the time falls behind for what was wanted in it. */
const LONGEST_TURN = 2;
/** Milliseconds that somebody may be ahead of the time and still be prompt: as much again in each turn is kept for these. */
const PROMPT = 50;

interface Waiting {
  readonly due: number;
  /** Of those that are due at once, who came first goes first. */
  readonly order: number;
  readonly work: () => void;
}

const byDue = (one: Waiting, other: Waiting): number => one.due - other.due || one.order - other.order;

/**
 * Shares out the turns of the event loop: a piece of work at a time, the earliest due first. As long as a turn has
 * anything left and nobody waits, work is done at once; what is too much for one turn waits for the next, so that nobody
 * who comes meanwhile waits for all of it, and whoever has had little need not wait for a turn at all. Work is counted in units and not by a clock, and so it is the same every time.
 *
 * Where more is wanted than can be done, a thousand who each ask for no more than they may, `time` falls behind the clock.
 * Shares are reckoned by it: by the clock all of them would be in arrears, and somebody who has just moved would come last.
 * It falls behind for what shares are charged with, and for nothing else. Moves cost them next to nothing: where moves alone
 * are more than can be served, a time that stood still would have whoever is ahead of it wait for all of them.
 */
export class Turns {
  readonly #clock: Clock;
  readonly #most: number;
  readonly #waiting = new TinyQueue<Waiting>([], byDue);
  #time = 0;
  /** The clock when the time last went on, and what shares have been charged with since: milliseconds. */
  #seen = 0;
  #charged = 0;
  #count = 0;
  #spent = 0;
  #isWorking = false;
  #isNextSet = false;

  constructor(clock: Clock, most = WORK_A_TURN) {
    this.#clock = clock;
    this.#most = most;
  }

  /** Up to when everybody has had what was due: milliseconds since the epoch, now unless there is too much to do. */
  get time(): number {
    return this.#timeAt(this.#clock.now());
  }

  /** Calls `work` when it is its turn: now, perhaps. Each call is at least one unit. */
  take(due: number, work: () => void): void {
    const now = this.#clock.now();
    this.#goOn(now);
    const wanted = Math.max(due, this.#time - MOST_SAVED);
    // Nearly always nobody waits, and then there is no order to be made.
    if (this.#waiting.length === 0 && !this.#isWorking && this.#hasLeft(wanted)) this.#doNow(work);
    else this.#waiting.push({ due: wanted, order: this.#count++, work });
    this.#work();
  }

  /** The work that is being done, or was done without asking for a turn, comes to so many units more. */
  spend(units: number): void {
    this.#charged += (units / this.#most) * LONGEST_TURN;
    this.#use(units);
  }

  #timeAt(now: number): number {
    return this.#waiting.length === 0 ? now : this.#time + Math.max(0, now - this.#seen - this.#charged);
  }

  #goOn(now: number): void {
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

  /** The first that still belongs to this turn. */
  #next(): Waiting | undefined {
    const first = this.#waiting.peek();
    if (first === undefined) return undefined;
    const now = this.#clock.now();
    this.#goOn(now);
    if (!this.#hasLeft(first.due)) return undefined;
    // Once all others are served, it is the turn of those that are ahead.
    this.#time = Math.max(this.#time, Math.min(first.due, now));
    return this.#waiting.pop();
  }

  /** Whether this turn has anything left for what is due then. */
  #hasLeft(due: number): boolean {
    const isPrompt = due <= this.#time + PROMPT;
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
