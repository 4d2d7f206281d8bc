import TinyQueue from 'tinyqueue';
import type { Clock } from '../../clock.ts';

/** Units of work in one turn of the event loop: a fraction of a millisecond, and then whoever has just come is seen. */
const WORK_A_TURN = 25;
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
 */
export class Turns {
  readonly #clock: Clock;
  readonly #most: number;
  readonly #waiting = new TinyQueue<Waiting>([], byDue);
  #count = 0;
  #spent = 0;
  #isWorking = false;
  #isNextSet = false;

  constructor(clock: Clock, most = WORK_A_TURN) {
    this.#clock = clock;
    this.#most = most;
  }

  /** Calls `work` when it is its turn: now, perhaps. Each call is at least one unit. */
  take(due: number, work: () => void): void {
    this.#waiting.push({ due, order: this.#count++, work });
    this.#work();
  }

  /** The work that is being done, or was done without asking for a turn, comes to so many units more. */
  spend(units: number): void {
    this.#spent += units;
    this.#setNext();
  }

  #work(): void {
    if (this.#isWorking) return;
    this.#isWorking = true;
    try {
      for (let next = this.#next(); next !== undefined; next = this.#next()) {
        this.spend(1);
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
    const isPrompt = first.due <= this.#clock.now() + PROMPT;
    return this.#spent < this.#most * (isPrompt ? 2 : 1) ? this.#waiting.pop() : undefined;
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
