import { z } from 'zod';

/** A komi with at most one decimal. */
const komi = z
  .string()
  .regex(/^-?(?:0|[1-9][0-9]{0,2})(?:\.[05])?$/, { error: 'is a number like 6.5 or 7' })
  .transform(Number);

export const listenerSettings = z.object({
  /** The komi if neither player requests another one. */
  komi: komi.default(6.5),
});
