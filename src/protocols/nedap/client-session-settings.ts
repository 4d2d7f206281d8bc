import { z } from 'zod';
import { parseWholeNumber } from '../parse-whole-number.ts';
import { oneOf } from '../read-settings.ts';
import { DIALECTS } from './messages.ts';
import { isName } from './name.ts';

export const SIZE_FORM = 'an odd whole number from 5 to 131';
export const NAME_FORM = '1 to 20 lower-case letters or digits';

/** The allowed sizes ("Opstarten"). */
export const isSize = (size: number): boolean => Number.isInteger(size) && size >= 5 && size <= 131 && size % 2 === 1;

const name = z.string().refine(isName, { error: `is ${NAME_FORM}` });

/** The settings of a player's URL. */
export const clientSessionSettings = z.object({
  name: name.default('player'),
  size: z
    .string()
    .transform(parseWholeNumber)
    .refine((size): size is number => size !== undefined && isSize(size), { error: `is ${SIZE_FORM}` })
    .default(9),
  opponent: name.exactOptional(),
  dialect: oneOf(DIALECTS).default('documented'),
});

export type ClientSessionSettings = z.infer<typeof clientSessionSettings>;
