import { z } from 'zod';
import { isVisible, trimName } from '../../lobby/players/name-normalisation.ts';
import { oneOf, wholeNumber } from '../read-settings.ts';
import { DEFAULT_SIZE } from './messages.ts';
import { carryName } from './name.ts';

const [SMALLEST_SIZE, LARGEST_SIZE] = [2, 131];

export const SIZE_FORM = `a whole number from ${SMALLEST_SIZE} to ${LARGEST_SIZE}`;
export const NAME_FORM =
  '1 to 64 characters, one of them visible, without ~ and control characters, and no white space or backslash at its ends';

export const isSize = (size: number): boolean =>
  Number.isInteger(size) && size >= SMALLEST_SIZE && size <= LARGEST_SIZE;

/** Whether a server reads the name unchanged: it fits in one field, is visible, and has no white space around it. */
export const isName = (name: string): boolean => carryName(name) === name && trimName(name) === name && isVisible(name);

/** The settings of a player's URL. */
export const clientSessionSettings = z.object({
  name: z
    .string()
    .refine(isName, { error: `is ${NAME_FORM}` })
    .default('player'),
  size: wholeNumber(SMALLEST_SIZE, LARGEST_SIZE).default(DEFAULT_SIZE),
  /** Whether HELLO names the chat extension. */
  chat: oneOf(['0', '1']).default('1'),
});

export type ClientSessionSettings = z.infer<typeof clientSessionSettings>;
