import type { TimedControl } from './time-control.ts';

/** The clock of one side. All times are in milliseconds. */
export interface ClockState {
  /** The main time that is left. With `per-move`, the time left for all moves together. */
  readonly main: number;
  /**
   * The time left of the current period, or of the first period, which follows the main time. With `per-move`, the time
   * left for this move.
   */
  readonly period: number;
  /**
   * Byo-yomi: the number of periods left, including the current one. Canadian: the number of stones to be played in the
   * period.
   */
  readonly count: number;
}

/** Whether the main time is used up and a period runs. */
export const isInOvertime = ({ main, count }: ClockState): boolean => main === 0 && count > 0;

/** The clock before the first move. */
export function newClock(control: TimedControl): ClockState {
  switch (control.kind) {
    case 'absolute':
    case 'fischer':
      return { main: control.main, period: 0, count: 0 };
    case 'per-move':
      return { main: control.match, period: control.move, count: 0 };
    case 'byo-yomi':
      return { main: control.main, period: control.period, count: control.periods };
    case 'canadian':
      return { main: control.main, period: control.period, count: control.stones };
  }
}

/** The time until the clock runs out if the side does not move. */
export function timeLeft(control: TimedControl, { main, period, count }: ClockState): number {
  switch (control.kind) {
    case 'absolute':
    case 'fischer':
      return main;
    case 'per-move':
      return Math.min(main, period);
    case 'byo-yomi':
      return main + period + (count - 1) * control.period;
    case 'canadian':
      return main + period;
  }
}

/** The clock after `spent` milliseconds without a move. It stops at 0. A period includes its last millisecond. */
export function afterTime(control: TimedControl, clock: ClockState, spent: number): ClockState {
  const { main, period, count } = clock;
  const used = Math.max(0, Math.min(spent, timeLeft(control, clock)));
  switch (control.kind) {
    case 'absolute':
    case 'fischer':
      return { ...clock, main: main - used };
    case 'per-move':
      return { ...clock, main: main - used, period: period - used };
    case 'canadian': {
      const overtime = Math.max(0, used - main);
      return { main: Math.max(0, main - used), period: period - overtime, count };
    }
    case 'byo-yomi': {
      const overtime = Math.max(0, used - main);
      if (overtime <= period) return { main: Math.max(0, main - used), period: period - overtime, count };
      const later = overtime - period;
      const lost = Math.ceil(later / control.period);
      return { main: 0, period: lost * control.period - later, count: count - lost };
    }
  }
}

/** The clock after a move that took `spent` milliseconds. */
export function afterMove(control: TimedControl, before: ClockState, spent: number): ClockState {
  const clock = afterTime(control, before, spent);
  switch (control.kind) {
    case 'absolute':
      return clock;
    case 'fischer':
      return { ...clock, main: clock.main + control.increment };
    case 'per-move':
      return { ...clock, period: control.move };
    case 'byo-yomi':
      return { ...clock, period: control.period };
    case 'canadian': {
      // The move in which the main time ended is the first one of the period.
      if (clock.main > 0) return clock;
      return clock.count > 1
        ? { ...clock, count: clock.count - 1 }
        : { ...clock, period: control.period, count: control.stones };
    }
  }
}
