import type { Context } from 'hono';
import { deleteCookie, setCookie } from 'hono/cookie';
import type { NewSignIn } from '../../accounts/accounts.ts';
import type { Account } from '../../protocols/api/resource-schemas.ts';
import { BROWSER_COOKIE, COOKIE } from './read-requester.ts';
import type { RequestEnvironment } from './requester.ts';

/** Seconds for which a browser stores the cookie: the maximum, because the server decides when a sign-in ends. */
const COOKIE_LIFETIME = 400 * 86_400;

/** The account that is signed in by cookie. A token is not enough, so that a stolen token does not give control of the account. */
export function ownerOf(c: Context<RequestEnvironment>): Account | undefined {
  const { account, by } = c.get('requester');
  return by === 'cookie' ? account : undefined;
}

/** With these attributes, scripts and pages of other sites cannot use the cookie. */
const attributesFor = (c: Context<RequestEnvironment>) =>
  ({ path: '/', httpOnly: true, sameSite: 'Strict', secure: c.get('requester').secure }) as const;

export function setSignInCookie(c: Context<RequestEnvironment>, { secret, browser }: NewSignIn): void {
  const attributes = { ...attributesFor(c), maxAge: COOKIE_LIFETIME };
  setCookie(c, COOKIE, secret, attributes);
  setCookie(c, BROWSER_COOKIE, browser, attributes);
}

export function deleteSignInCookie(c: Context<RequestEnvironment>): void {
  deleteCookie(c, COOKIE, attributesFor(c));
}
