import type { GomokuRule } from '../../rules/gomoku/rule.ts';
import type { TimeLimits } from './clock.ts';

/** Piskvork's bits: 1 exactly five, 4 renju, 8 caro; 2, a game without end, is never set. */
const RULE_BITS: Readonly<Record<GomokuRule, number>> = { freestyle: 0, standard: 1, renju: 4, caro: 8 };

/** Everything that the Piskvork protocol tells with INFO and that means something here: one text each, times in milliseconds. */
export const everything = (limits: TimeLimits, rule: GomokuRule, left: number): readonly string[] => [
  `timeout_turn ${limits.turn}`,
  `timeout_match ${limits.match}`,
  // 0 is no limit: the player's memory is its own affair.
  'max_memory 0',
  timeLeft(left),
  // 1 says that a program plays on the other side; nothing here knows better.
  'game_type 1',
  `rule ${RULE_BITS[rule]}`,
];

export const timeLeft = (left: number): string => `time_left ${left}`;
