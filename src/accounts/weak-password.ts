import { foldName } from '../lobby/players/name-normalisation.ts';

/** Whether a password is the name that it protects, as names are compared. */
export const isWeak = (name: string, password: string): boolean => foldName(password) === foldName(name);
