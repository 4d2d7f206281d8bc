import { type ClockState, timeLeft } from '../../rules/time/clock-state.ts';
import type { TimedControl } from '../../rules/time/time-control.ts';

/**
 * The clock of one player: its time left as the lobby reports it, and the time since a stone was requested. Times as in
 * `ServerSession`.
 */
export class MoveClock {
  readonly #control: TimedControl;
  /** The time left, without the current move. */
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

  /** Sets the time left, after a move of either side. */
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
