import { z } from 'zod';
import { parseWholeNumber } from '../parse-whole-number.ts';
import { oneOf, wholeNumber } from '../read-settings.ts';
import { LETTER_CASES, MODES, SIZES } from './setup-values.ts';

/** A setting that is a board size of `stones`. */
export const boardLines = z
  .string()
  .transform(parseWholeNumber)
  .pipe(z.literal(SIZES, { error: 'is 9, 13 or 19' }));

export const listenerSettings = z
  .object({
    size: boardLines.default(19),
    mode: oneOf(MODES).default('normal'),
    /** The maximum number of games at once. Absent: unlimited. A local listener has one place. */
    seats: wholeNumber(1, 999_999).exactOptional(),
    case: oneOf(LETTER_CASES).default('lower'),
  })
  .refine(({ mode, seats }) => mode === 'normal' || seats === undefined, {
    error: 'seats goes with mode=normal only: a local game has one place',
  });

export type ListenerSettings = z.infer<typeof listenerSettings>;
