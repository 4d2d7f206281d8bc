import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { getCookie } from 'hono/cookie';
import type { Accounts } from '../../../accounts/accounts.ts';
import {
  account,
  confirmation,
  createdToken,
  credentials,
  newAccount,
  newToken,
  passwordChange,
  signedIn,
  tokens,
} from '../../../protocols/api/resource-schemas.ts';
import { ACCOUNT_FAILURES, notSignedIn, refuse } from '../account-route-refusals.ts';
import { BY_COOKIE, body, json, numberInPath } from '../openapi-route-helpers.ts';
import { COOKIE } from '../read-requester.ts';
import type { RequestEnvironment } from '../requester.ts';
import type { RouteServices } from '../route-services.ts';
import { deleteSignInCookie, ownerOf, setSignInCookie } from '../sign-in-cookie.ts';

const nothing = (description: string) => ({ 204: { description }, ...ACCOUNT_FAILURES });

const reserveRoute = createRoute({
  method: 'post',
  path: '/api/accounts',
  operationId: 'createAccount',
  tags: ['Accounts'],
  summary: 'Creates an account and signs in',
  request: { body: body(newAccount) },
  responses: { 201: json('The account, with a cookie.', account), ...ACCOUNT_FAILURES },
});

const removeRoute = createRoute({
  method: 'delete',
  path: '/api/accounts',
  operationId: 'deleteAccount',
  tags: ['Accounts'],
  security: BY_COOKIE,
  summary: 'Deletes the account',
  request: { body: body(confirmation) },
  responses: nothing('The name is free.'),
});

const passwordRoute = createRoute({
  method: 'put',
  path: '/api/password',
  operationId: 'changePassword',
  tags: ['Accounts'],
  security: BY_COOKIE,
  summary: 'Changes the password and ends all other sign-ins',
  request: { body: body(passwordChange) },
  responses: { 200: json('The account, with a new cookie.', account), ...ACCOUNT_FAILURES },
});

const sessionRoute = createRoute({
  method: 'get',
  path: '/api/session',
  operationId: 'getSession',
  tags: ['Accounts'],
  summary: 'The account that is signed in',
  responses: { 200: json('`account` is absent if no account is signed in.', signedIn), ...ACCOUNT_FAILURES },
});

const signInRoute = createRoute({
  method: 'post',
  path: '/api/session',
  operationId: 'signIn',
  tags: ['Accounts'],
  summary: 'Signs in',
  request: { body: body(credentials) },
  responses: { 200: json('The account, with a cookie.', account), ...ACCOUNT_FAILURES },
});

const signOutRoute = createRoute({
  method: 'delete',
  path: '/api/session',
  operationId: 'signOut',
  tags: ['Accounts'],
  summary: 'Signs out',
  responses: nothing('Signed out.'),
});

const tokensRoute = createRoute({
  method: 'get',
  path: '/api/tokens',
  operationId: 'listTokens',
  tags: ['Accounts'],
  security: BY_COOKIE,
  summary: 'The tokens of this account',
  responses: { 200: json('The tokens without their secrets.', tokens), ...ACCOUNT_FAILURES },
});

const createTokenRoute = createRoute({
  method: 'post',
  path: '/api/tokens',
  operationId: 'createToken',
  tags: ['Accounts'],
  security: BY_COOKIE,
  summary: 'Creates a token for a program',
  request: { body: body(newToken) },
  responses: { 201: json('The token. Its secret is returned only once.', createdToken), ...ACCOUNT_FAILURES },
});

const revokeTokenRoute = createRoute({
  method: 'delete',
  path: '/api/tokens/{id}',
  operationId: 'revokeToken',
  tags: ['Accounts'],
  security: BY_COOKIE,
  summary: 'Revokes a token',
  request: {
    params: z.object({
      id: numberInPath(2 ** 31 - 1),
    }),
  },
  responses: nothing('The token is invalid.'),
});

/** Accounts, sign-ins and tokens. */
export function accountRoutes({ accounts, log }: RouteServices): OpenAPIHono<RequestEnvironment> {
  const app = new OpenAPIHono<RequestEnvironment>();
  if (accounts === undefined) return app;
  app.openapi(reserveRoute, async (c) => {
    const { name, password } = c.req.valid('json');
    const reserved = await accounts.reserve(name, password, c.get('requester'));
    if (!reserved.ok) return refuse(c, reserved.problem);
    await signOut(c, accounts);
    setSignInCookie(c, reserved.value);
    log.info({ account: reserved.value.account.name }, 'account.created');
    return c.json(reserved.value.account, 201);
  });
  app.openapi(removeRoute, async (c) => {
    const owner = ownerOf(c);
    if (owner === undefined) return notSignedIn(c);
    const removed = await accounts.remove(owner.name, c.req.valid('json').password, c.get('requester'));
    if (!removed.ok) return refuse(c, removed.problem);
    deleteSignInCookie(c);
    log.info({ account: owner.name }, 'account.deleted');
    return c.body(null, 204);
  });
  app.openapi(passwordRoute, async (c) => {
    const owner = ownerOf(c);
    if (owner === undefined) return notSignedIn(c);
    const changed = await accounts.changePassword(owner.name, c.req.valid('json'), c.get('requester'));
    if (!changed.ok) return refuse(c, changed.problem);
    setSignInCookie(c, changed.value);
    return c.json(changed.value.account, 200);
  });
  mountSession(app, accounts);
  mountTokens(app, accounts);
  return app;
}

function mountSession(app: OpenAPIHono<RequestEnvironment>, accounts: Accounts): void {
  app.openapi(sessionRoute, (c) => {
    const { account } = c.get('requester');
    return c.json(account === undefined ? {} : { account }, 200);
  });
  app.openapi(signInRoute, async (c) => {
    const { name, password } = c.req.valid('json');
    const signedInAccount = await accounts.signIn(name, password, c.get('requester'));
    if (!signedInAccount.ok) return refuse(c, signedInAccount.problem);
    await signOut(c, accounts);
    setSignInCookie(c, signedInAccount.value);
    return c.json(signedInAccount.value.account, 200);
  });
  app.openapi(signOutRoute, async (c) => {
    await signOut(c, accounts);
    deleteSignInCookie(c);
    return c.body(null, 204);
  });
}

function mountTokens(app: OpenAPIHono<RequestEnvironment>, accounts: Accounts): void {
  app.openapi(tokensRoute, async (c) => {
    const owner = ownerOf(c);
    if (owner === undefined) return notSignedIn(c);
    return c.json({ tokens: await accounts.tokens(owner.name) }, 200);
  });
  app.openapi(createTokenRoute, async (c) => {
    const owner = ownerOf(c);
    if (owner === undefined) return notSignedIn(c);
    const created = await accounts.createToken(owner.name, c.req.valid('json').label);
    return created.ok ? c.json(created.value, 201) : refuse(c, created.problem);
  });
  app.openapi(revokeTokenRoute, async (c) => {
    const owner = ownerOf(c);
    if (owner === undefined) return notSignedIn(c);
    const revoked = await accounts.revokeToken(owner.name, c.req.valid('param').id);
    return revoked ? c.body(null, 204) : c.json({ error: 'there is no such token' }, 404);
  });
}

/** Ends the current sign-in of the browser, if there is one. */
async function signOut(c: Context<RequestEnvironment>, accounts: Accounts): Promise<void> {
  const secret = getCookie(c, COOKIE);
  if (secret !== undefined) await accounts.signOut(secret);
}
