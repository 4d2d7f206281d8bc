import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { parse } from 'hono/utils/cookie';
import type { Accounts } from '../../accounts/accounts.ts';
import { isLoopback } from '../../accounts/address.ts';
import { ok, problem, type Result } from '../../result.ts';
import { plainAddress } from '../doors/address.ts';
import type { Asker } from './services.ts';

/** The cookie of somebody who is signed in. */
export const COOKIE = 'tengen';

/** Where a request comes from, by its connection: nobody's word is taken for it. */
export const addressOf = ({ socket }: IncomingMessage): string => plainAddress(socket.remoteAddress ?? '');

/** Who sends this request. The problem: a token that nobody has. A cookie that nobody has is as good as none. */
export async function readAsker(request: IncomingMessage, accounts: Accounts | undefined): Promise<Result<Asker>> {
  const from = { address: addressOf(request), isForwarded: isForwarded(request) };
  const nobody = { ...from, account: undefined, by: undefined, secure: isSecure(request) };
  const token = /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? '')?.[1];
  if (token !== undefined) {
    const account = await accounts?.identify(token, 'token', from);
    return account === undefined ? problem('nobody has this token') : ok({ ...nobody, account, by: 'token' });
  }
  const secret = parse(request.headers.cookie ?? '', COOKIE)[COOKIE];
  const account = secret === undefined ? undefined : await accounts?.identify(secret, 'cookie', from);
  return ok(account === undefined ? nobody : { ...nobody, account, by: 'cookie' });
}

/**
 * Whether a request comes from this server's own page, or from no page at all. What a browser sends for another site
 * carries that site's `Origin`, and the cookie may come along with it.
 */
export function isFromHere({ headers: { origin, host } }: IncomingMessage): boolean {
  if (origin === undefined) return true;
  return host !== undefined && URL.canParse(origin) && new URL(origin).host === hostOf(host);
}

/** Without a port that goes without saying, as in an origin. */
const hostOf = (host: string): string => host.toLowerCase().replace(/:(?:80|443)$/, '');

/**
 * Said by whatever stands before this server, which speaks for others, too. So does whoever comes from this very machine
 * and asks for another one: a proxy that passes `Host` on, or a browser here that shows a page of some other site, whose
 * name has been made to lead here.
 */
export const isForwarded = ({ headers, socket }: IncomingMessage): boolean =>
  ['forwarded', 'via', 'x-forwarded-for', 'x-real-ip'].some((name) => headers[name] !== undefined) ||
  (isLoopback(socket.remoteAddress ?? '') && !isThisMachine(headers.host ?? ''));

function isThisMachine(host: string): boolean {
  const name = URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname.replace(/^\[|\]$/g, '') : '';
  return /^(?:.+\.)?localhost$/.test(name) || (isIP(name) !== 0 && isLoopback(name));
}

const isSecure = ({ socket, headers }: IncomingMessage): boolean =>
  (socket as Partial<TLSSocket>).encrypted === true || headers.origin?.startsWith('https://') === true;
