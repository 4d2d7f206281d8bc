import type { Color } from '../../rules/color.ts';
import { isInOvertime } from '../../rules/time/clock-state.ts';
import type { TimedControl } from '../../rules/time/time-control.ts';
import type { EngineClock } from '../engine.ts';
import { inSeconds } from '../engine-time-margins.ts';
import { type GtpCommand, makeColor } from './gtp-codec.ts';

/** 0 stays 0: there is no main time. */
const seconds = (time: number): number => (time === 0 ? 0 : inSeconds(time));

/** The extension of KataGo, else of KGS, else GTP's own command; the first one that the engine has. */
const COMMANDS = ['kata-time_settings', 'kgs-time_settings', 'time_settings'] as const;

/**
 * The command that sets a time control exactly, or as near as the engine's commands can: undefined for those that
 * `timeSettings` sets from the time left.
 */
export function clockSettings(control: TimedControl, offered: ReadonlySet<string>): GtpCommand | undefined {
  const command = COMMANDS.find(
    (each) => offered.has(each) && (each !== 'kgs-time_settings' || control.kind !== 'fischer'),
  );
  if (command === undefined || control.kind === 'per-move') return undefined;
  const main = seconds(control.main);
  const isPlain = command === 'time_settings';
  switch (control.kind) {
    case 'absolute':
      return isPlain ? [command, main, 0, 0] : [command, 'absolute', main];
    case 'fischer':
      // GTP has no increment: the main time is all that the engine may count on.
      return isPlain ? [command, main, 0, 0] : [command, 'fischer', main, seconds(control.increment)];
    case 'byo-yomi': {
      const period = seconds(control.period);
      return isPlain ? [command, main, period, 1] : [command, 'byoyomi', main, period, control.periods];
    }
    case 'canadian': {
      const period = seconds(control.period);
      return isPlain ? [command, main, period, control.stones] : [command, 'canadian', main, period, control.stones];
    }
  }
}

/** The command that sets the remaining time before a move; in overtime with the stones, or with the periods where the engine knows them. Undefined as with `clockSettings`. */
export function clockLeft(
  { control, state }: EngineClock,
  color: Color,
  offered: ReadonlySet<string>,
): GtpCommand | undefined {
  const { main, period, count } = state;
  if (!offered.has('time_left') || control.kind === 'per-move') return undefined;
  if (!isInOvertime(state)) return ['time_left', makeColor(color), seconds(main), 0];
  const knowsPeriods = offered.has('kata-time_settings') || offered.has('kgs-time_settings');
  const stones = control.kind === 'byo-yomi' && !knowsPeriods ? 1 : count;
  return ['time_left', makeColor(color), seconds(period), stones];
}
