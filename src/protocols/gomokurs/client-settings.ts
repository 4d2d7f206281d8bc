import { z } from 'zod';
import type { Result } from '../../result.ts';
import { FEWEST_LINES, MOST_LINES } from '../../rules/gomoku/gomoku-position.ts';
import { GOMOKU_RULES } from '../../rules/gomoku/gomoku-rules.ts';
import type { Settings } from '../protocol-settings.ts';
import { oneOf, readSettings, wholeNumber } from '../read-settings.ts';
import { DEFAULT_TIME, LONGEST_TIME } from './listener-settings.ts';
import { VERSIONS } from './protocol-version.ts';

const schema = z.object({
  version: oneOf(VERSIONS).default('0.1.0'),
  /** It is not said on the wire, so both sides must know it. */
  rule: oneOf(GOMOKU_RULES).default('freestyle'),
  /** For the answer to ABOUT. */
  name: z
    .string()
    .regex(/^[^"\p{Cc}]{1,64}$/u, { error: 'is 1 to 64 characters without " or control characters' })
    .default('player'),
  /** Any, if it is not set. */
  size: wholeNumber(FEWEST_LINES, MOST_LINES).exactOptional(),
  /** The manager's clock, in seconds, which only INFO can change; 0 is no limit. */
  turn: wholeNumber(0, LONGEST_TIME).default(DEFAULT_TIME.turn),
  match: wholeNumber(0, LONGEST_TIME).default(DEFAULT_TIME.match),
});

/** What the URL of a manager sets for its player. */
export type ClientSettings = z.infer<typeof schema>;

/** What is not set has its default. */
export const readPlayerOptions = (settings: Settings): Result<ClientSettings> =>
  readSettings('gomokurs', schema, settings);
