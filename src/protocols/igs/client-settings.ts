import { z } from 'zod';
import { wholeNumber } from '../read-settings.ts';
import { isName, NAME_FORM } from './name.ts';

const name = z.string().refine(isName, { error: `is ${NAME_FORM}` });

/** What a player may set in its URL. */
export const clientSettings = z.object({
  name: name.default('player'),
  /** Of the account; any for a name without one. */
  password: z.string().default(''),
  size: wholeNumber(2, 25).default(19),
  /** Minutes of main time, and for each 25 stones after it; 0 and 0 is no clock. */
  minutes: wholeNumber(0, 10_000).default(0),
  byo: wholeNumber(0, 1_000).default(0),
  /** Asked for a game by name; else the first who comes. */
  opponent: name.exactOptional(),
});

export type ClientSettings = z.infer<typeof clientSettings>;
