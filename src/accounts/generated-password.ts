import { randomInt } from 'node:crypto';
import { crypto } from '../lazy-crypto.ts';

/** Letters and digits that cannot be confused in print. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
/** 16 characters of 31: 79 bits. */
const LENGTH = 16;
const PREFIX = 'generated$';

/**
 * Generates a password. It cannot be guessed. Therefore wrong attempts need no limit, and a plain digest of it may be stored.
 */
export const generatePassword = (): string =>
  Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');

export const isGeneratedForm = (text: string): boolean =>
  text.length === LENGTH && [...text].every((character) => ALPHABET.includes(character));

export const storedGenerated = (password: string): string => PREFIX + digest(password).toString('base64url');

export const isGenerated = (stored: string): boolean => stored.startsWith(PREFIX);

export const matchesGenerated = (password: string, stored: string): boolean =>
  crypto().timingSafeEqual(digest(password), Buffer.from(stored.slice(PREFIX.length), 'base64url'));

const digest = (password: string): Buffer => crypto().createHash('sha256').update(password).digest();
