import { z } from 'zod';
import { isName, NAME_FORM } from './name.ts';
import { isPassword, PASSWORD_FORM } from './password.ts';

/** What a player may set in its URL. */
export const clientSettings = z.object({
  name: z
    .string()
    .refine(isName, { error: `is ${NAME_FORM}` })
    .default('player'),
  /** The password of the name; the first one reserves it. */
  password: z.string().default(''),
});

export type ClientSettings = z.infer<typeof clientSettings>;

/** What is wrong with the password, without repeating it. */
export const problemOfPassword = ({ password }: ClientSettings): string | undefined =>
  isPassword(password) ? undefined : `cgos: password is ${PASSWORD_FORM}`;
