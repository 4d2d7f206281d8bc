import type { IncomingMessage } from 'node:http';
import type { TLSSocket } from 'node:tls';
import { parse } from 'hono/utils/cookie';
import type { Accounts } from '../../accounts/accounts.ts';
import { ok, problem, type Result } from '../../result.ts';
import { connectionOf } from '../connection-id.ts';
import { addressOf } from '../listeners/socket-client-address.ts';
import { isForwarded } from './host-and-origin-check.ts';
import type { Requester } from './requester.ts';

/** The name of the sign-in cookie. */
export const COOKIE = 'tengen';
/** The name of the cookie that marks a browser in which the owner of an account has signed in. */
export const BROWSER_COOKIE = 'tengen-browser';

/** The IP address of the connection. Headers are not trusted. */
export const requesterAddress = ({ socket }: IncomingMessage): string => addressOf(socket);

/** Authenticates a request. An unknown token is a problem; an unknown cookie is ignored. */
export async function readRequester(
  request: IncomingMessage,
  accounts: Accounts | undefined,
): Promise<Result<Requester>> {
  const connection = connectionOf(request.socket);
  const { [COOKIE]: secret, [BROWSER_COOKIE]: browser } = parse(request.headers.cookie ?? '');
  const from = { address: requesterAddress(request), isForwarded: isForwarded(request), browser };
  const anonymous = { ...from, connection, account: undefined, by: undefined, secure: isSecure(request) };
  const token = /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? '')?.[1];
  if (token !== undefined) {
    const account = await accounts?.identify(token, 'token', from);
    return account === undefined ? problem('unknown token') : ok({ ...anonymous, account, by: 'token' });
  }
  const account = secret === undefined ? undefined : await accounts?.identify(secret, 'cookie', from);
  return ok(account === undefined ? anonymous : { ...anonymous, account, by: 'cookie' });
}

const isSecure = ({ socket, headers }: IncomingMessage): boolean =>
  (socket as Partial<TLSSocket>).encrypted === true || headers.origin?.startsWith('https://') === true;
