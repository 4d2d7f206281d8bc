/** Milliseconds that a player has for one turn, and for all its turns together. */
export interface TimeLimits {
  readonly turn: number;
  readonly match: number;
}

/** One player's clock. It runs from the action that asks for a stone until that stone; times as in `Session`. */
export class MoveClock {
  readonly #limits: TimeLimits;
  #spent: number;
  #startedAt: number | undefined;

  /** `spent`: what earlier turns took, in milliseconds. */
  constructor(limits: TimeLimits, spent: number) {
    this.#limits = limits;
    this.#spent = spent;
  }

  get isRunning(): boolean {
    return this.#startedAt !== undefined;
  }

  /** Milliseconds left of the match, not counting a turn under way. */
  get left(): number {
    return Math.max(0, this.#limits.match - this.#spent);
  }

  /** When the running turn is over, by whichever limit comes first. */
  get deadline(): number | undefined {
    return this.#startedAt === undefined ? undefined : this.#startedAt + Math.min(this.#limits.turn, this.left);
  }

  start(now: number): void {
    this.#startedAt = now;
  }

  /** Ends the turn and returns what it took, never more than it had. */
  stop(now: number): number {
    if (this.#startedAt === undefined || this.deadline === undefined) throw new Error('the clock does not run');
    const turn = Math.max(0, Math.min(now, this.deadline) - this.#startedAt);
    this.#spent += turn;
    this.#startedAt = undefined;
    return turn;
  }
}
