import type { Color } from '../../rules/color.ts';
import { afterMove, afterTime, type ClockState, newClock, timeLeft } from '../../rules/time/clock-state.ts';
import type { TimedControl } from '../../rules/time/time-control.ts';

/** The clock of an absent player stands still for at most 2 minutes in one game; milliseconds. */
const MAX_ABSENCE = 120_000;

/**
 * What the clock of the side to move does. `stopped`: the game has not started, the seat has no clock, or the game is paused, for example
 * while dead stones are marked. `away`: the player is away, so the clock stands still for some time and then runs.
 */
export type ClockStatus = 'runs' | 'stopped' | 'away';

/** How the clock of one seat differs from others, by the rules of its listener. */
export interface SeatClockRules {
  /** The part of each move's time that does not count; milliseconds. */
  readonly lag: number;
  /** Whether the clock of an absent player runs. If so, the seat is reserved until the clock has run out. */
  readonly runsAway: boolean;
}

/** The time of one turn; milliseconds. */
export interface TurnTime {
  /** The time on the clock. */
  readonly spent?: number;
  /** The time during which the clock stood still because the player was away. */
  readonly paused?: number;
}

/** The clocks of a game at one point in time. */
export interface ClocksView {
  readonly black: ClockState;
  readonly white: ClockState;
  /** The time of this view; milliseconds since the epoch. */
  readonly at: number;
  /** The side whose clock has been running since `at`. Absent if neither clock runs. */
  readonly running?: Color;
  /** When the clock of an absent player starts to run; milliseconds since the epoch. */
  readonly runsFrom?: number;
}

export interface ClocksSnapshot {
  readonly clocks: Readonly<Record<Color, ClockState>>;
  readonly away: Readonly<Record<Color, number>>;
  readonly used: number;
  readonly paused: number;
  readonly since?: number;
  readonly left?: readonly number[];
}

/** The start time of a clock, moved so that the interval does not count. */
export const withoutInterval = (since: number | undefined, from: number, to: number): number | undefined =>
  since === undefined ? undefined : to - Math.max(0, from - since);

/** The clocks of both sides. The events of the game contain the time of each turn, so that a restored game has the same clocks. */
export class GameClocks {
  readonly #control: TimedControl;
  /** The clocks at the start of the turn. */
  readonly #clocks: Record<Color, ClockState>;
  /** How long each clock stood still in earlier turns because its player was away. */
  readonly #away: Record<Color, number> = { black: 0, white: 0 };
  /** The time of this turn up to `#since`; milliseconds. */
  #used = 0;
  #paused = 0;
  /** Milliseconds since the epoch. In a game from the journal, absent until the game continues. */
  #since: number | undefined;
  /** For each move, the main time that its player had left after the move. */
  readonly left: number[] = [];

  constructor(control: TimedControl) {
    this.#control = control;
    this.#clocks = { black: newClock(control), white: newClock(control) };
  }

  snapshot(): ClocksSnapshot {
    const since = this.#since;
    return {
      clocks: { ...this.#clocks },
      away: { ...this.#away },
      used: this.#used,
      paused: this.#paused,
      ...(this.left.length === 0 ? {} : { left: [...this.left] }),
      ...(since === undefined ? {} : { since }),
    };
  }

  restore({ clocks, away, used, paused, since, left = [] }: ClocksSnapshot): void {
    this.left.push(...left);
    Object.assign(this.#clocks, clocks);
    Object.assign(this.#away, away);
    [this.#used, this.#paused, this.#since] = [used, paused, since];
  }

  /** A game from the journal continues. The time before does not count. */
  resumeAt(now: number): void {
    this.#since = now;
  }

  /** Moves could not be stored between these times, so this interval does not count. */
  skipTime(from: number, to: number): void {
    this.#since = withoutInterval(this.#since, from, to);
  }

  /**
   * Counts the time until now. Must be called before the status changes. `measured`: the time that the mover's session has measured; it
   * counts if it is less.
   */
  settle(mover: Color, status: ClockStatus, now: number, measured = Number.POSITIVE_INFINITY): void {
    const passed = Math.max(0, now - (this.#since ?? now));
    this.#since = now;
    if (status === 'runs') this.#used += Math.max(0, Math.min(passed, measured));
    else if (status === 'away') {
      const paused = Math.min(passed, this.#absenceLeft(mover));
      this.#paused += paused;
      this.#used += passed - paused;
    }
  }

  /** How much longer the mover's clock may stand still; milliseconds. */
  #absenceLeft(mover: Color): number {
    return Math.max(0, MAX_ABSENCE - this.#away[mover] - this.#paused);
  }

  /** The time of this turn, for its event. `lag` milliseconds do not count. */
  turnTime(mover: Color, lag: number): TurnTime {
    const spent = Math.round(Math.min(Math.max(0, this.#used - lag), timeLeft(this.#control, this.#clocks[mover])));
    return { spent, ...(this.#paused === 0 ? {} : { paused: Math.round(this.#paused) }) };
  }

  /** The clock of a side at the start of the turn. */
  stateOf(color: Color): ClockState {
    return this.#clocks[color];
  }

  /**
   * Ends the turn of this side, with a move, or without one because moves were taken back. If the turn has no time, the clock does not
   * change.
   */
  endTurn(mover: Color, { spent, paused = 0 }: TurnTime, how: 'moved' | 'taken-back'): void {
    const after = how === 'moved' ? afterMove : afterTime;
    if (spent !== undefined) this.#clocks[mover] = after(this.#control, this.#clocks[mover], spent);
    if (how === 'moved') this.left.push(this.#clocks[mover].main);
    this.#away[mover] += paused;
    this.#used = 0;
    this.#paused = 0;
  }

  /** The last millisecond in which a move is in time. */
  end(mover: Color, status: ClockStatus, lag: number): number {
    if (status === 'stopped' || this.#since === undefined) return Number.POSITIVE_INFINITY;
    const paused = status === 'away' ? this.#absenceLeft(mover) : 0;
    return this.#since + paused + timeLeft(this.#control, this.#clocks[mover]) - this.#used + lag;
  }

  /** `at`: the time of the view of a restored game that has not continued yet. `pausedSince`: since then, no clock is shown as running. */
  view(mover: Color, status: ClockStatus, at: number, pausedSince?: number): ClocksView {
    const since = this.#since ?? at;
    if (pausedSince !== undefined) {
      const passed = status === 'stopped' ? 0 : Math.max(0, pausedSince - since);
      const used = this.#used + (status === 'away' ? Math.max(0, passed - this.#absenceLeft(mover)) : passed);
      return { ...this.#clocks, [mover]: afterTime(this.#control, this.#clocks[mover], used), at: pausedSince };
    }
    const clocks = { ...this.#clocks, [mover]: afterTime(this.#control, this.#clocks[mover], this.#used) };
    const view = { ...clocks, at: since };
    if (status === 'runs') return { ...view, running: mover };
    return status === 'away' ? { ...view, runsFrom: since + this.#absenceLeft(mover) } : view;
  }
}
