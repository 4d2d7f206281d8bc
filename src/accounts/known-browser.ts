import { crypto } from '../lazy-crypto.ts';
import type { StoredAccount } from './account-store.ts';

const FORM = /^([\w-]{22})\.([\w-]{43})$/;

/**
 * Creates a mark for the cookie of a browser in which the owner has signed in (a "device cookie" of OWASP). Wrong passwords
 * from such a browser are counted separately, so that other clients at the same address cannot keep the owner from signing in.
 * A mark does not sign a client in. It is signed with the stored hash of the password. Therefore it stays valid over a restart
 * and becomes invalid with a new password.
 */
export function markBrowser(account: StoredAccount): string {
  const browser = crypto().randomBytes(16).toString('base64url');
  return `${browser}.${signature(browser, account)}`;
}

/** The browser that the mark belongs to; undefined if it is not a mark of this account. */
export function knownBrowser(mark: string | undefined, account: StoredAccount | undefined): string | undefined {
  const [, browser, signed] = FORM.exec(mark ?? '') ?? [];
  if (browser === undefined || signed === undefined || account === undefined) return undefined;
  const isSigned = crypto().timingSafeEqual(Buffer.from(signed), Buffer.from(signature(browser, account)));
  return isSigned ? browser : undefined;
}

const signature = (browser: string, { id, password }: StoredAccount): string =>
  crypto().createHmac('sha256', password).update(`${id} ${browser}`).digest('base64url');
