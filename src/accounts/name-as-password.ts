import { foldName } from '../lobby/players/name-normalisation.ts';

/** Whether a password is the name of its account. Case and similar differences are ignored, as in the comparison of names. */
export const isNameAsPassword = (name: string, password: string): boolean => foldName(password) === foldName(name);
