import type { Color } from '../../rules/color.ts';
import { afterMove, afterTime, type ClockState, newClock, timeLeft } from '../../rules/time/clock-state.ts';
import type { TimedControl } from '../../rules/time/time-control.ts';

/** A clock stands still while its seat is away, for at most so many milliseconds in one game. */
const MOST_AWAY = 120_000;

/**
 * What the clock of the side to move does. `stopped`: the game has not begun, or its seat has no time control. `away`: the player is
 * away, so that it stands still at first and then runs.
 */
export type ClockStatus = 'runs' | 'stopped' | 'away';

/** How the clock of one seat differs from others, by the rules of its listener. */
export interface SeatClockRules {
  /** So much of each move's time is forgiven; milliseconds. */
  readonly lag: number;
  /** The clock of an absent player runs. Its seat is reserved until the clock has run out. */
  readonly runsAway: boolean;
}

/** What a turn has taken; milliseconds. */
export interface TurnTime {
  /** On the clock. */
  readonly spent?: number;
  /** While the player was away and the clock stood still. */
  readonly paused?: number;
}

/** The clocks of a game as they stood at a time. */
export interface ClockView {
  readonly black: ClockState;
  readonly white: ClockState;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** The side whose clock runs since then. Absent: neither. */
  readonly running?: Color;
  /** When the clock of an absent player runs again; milliseconds since the epoch. */
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

/** A time from which a clock runs, moved so that what passed between these times does not count. */
export const skipped = (since: number | undefined, from: number, to: number): number | undefined =>
  since === undefined ? undefined : to - Math.max(0, from - since);

/** The clocks of both sides. The events of the game carry what each turn has taken, so that they can be read back. */
export class GameClocks {
  readonly #control: TimedControl;
  /** At the beginning of the turn. */
  readonly #clocks: Record<Color, ClockState>;
  /** How long each clock stood still in earlier turns because its player was away. */
  readonly #away: Record<Color, number> = { black: 0, white: 0 };
  /** What this turn has taken up to `since`. */
  #used = 0;
  #paused = 0;
  /** Milliseconds since the epoch; absent until a game of the journal goes on. */
  #since: number | undefined;
  /** After each move, the main time that its player had left. */
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

  /** A game of the journal goes on: the time before does not count. */
  goOnFrom(now: number): void {
    this.#since = now;
  }

  /** Moves could not be stored between these times: they do not count. */
  skip(from: number, to: number): void {
    this.#since = skipped(this.#since, from, to);
  }

  /** Counts the time until now. Needed before the status changes. `measured`: what the mover's session says of this time, if it is less. */
  settle(mover: Color, status: ClockStatus, now: number, measured = Number.POSITIVE_INFINITY): void {
    const passed = Math.max(0, now - (this.#since ?? now));
    this.#since = now;
    if (status === 'runs') this.#used += Math.max(0, Math.min(passed, measured));
    else if (status === 'away') {
      const still = Math.min(passed, this.#stillLeft(mover));
      this.#paused += still;
      this.#used += passed - still;
    }
  }

  #stillLeft(mover: Color): number {
    return Math.max(0, MOST_AWAY - this.#away[mover] - this.#paused);
  }

  /** What this turn has taken, as its event says it. `lag` is forgiven; milliseconds. */
  turnTime(mover: Color, lag: number): TurnTime {
    const spent = Math.round(Math.min(Math.max(0, this.#used - lag), timeLeft(this.#control, this.#clocks[mover])));
    return { spent, ...(this.#paused === 0 ? {} : { paused: Math.round(this.#paused) }) };
  }

  /** At the beginning of the turn. */
  of(color: Color): ClockState {
    return this.#clocks[color];
  }

  /**
   * The turn of this side ends with a move, or without one because moves were taken back. Without a time the clock of its seat does not
   * run, and stays as it is.
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
    const still = status === 'away' ? this.#stillLeft(mover) : 0;
    return this.#since + still + timeLeft(this.#control, this.#clocks[mover]) - this.#used + lag;
  }

  /** `at`: of a game that has not gone on yet. `rests`: since then no clock is shown as running. */
  view(mover: Color, status: ClockStatus, at: number, rests?: number): ClockView {
    const since = this.#since ?? at;
    if (rests !== undefined) {
      const passed = status === 'stopped' ? 0 : Math.max(0, rests - since);
      const used = this.#used + (status === 'away' ? Math.max(0, passed - this.#stillLeft(mover)) : passed);
      return { ...this.#clocks, [mover]: afterTime(this.#control, this.#clocks[mover], used), at: rests };
    }
    const clocks = { ...this.#clocks, [mover]: afterTime(this.#control, this.#clocks[mover], this.#used) };
    const view = { ...clocks, at: since };
    if (status === 'runs') return { ...view, running: mover };
    return status === 'away' ? { ...view, runsFrom: since + this.#stillLeft(mover) } : view;
  }
}
