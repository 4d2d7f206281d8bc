import type { Color } from '../../rules/color.ts';
import type { GoRuleset, KoRule } from '../../rules/go/ruleset.ts';
import type { EngineTimeLimits } from '../engine.ts';
import { inSeconds } from '../engine-time-margins.ts';
import { type GtpCommand, makeColor } from './gtp-codec.ts';

/** The number of moves among which an engine should divide its time. */
const EXPECTED_MOVES = 30;
const STRICTEST_FIRST: readonly KoRule[] = ['positional', 'situational', 'simple'];

/**
 * The command that sets the rules, if the engine has one: area scoring with all stones alive, and the ko and suicide
 * rules that both rulesets allow. KataGo's command sets each rule, that of KGS only a named ruleset.
 */
export function rulesCommand(rulesets: readonly GoRuleset[], commands: ReadonlySet<string>): GtpCommand | undefined {
  const suicide = rulesets.every((ruleset) => ruleset.suicide === 'allowed');
  const ko = STRICTEST_FIRST.find((rule) => rulesets.some((ruleset) => ruleset.ko === rule)) ?? 'positional';
  if (commands.has('kata-set-rules')) {
    const rules = {
      koRule: ko.toUpperCase(),
      scoringRule: 'AREA',
      taxRule: 'NONE',
      multiStoneSuicideLegal: suicide,
      hasButton: false,
      whiteHandicapBonus: '0',
      // Dead stones must be captured before a pass, because players do not agree on dead stones here.
      friendlyPassOk: false,
    };
    return ['kata-set-rules', JSON.stringify(rules)];
  }
  // Chinese rules forbid suicide; New Zealand rules score area and allow it.
  return commands.has('kgs-rules') ? ['kgs-rules', suicide ? 'new_zealand' : 'chinese'] : undefined;
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
