import { type ClockState, isInOvertime } from '../../rules/time/clock-state.ts';
import type { TimeControl, TimedControl } from '../../rules/time/time-control.ts';
import type { Texts } from '../texts/texts-type.ts';
import { duration } from './duration.ts';

/** The times of a time control: `5:00 + 3 × 0:30`; empty for none. */
export function controlTimes(control: TimeControl): string {
  switch (control.kind) {
    case 'none':
      return '';
    case 'absolute':
      return duration(control.main);
    case 'per-move':
      return `${duration(control.move)} / ${duration(control.match)}`;
    case 'fischer':
      return `${duration(control.main)} + ${duration(control.increment)}`;
    case 'byo-yomi':
      return `${duration(control.main)} + ${control.periods} × ${duration(control.period)}`;
    case 'canadian':
      return `${duration(control.main)} + ${duration(control.period)} / ${control.stones}`;
  }
}

/** `byo-yomi 5:00 + 3 × 0:30`. */
export const controlInBrief = (control: TimeControl, { rules }: Texts): string =>
  `${rules.timeControls[control.kind]} ${controlTimes(control)}`.trim();

/** A time rounded up to whole seconds, so that 0:00 is shown only at the end. */
const shown = (milliseconds: number): string => duration(Math.ceil(milliseconds / 1_000) * 1_000);

/** The time left on a clock: `4:05`; in overtime `0:30 (3)`; with a time for each move `0:30 / 2:41`. */
export function clockText({ kind }: TimedControl, clock: ClockState): string {
  const { main, period, count } = clock;
  if (kind === 'per-move') return `${shown(Math.min(period, main))} / ${shown(main)}`;
  return isInOvertime(clock) ? `${shown(period)} (${count})` : shown(main);
}
