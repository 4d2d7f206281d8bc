import type { Context } from 'hono';
import { type AccountRefusal, REFUSAL_TEXTS } from '../../accounts/account-refusal.ts';
import { failures } from './openapi-route-helpers.ts';
import type { RequestEnvironment } from './requester.ts';

const STATUSES = {
  reserved: 409,
  'in-use': 409,
  'not-available': 409,
  'not-here': 403,
  weak: 400,
  short: 403,
  wrong: 403,
  banned: 403,
  'too-many': 409,
  'too-often': 429,
  busy: 503,
} as const satisfies Record<AccountRefusal['why'], number>;

/** Seconds after which a client should try again when the server is busy. */
const RETRY_WHEN_BUSY = 5;

export const ACCOUNT_FAILURES = failures(400, 401, 403, 404, 409, 415, 429, 503);

export function refuse(c: Context<RequestEnvironment>, refusal: AccountRefusal) {
  if (refusal.why === 'too-often') c.header('Retry-After', String(refusal.after));
  if (refusal.why === 'busy') c.header('Retry-After', String(RETRY_WHEN_BUSY));
  return c.json({ error: REFUSAL_TEXTS[refusal.why] }, STATUSES[refusal.why]);
}

export const notSignedIn = (c: Context<RequestEnvironment>) =>
  c.get('requester').by === 'token'
    ? c.json({ error: 'a token is not enough: sign in' }, 403)
    : c.json({ error: 'sign in first' }, 401);
