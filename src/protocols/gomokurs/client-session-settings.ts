import { z } from 'zod';
import type { Result } from '../../result.ts';
import { FEWEST_LINES, MOST_LINES } from '../../rules/gomoku/gomoku-position.ts';
import { GOMOKU_RULES } from '../../rules/gomoku/gomoku-rules.ts';
import type { ProtocolSettings } from '../protocol-settings.ts';
import { oneOf, readSettings, wholeNumber } from '../read-settings.ts';
import { DEFAULT_TIME, LONGEST_TIME } from './listener-settings.ts';
import { VERSIONS } from './protocol-version.ts';

const schema = z.object({
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

/** The settings of a player's URL. */
export type ClientSessionSettings = z.infer<typeof schema>;

/** Reads the settings of a player's URL, with defaults for absent ones. */
export const readClientSessionSettings = (settings: ProtocolSettings): Result<ClientSessionSettings> =>
  readSettings('gomokurs', schema, settings);
