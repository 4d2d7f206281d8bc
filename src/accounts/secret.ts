import { crypto } from '../crypto.ts';

/** What tells an API token from everything else, so that a leaked one can be searched for. */
export const TOKEN_PREFIX = 'tengen_';

/** 256 bits by chance: nobody guesses them, so that a plain digest is enough to keep. */
export const newSecret = (): string => crypto().randomBytes(32).toString('base64url');

/** What is kept of a secret: whoever reads the database cannot sign in with it. */
export const digestOf = (secret: string): string => crypto().createHash('sha256').update(secret).digest('hex');
