import type { Context } from 'hono';
import { deleteCookie, setCookie } from 'hono/cookie';
import type { Refusal } from '../../accounts/refusal.ts';
import type { Account } from '../../protocols/api/resource.ts';
import { failures } from './answers.ts';
import { COOKIE } from './requester.ts';
import type { Environment } from './services.ts';

/** Seconds that a browser keeps the cookie, the most that it may: when a sign-in ends, the server decides. */
const COOKIE_LASTS = 400 * 86_400;

/** Statuses and words of what an account can be refused for. */
const REFUSALS = {
  reserved: [409, 'the name is reserved'],
  'in-use': [409, 'somebody else bears the name at the moment'],
  kept: [409, 'nobody can reserve this name'],
  'not-here': [403, "an administrator's name is reserved at the server's own machine"],
  weak: [400, 'password: must not be the name'],
  wrong: [403, 'the name and the password do not belong together'],
  banned: [403, 'the name is banned'],
  'too-many': [409, 'too many: revoke some first'],
  'too-often': [429, 'too many attempts: try again later'],
  busy: [503, 'too much to do at the moment: try again in a few seconds'],
} as const satisfies Record<Refusal['why'], readonly [number, string]>;

/** Seconds after which it is worth to try again where too much is computed. */
const BUSY_FOR = 5;

/** What every route of this kind can answer but success. */
export const ACCOUNT_FAILURES = failures(400, 401, 403, 404, 409, 415, 429, 503);

export function refuse(c: Context<Environment>, refusal: Refusal) {
  const [status, error] = REFUSALS[refusal.why];
  if (refusal.why === 'too-often') c.header('Retry-After', String(refusal.after));
  if (refusal.why === 'busy') c.header('Retry-After', String(BUSY_FOR));
  return c.json({ error }, status);
}

/** Who is signed in by a browser. A token is for playing: whoever finds one must not get the account by it. */
export function ownerOf(c: Context<Environment>): Account | undefined {
  const { account, by } = c.get('requester');
  return by === 'cookie' ? account : undefined;
}

export const notSignedIn = (c: Context<Environment>) =>
  c.get('requester').by === 'token'
    ? c.json({ error: 'a token does not do for this: sign in' }, 403)
    : c.json({ error: 'sign in first' }, 401);

/** Out of reach of scripts and of other sites' pages. */
const attributesFor = (c: Context<Environment>) =>
  ({ path: '/', httpOnly: true, sameSite: 'Strict', secure: c.get('requester').secure }) as const;

export function giveCookie(c: Context<Environment>, secret: string): void {
  setCookie(c, COOKIE, secret, { ...attributesFor(c), maxAge: COOKIE_LASTS });
}

export function takeCookie(c: Context<Environment>): void {
  deleteCookie(c, COOKIE, attributesFor(c));
}
