import type { Color } from '../../rules/color.ts';
import { isInOvertime } from '../../rules/time/clock-state.ts';
import type { TimedControl } from '../../rules/time/time-control.ts';
import type { EngineClock, EngineTimeLimits } from '../engine.ts';
import { inSeconds } from '../engine-time-limits.ts';
import { type GtpCommand, makeColor } from './gtp-codec.ts';

/** The number of moves among which an engine should divide its time. */
const EXPECTED_MOVES = 30;
/** A time in whole seconds. 0 stays 0, because it means that there is no main time. */
const seconds = (time: number): number => (time === 0 ? 0 : inSeconds(time));

/** KataGo's extension, the extension of KGS, and GTP's own command. The first one that the engine has is used. */
const COMMANDS = ['kata-time_settings', 'kgs-time_settings', 'time_settings'] as const;

/**
 * The command that sets a time control as exactly as the engine's commands can. Undefined for a time control that
 * `timeSettings` sets from the time limits.
 */
export function clockSettings(control: TimedControl, commands: ReadonlySet<string>): GtpCommand | undefined {
  const command = COMMANDS.find(
    (each) => commands.has(each) && (each !== 'kgs-time_settings' || control.kind !== 'fischer'),
  );
  if (command === undefined || control.kind === 'per-move') return undefined;
  const main = seconds(control.main);
  const isPlain = command === 'time_settings';
  switch (control.kind) {
    case 'absolute':
      return isPlain ? [command, main, 0, 0] : [command, 'absolute', main];
    case 'fischer':
      // GTP has no increment, so the engine knows only the main time.
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

/**
 * The command that sets the remaining time before a move. In overtime, it contains the number of stones, or the number of
 * periods for an engine that knows periods. Undefined for a time control that `timeLeft` sends.
 */
export function clockLeft(
  { control, state }: EngineClock,
  color: Color,
  commands: ReadonlySet<string>,
): GtpCommand | undefined {
  const { main, period, count } = state;
  if (!commands.has('time_left') || control.kind === 'per-move') return undefined;
  if (!isInOvertime(state)) return ['time_left', makeColor(color), seconds(main), 0];
  const knowsPeriods = commands.has('kata-time_settings') || commands.has('kgs-time_settings');
  const stones = control.kind === 'byo-yomi' && !knowsPeriods ? 1 : count;
  return ['time_left', makeColor(color), seconds(period), stones];
}

/** The command that sets the time limits, or that there is no limit. Undefined if the engine has no such command. */
export function timeSettings(
  time: EngineTimeLimits | undefined,
  commands: ReadonlySet<string>,
): GtpCommand | undefined {
  const { turn, match } = { turn: time?.turn, match: time?.match ?? time?.left };
  if (turn !== undefined && match !== undefined && commands.has('kata-time_settings'))
    return ['kata-time_settings', 'absolute-capped', inSeconds(match), inSeconds(turn)];
  const share = timePerMove(turn, match);
  if (commands.has('kgs-time_settings')) {
    if (share !== undefined) return ['kgs-time_settings', 'byoyomi', 0, inSeconds(share), 1];
    return match === undefined ? ['kgs-time_settings', 'none'] : ['kgs-time_settings', 'absolute', inSeconds(match)];
  }
  if (!commands.has('time_settings')) return undefined;
  if (share !== undefined) return ['time_settings', 0, inSeconds(share), 1];
  // Byo-yomi with some time for no stones means no limit.
  return match === undefined ? ['time_settings', 0, 1, 0] : ['time_settings', inSeconds(match), 0, 0];
}

/**
 * The command that sets the remaining time before a move. Undefined if there is no clock, or the engine has no such
 * command.
 */
export function timeLeft(
  time: EngineTimeLimits | undefined,
  color: Color,
  commands: ReadonlySet<string>,
): GtpCommand | undefined {
  if (time === undefined || !commands.has('time_left')) return undefined;
  const left = time.left ?? time.match;
  const share = timePerMove(time.turn, left);
  const isCapped = commands.has('kata-time_settings') && left !== undefined;
  if (share !== undefined && !isCapped) return ['time_left', makeColor(color), inSeconds(share), 1];
  return left === undefined ? undefined : ['time_left', makeColor(color), inSeconds(left), 0];
}

/**
 * The time for one move. Without an extension, GTP cannot express a limit for each move together with a limit for all
 * moves. Then the time for one move is at most a share of the time that is left.
 */
function timePerMove(turn: number | undefined, left: number | undefined): number | undefined {
  if (turn === undefined || left === undefined) return turn;
  return Math.min(turn, left / EXPECTED_MOVES);
}
