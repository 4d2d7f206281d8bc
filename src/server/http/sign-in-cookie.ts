import type { Context } from 'hono';
import { deleteCookie, setCookie } from 'hono/cookie';
import { type AccountRefusal, REFUSAL_WORDS } from '../../accounts/account-refusal.ts';
import type { NewSignIn } from '../../accounts/accounts.ts';
import type { Account } from '../../protocols/api/resource-schemas.ts';
import { failures } from './openapi-components.ts';
import { BROWSER_COOKIE, COOKIE } from './read-requester.ts';
import type { Environment } from './requester.ts';

/** Seconds that a browser keeps the cookie: the maximum, because the server decides when a sign-in ends. */
const COOKIE_LIFETIME = 400 * 86_400;

/** The status of each refusal. */
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

/** The failures of all account routes. */
export const ACCOUNT_FAILURES = failures(400, 401, 403, 404, 409, 415, 429, 503);

export function refuse(c: Context<Environment>, refusal: AccountRefusal) {
  if (refusal.why === 'too-often') c.header('Retry-After', String(refusal.after));
  if (refusal.why === 'busy') c.header('Retry-After', String(RETRY_WHEN_BUSY));
  return c.json({ error: REFUSAL_WORDS[refusal.why] }, STATUSES[refusal.why]);
}

/** The account that is signed in by cookie. Tokens are for playing only, so that a stolen one does not give the account away. */
export function ownerOf(c: Context<Environment>): Account | undefined {
  const { account, by } = c.get('requester');
  return by === 'cookie' ? account : undefined;
}

export const notSignedIn = (c: Context<Environment>) =>
  c.get('requester').by === 'token'
    ? c.json({ error: 'a token is not enough: sign in' }, 403)
    : c.json({ error: 'sign in first' }, 401);

/** The cookie is not available to scripts and to pages of other sites. */
const attributesFor = (c: Context<Environment>) =>
  ({ path: '/', httpOnly: true, sameSite: 'Strict', secure: c.get('requester').secure }) as const;

export function setSessionCookie(c: Context<Environment>, { secret, browser }: NewSignIn): void {
  const attributes = { ...attributesFor(c), maxAge: COOKIE_LIFETIME };
  setCookie(c, COOKIE, secret, attributes);
  setCookie(c, BROWSER_COOKIE, browser, attributes);
}

export function deleteSessionCookie(c: Context<Environment>): void {
  deleteCookie(c, COOKIE, attributesFor(c));
}
