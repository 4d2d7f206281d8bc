import { z } from 'zod';
import { COLORS } from '../../rules/color.ts';
import { oneOf, wholeNumber } from '../read-settings.ts';
import { LARGEST_BOARD } from './listener-settings.ts';

/** The settings of a player's URL. */
export const clientSessionSettings = z.object({
  size: wholeNumber(2, LARGEST_BOARD).default(9),
  color: oneOf(COLORS).default('black'),
  komi: z
    .string()
    .regex(/^-?[0-9]{1,3}(?:\.[0-9]{1,2})?$/, { error: 'is a number like 7 or 6.5' })
    .transform(Number)
    .exactOptional(),
});

export type ClientSessionSettings = z.infer<typeof clientSessionSettings>;
