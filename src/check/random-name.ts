import { randomInt } from 'node:crypto';

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
/** The longest name that every protocol allows. */
const LENGTH = 10;

/** Returns a random name of lower-case letters. Every protocol allows it, and no other client uses it. */
export const randomName = (): string =>
  Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');
