import { z } from 'zod';
import { isName, NAME_FORM } from './name.ts';
import { isPassword, PASSWORD_FORM } from './password.ts';

/** The settings of a player's URL. */
export const clientSessionSettings = z.object({
  name: z
    .string()
    .refine(isName, { error: `is ${NAME_FORM}` })
    .default('player'),
  /** The password of the name. The first password reserves the name. */
  password: z.string().default(''),
});

export type ClientSessionSettings = z.infer<typeof clientSessionSettings>;

/** The problem of the password, without the password itself. Undefined: it is valid. */
export const problemOfPassword = ({ password }: ClientSessionSettings): string | undefined =>
  isPassword(password) ? undefined : `cgos: password is ${PASSWORD_FORM}`;
