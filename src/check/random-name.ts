import { randomInt } from 'node:crypto';

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
/** The shortest limit of a protocol. */
const LENGTH = 10;

/** A random name of lower-case letters, which every protocol can carry and no other client uses. */
export const randomName = (): string =>
  Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');
