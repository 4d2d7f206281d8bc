import { crypto } from '../lazy-crypto.ts';

/** The prefix of API tokens, so that leaked ones can be searched for. */
export const TOKEN_PREFIX = 'tengen_';

/** 256 random bits. They cannot be guessed, so a plain digest is enough to store. */
export const newSecret = (): string => crypto().randomBytes(32).toString('base64url');

/** The stored form of a secret, which does not allow to sign in. */
export const digestOf = (secret: string): string => crypto().createHash('sha256').update(secret).digest('hex');
