/** Milliseconds of a player for one move, and for all moves. */
export interface TimeLimits {
  readonly turn: number;
  readonly match: number;
}

/** The clock of one player. It runs from the request for a stone until the stone; times as in `Session`. */
export class MoveClock {
  readonly #limits: TimeLimits;
  #spent: number;
  #startedAt: number | undefined;

  /** `spent`: the time used for earlier moves, in milliseconds. */
  constructor(limits: TimeLimits, spent: number) {
    this.#limits = limits;
    this.#spent = spent;
  }

  get isRunning(): boolean {
    return this.#startedAt !== undefined;
  }

  /** Milliseconds left for the game, without the current move. */
  get left(): number {
    return Math.max(0, this.#limits.match - this.#spent);
  }

  /** The end of the current move by either limit. */
  get deadline(): number | undefined {
    return this.#startedAt === undefined ? undefined : this.#startedAt + Math.min(this.#limits.turn, this.left);
  }

  start(now: number): void {
    this.#startedAt = now;
  }

  /** Stops the clock. Returns the time of the move, at most its limit. */
  stop(now: number): number {
    if (this.#startedAt === undefined || this.deadline === undefined) throw new Error('the clock does not run');
    const turn = Math.max(0, Math.min(now, this.deadline) - this.#startedAt);
    this.#spent += turn;
    this.#startedAt = undefined;
    return turn;
  }
}
