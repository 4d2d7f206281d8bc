import type { GomokuRule } from '../../rules/gomoku/gomoku-rules.ts';
import type { ListenerSettings } from './listener-settings.ts';

/** The rule as the bits of the Piskvork protocol: 1 exactly five, 4 renju, 8 caro. 2, continuous game, is never set. */
const RULE_BITS: Readonly<Record<GomokuRule, number>> = { freestyle: 0, standard: 1, renju: 4, caro: 8 };

/** All INFO texts that this server sends. They are those of the Piskvork protocol. Times are in milliseconds. */
export const allInfo = ({ rule, time }: ListenerSettings['parameters'], left: number): readonly string[] => [
  `timeout_turn ${time.move}`,
  `timeout_match ${time.match}`,
  // 0 is no limit.
  'max_memory 0',
  timeLeft(left),
  // 1: the opponent is a program. The server does not know whether this is true.
  'game_type 1',
  `rule ${RULE_BITS[rule]}`,
];

export const timeLeft = (left: number): string => `time_left ${left}`;

const TIMES = /^(timeout_turn|timeout_match|time_left) (\d{1,15})$/;

/** The time in an INFO, in milliseconds. Undefined: the INFO is about something else, or there is no limit. */
export function timeIn(text: string): Partial<Record<'turn' | 'match' | 'left', number>> | undefined {
  const [, key, digits] = TIMES.exec(text.trim()) ?? [];
  const time = Number(digits);
  switch (key) {
    case 'timeout_turn':
      return { turn: time };
    // 0 means no limit (Piskvork protocol).
    case 'timeout_match':
      return time === 0 ? undefined : { match: time };
    case 'time_left':
      return { left: time };
    default:
      return undefined;
  }
}
