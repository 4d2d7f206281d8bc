import type { GomokuWish } from '../../lobby/wish.ts';
import { ok, problem, type Result } from '../../result.ts';
import { FEWEST_LINES, MOST_LINES } from '../../rules/gomoku/position.ts';
import { GOMOKU_RULES, type GomokuRule } from '../../rules/gomoku/rule.ts';
import type { Settings } from '../protocol.ts';
import { parseWholeNumber } from '../whole-number.ts';
import type { TimeLimits } from './clock.ts';

/** What a listener is set to. */
export interface Listener {
  readonly wish: GomokuWish;
  readonly limits: TimeLimits;
  /** ABOUT is asked after COMPATIBLE. */
  readonly about: boolean;
  /** INFO is sent from the seat's first turn on. */
  readonly info: boolean;
}

const DEFAULTS = { size: '20', rule: 'freestyle', turn: '30', match: '180', about: '0', info: '0' } as const;
type Key = keyof typeof DEFAULTS;

const KEYS = Object.keys(DEFAULTS);

/** Players keep INFO's milliseconds in 32 bits. */
const LONGEST_TIME = 2_147_483;

/** Reads the settings of a listener; what is not set has its default. */
export function readSettings(settings: Settings): Result<Listener> {
  const stranger = Object.keys(settings).find((key) => !KEYS.includes(key));
  if (stranger !== undefined) return problem(`gomokurs has no setting "${stranger}"; it has ${KEYS.join(', ')}`);
  const size = readNumber(settings, 'size', FEWEST_LINES, MOST_LINES);
  if (!size.ok) return size;
  const rule = readRule(settings);
  if (!rule.ok) return rule;
  const turn = readNumber(settings, 'turn', 1, LONGEST_TIME);
  if (!turn.ok) return turn;
  const match = readNumber(settings, 'match', 1, LONGEST_TIME);
  if (!match.ok) return match;
  const about = readNumber(settings, 'about', 0, 1);
  if (!about.ok) return about;
  const info = readNumber(settings, 'info', 0, 1);
  if (!info.ok) return info;
  return ok({
    wish: { game: 'gomoku', size: size.value, rule: rule.value },
    limits: { turn: turn.value * 1000, match: match.value * 1000 },
    about: about.value === 1,
    info: info.value === 1,
  });
}

const textOf = (settings: Settings, key: Key): string => settings[key] ?? DEFAULTS[key];

function readNumber(settings: Settings, key: Key, least: number, most: number): Result<number> {
  const text = textOf(settings, key);
  const value = parseWholeNumber(text);
  if (value !== undefined && value >= least && value <= most) return ok(value);
  return problem(`gomokurs: ${key} is a whole number from ${least} to ${most}, not "${text}"`);
}

function readRule(settings: Settings): Result<GomokuRule> {
  const text = textOf(settings, 'rule');
  const rule = GOMOKU_RULES.find((known) => known === text);
  return rule === undefined ? problem(`gomokurs: rule is one of ${GOMOKU_RULES.join(', ')}, not "${text}"`) : ok(rule);
}
