import { z } from 'zod';
import { wholeNumber } from '../read-settings.ts';
import { isName, NAME_FORM } from './name.ts';

const name = z.string().refine(isName, { error: `is ${NAME_FORM}` });

/** The settings of a player's URL. */
export const clientSessionSettings = z.object({
  name: name.default('player'),
  /** The password of the account. Any text for a name without an account. */
  password: z.string().default(''),
  size: wholeNumber(2, 25).default(19),
  /** Minutes of main time, and minutes for each 25 stones after it. 0 and 0: no clock. */
  minutes: wholeNumber(0, 10_000).default(0),
  byo: wholeNumber(0, 1_000).default(0),
  /** The player whom the client asks for a game. Absent: any opponent. */
  opponent: name.exactOptional(),
});

export type ClientSessionSettings = z.infer<typeof clientSessionSettings>;
