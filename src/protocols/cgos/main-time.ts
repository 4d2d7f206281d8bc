import { newClock } from '../../rules/time/clock-state.ts';
import type { TimeControl } from '../../rules/time/time-control.ts';

/** A player's main time in milliseconds. 0 without a clock. */
export const mainTime = (control: TimeControl = { kind: 'none' }): number =>
  control.kind === 'none' ? 0 : newClock(control).main;
