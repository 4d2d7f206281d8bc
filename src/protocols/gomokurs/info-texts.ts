import type { GomokuRule } from '../../rules/gomoku/gomoku-rules.ts';
import type { ListenerSettings } from './listener-settings.ts';

/** Piskvork's bits: 1 exactly five, 4 renju, 8 caro; 2, a game without end, is never set. */
const RULE_BITS: Readonly<Record<GomokuRule, number>> = { freestyle: 0, standard: 1, renju: 4, caro: 8 };

/** The texts of INFO of the Piskvork protocol that have a meaning here. Times are in milliseconds. */
export const everything = ({ rule, time }: ListenerSettings['parameters'], left: number): readonly string[] => [
  `timeout_turn ${time.move}`,
  `timeout_match ${time.match}`,
  // 0 is no limit: the player's memory is its own affair.
  'max_memory 0',
  timeLeft(left),
  // 1 says that a program plays on the other side; nothing here knows better.
  'game_type 1',
  `rule ${RULE_BITS[rule]}`,
];

export const timeLeft = (left: number): string => `time_left ${left}`;

const TIMES = /^(timeout_turn|timeout_match|time_left) (\d{1,15})$/;

/** The time in an INFO, in milliseconds; `undefined` if the INFO has another meaning, or says that there is no limit. */
export function timeIn(text: string): Partial<Record<'turn' | 'match' | 'left', number>> | undefined {
  const [, key, digits] = TIMES.exec(text.trim()) ?? [];
  const time = Number(digits);
  switch (key) {
    case 'timeout_turn':
      return { turn: time };
    // A match of no time is one without a limit (Piskvork protocol).
    case 'timeout_match':
      return time === 0 ? undefined : { match: time };
    case 'time_left':
      return { left: time };
    default:
      return undefined;
  }
}
