import type { IncomingMessage } from 'node:http';
import type { TLSSocket } from 'node:tls';
import { parse } from 'hono/utils/cookie';
import type { Accounts } from '../../accounts/accounts.ts';
import { ok, problem, type Result } from '../../result.ts';
import { connectionOf } from '../connection-id.ts';
import { addressOf } from '../listeners/client-address.ts';
import type { Requester } from './services.ts';
import { speaksForOthers } from './site.ts';

/** The cookie of somebody who is signed in. */
export const COOKIE = 'tengen';

/** Where a request comes from, by its connection: no header's word is taken for it. */
export const requesterAddress = ({ socket }: IncomingMessage): string => addressOf(socket);

/** Who sends this request. The problem: a token that nobody has. A cookie that nobody has is as good as none. */
export async function readRequester(
  request: IncomingMessage,
  accounts: Accounts | undefined,
): Promise<Result<Requester>> {
  const connection = connectionOf(request.socket);
  const from = { address: requesterAddress(request), isForwarded: speaksForOthers(request) };
  const nobody = { ...from, connection, account: undefined, by: undefined, secure: isSecure(request) };
  const token = /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? '')?.[1];
  if (token !== undefined) {
    const account = await accounts?.identify(token, 'token', from);
    return account === undefined ? problem('nobody has this token') : ok({ ...nobody, account, by: 'token' });
  }
  const secret = parse(request.headers.cookie ?? '', COOKIE)[COOKIE];
  const account = secret === undefined ? undefined : await accounts?.identify(secret, 'cookie', from);
  return ok(account === undefined ? nobody : { ...nobody, account, by: 'cookie' });
}

const isSecure = ({ socket, headers }: IncomingMessage): boolean =>
  (socket as Partial<TLSSocket>).encrypted === true || headers.origin?.startsWith('https://') === true;
