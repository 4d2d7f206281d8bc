import { z } from 'zod';
import { FEWEST_LINES, MOST_LINES } from '../../rules/gomoku/gomoku-position.ts';
import { GOMOKU_RULES } from '../../rules/gomoku/gomoku-rules.ts';
import { oneOf, wholeNumber } from '../read-settings.ts';
import { DEFAULT_TIME, LONGEST_TIME } from './listener-settings.ts';
import { VERSIONS } from './protocol-version.ts';

/** The settings of a player's URL. */
export const clientSessionSettings = z.object({
  version: oneOf(VERSIONS).default('0.1.0'),
  /** The rule. No message has it, so both sides must use the same setting. */
  rule: oneOf(GOMOKU_RULES).default('freestyle'),
  /** The name in the answer to ABOUT. */
  name: z
    .string()
    .regex(/^[^"\p{Cc}]{1,64}$/u, { error: 'is 1 to 64 characters without " or control characters' })
    .default('player'),
  /** The expected board size. Absent: any size. */
  size: wholeNumber(FEWEST_LINES, MOST_LINES).exactOptional(),
  /** The manager's time limits in seconds, unless INFO changes them. 0: no limit. */
  turn: wholeNumber(0, LONGEST_TIME).default(DEFAULT_TIME.turn),
  match: wholeNumber(0, LONGEST_TIME).default(DEFAULT_TIME.match),
});

export type ClientSessionSettings = z.infer<typeof clientSessionSettings>;
