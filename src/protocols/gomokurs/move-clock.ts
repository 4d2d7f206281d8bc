import { type ClockState, timeLeft } from '../../rules/time/clock-state.ts';
import type { TimedControl } from '../../rules/time/time-control.ts';

/** The time of one player as the lobby tells it, and the time of a move from the request for a stone. Times as in `ServerSession`. */
export class MoveClock {
  readonly #control: TimedControl;
  /** As it stood when the last stone was requested. */
  #state: ClockState;
  #startedAt: number | undefined;

  constructor(control: TimedControl, state: ClockState) {
    this.#control = control;
    this.#state = state;
  }

  get isRunning(): boolean {
    return this.#startedAt !== undefined;
  }

  /** Milliseconds left for the game, without the current move. */
  get left(): number {
    return this.#state.main;
  }

  /** The end of the current move. */
  get deadline(): number | undefined {
    return this.#startedAt === undefined ? undefined : this.#startedAt + timeLeft(this.#control, this.#state);
  }

  /** After a move of either side. */
  set(state: ClockState): void {
    this.#state = state;
  }

  start(now: number): void {
    this.#startedAt = now;
  }

  /** Stops the clock. Returns the time of the move. */
  stop(now: number): number {
    if (this.#startedAt === undefined) throw new Error('the clock does not run');
    const spent = Math.max(0, now - this.#startedAt);
    this.#startedAt = undefined;
    return spent;
  }
}
