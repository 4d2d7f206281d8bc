import { z } from 'zod';
import { parseWholeNumber } from '../whole-number.ts';
import { SIZES } from './messages.ts';

/** A setting that is a number of lines which `stones` can describe. */
export const boardLines = z
  .string()
  .transform(parseWholeNumber)
  .pipe(z.literal(SIZES, { error: 'is 9, 13 or 19' }));
