import { crypto } from '../lazy-crypto.ts';

/** The prefix of API tokens, so that leaked ones can be searched for. */
export const TOKEN_PREFIX = 'tengen_';

/** Creates a secret of 256 random bits. It cannot be guessed, so a plain digest of it may be stored. */
export const newSecret = (): string => crypto().randomBytes(32).toString('base64url');

/** The stored form of a secret. It cannot be used to sign in. */
export const digestOf = (secret: string): string => crypto().createHash('sha256').update(secret).digest('hex');
