import { z } from 'zod';
import { wholeNumber } from '../read-settings.ts';
import { board, isKomiValid, KOMI_TOO_LARGE } from './listener-settings.ts';
import { isName, NAME_FORM } from './name.ts';

const name = z.string().refine(isName, { error: `is ${NAME_FORM}` });

/** The settings of a player's URL. */
export const clientSessionSettings = board
  .extend({
    name: name.default('player'),
    /** The player whose game to JOIN. Absent: the first waiting player. */
    opponent: name.exactOptional(),
    /** Milliseconds between the answer to PLAY and the next PLAY. */
    poll: wholeNumber(20, 10_000).default(250),
  })
  .refine(isKomiValid, KOMI_TOO_LARGE);

export type ClientSessionSettings = z.infer<typeof clientSessionSettings>;
