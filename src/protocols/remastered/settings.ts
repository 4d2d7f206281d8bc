import { z } from 'zod';
import { oneOf, wholeNumber } from '../read-settings.ts';
import { parseWholeNumber } from '../whole-number.ts';

/** Lines of a board that `stones` can describe (Setup, 3a). */
export const SIZES = [9, 13, 19] as const;
export type Size = (typeof SIZES)[number];

/** Whether one client plays both colours or two meet (Setup, 2). */
export const MODES = ['normal', 'local'] as const;
export type Mode = (typeof MODES)[number];

/** How the word after `mode` is written; clients from before the document know capitals only. */
const LETTER_CASES = ['lower', 'upper'] as const;
export type LetterCase = (typeof LETTER_CASES)[number];

/** A setting that is a number of lines which `stones` can describe. */
export const boardLines = z
  .string()
  .transform(parseWholeNumber)
  .pipe(z.literal(SIZES, { error: 'is 9, 13 or 19' }));

export const listenerSettings = z
  .object({
    size: boardLines.default(19),
    mode: oneOf(MODES).default('normal'),
    /** Pairs of players at once; unlimited if absent. A local listener has one place. */
    seats: wholeNumber(1, 999_999).exactOptional(),
    case: oneOf(LETTER_CASES).default('lower'),
  })
  .refine(({ mode, seats }) => mode === 'normal' || seats === undefined, {
    error: 'seats goes with mode=normal only: a local game has one place',
  });

export type ListenerSettings = z.infer<typeof listenerSettings>;
