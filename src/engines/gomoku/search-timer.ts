import type { SearchBudget } from '../search-budget.ts';

/** The number of calls between two readings of the clock. */
const QUESTIONS = 16;

/** Tells a search when its time is over. The budget can be divided into parts. */
export class SearchTimer {
  readonly #think: SearchBudget;
  readonly #start: number;
  #until: number;
  #questions = 0;
  #isOver = false;

  constructor(think: SearchBudget) {
    this.#think = think;
    this.#start = think.now();
    this.#until = this.#start + think.budget;
  }

  /** Stops when this part of the whole budget is used up. */
  allow(part: number): void {
    this.#until = this.#start + this.#think.budget * part;
    this.#isOver = this.#think.now() >= this.#until;
  }

  get isOver(): boolean {
    if (!this.#isOver && ++this.#questions % QUESTIONS === 0) this.#isOver = this.#think.now() >= this.#until;
    return this.#isOver;
  }
}
