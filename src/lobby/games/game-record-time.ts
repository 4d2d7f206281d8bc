import type { RecordClock, RecordDetails } from '../../rules/records/game-record.ts';
import { type ClockState, isInOvertime } from '../../rules/time/clock-state.ts';
import type { TimedControl } from '../../rules/time/time-control.ts';

export const recordClockOf = (clock: ClockState): RecordClock =>
  isInOvertime(clock) ? { left: clock.period / 1_000, overtime: clock.count } : { left: clock.main / 1_000 };

/** The SGF properties TM (the main time in seconds) and OT (the overtime, in the form that other programs write). */
export function timeDetails(control: TimedControl): RecordDetails {
  const seconds = (time: number): string => `${time / 1_000}`;
  switch (control.kind) {
    case 'absolute':
      return { timeLimit: seconds(control.main) };
    case 'per-move':
      return { timeLimit: seconds(control.match), overtime: `at most ${seconds(control.move)} per move` };
    case 'fischer':
      return { timeLimit: seconds(control.main), overtime: `${seconds(control.increment)} fischer` };
    case 'byo-yomi':
      return { timeLimit: seconds(control.main), overtime: `${control.periods}x${seconds(control.period)} byo-yomi` };
    case 'canadian':
      return { timeLimit: seconds(control.main), overtime: `${control.stones}/${seconds(control.period)} Canadian` };
  }
}
