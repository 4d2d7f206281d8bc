import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { networkOf } from '../../../accounts/ip-address.ts';
import { makeCsv } from '../../../csv.ts';
import { ban, bans, generatedPassword, listedAccounts, newBan } from '../../../protocols/api/resource-schemas.ts';
import { values } from '../../../protocols/api/value-schemas.ts';
import { ACCOUNT_FAILURES, notSignedIn } from '../account-route-refusals.ts';
import { csv, csvOf } from '../csv-response.ts';
import { BY_COOKIE, body, gameInPath, json, numberInPath } from '../openapi-route-helpers.ts';
import type { RequestEnvironment } from '../requester.ts';
import type { RouteServices } from '../route-services.ts';
import { ownerOf } from '../sign-in-cookie.ts';

const ADMINISTRATION = { tags: ['Administration'], security: BY_COOKIE };

const done = (description: string) => ({ 204: { description }, ...ACCOUNT_FAILURES });
const named = z.object({ name: values().oneLine.min(1).max(64) });
const numbered = z.object({
  id: numberInPath(2 ** 31 - 1),
});

const stopRoute = createRoute({
  method: 'post',
  path: '/api/administration/games/{game}/stop',
  operationId: 'stopGame',
  ...ADMINISTRATION,
  summary: 'Ends a game without a result',
  request: { params: gameInPath },
  responses: done('The game is over.'),
});

const removeRoute = createRoute({
  method: 'post',
  path: '/api/administration/players/{name}/remove',
  operationId: 'removePlayer',
  ...ADMINISTRATION,
  summary: 'Disconnects a player, who loses a running game and may reconnect',
  request: { params: named },
  responses: done('The player is disconnected.'),
});

const bansRoute = createRoute({
  method: 'get',
  path: '/api/administration/bans',
  operationId: 'listBans',
  ...ADMINISTRATION,
  summary: 'The bans',
  responses: { 200: json('The oldest ban first.', bans), ...ACCOUNT_FAILURES },
});

const banRoute = createRoute({
  method: 'post',
  path: '/api/administration/bans',
  operationId: 'createBan',
  ...ADMINISTRATION,
  summary: 'Bans a name or an address, and disconnects its players',
  description: 'A ban of an IPv6 address applies to its /64 network.',
  request: { body: body(newBan) },
  responses: { 201: json('The ban.', ban), ...ACCOUNT_FAILURES },
});

const liftRoute = createRoute({
  method: 'delete',
  path: '/api/administration/bans/{id}',
  operationId: 'liftBan',
  ...ADMINISTRATION,
  summary: 'Lifts a ban',
  request: { params: numbered },
  responses: done('The ban is lifted.'),
});

const passwordRoute = createRoute({
  method: 'post',
  path: '/api/administration/accounts/{name}/password',
  operationId: 'resetPassword',
  ...ADMINISTRATION,
  summary: 'Makes a new password for an account whose owner has forgotten it',
  description: 'Ends all sign-ins of the account and revokes its tokens.',
  request: { params: named },
  responses: { 200: json('The new password. It is sent once.', generatedPassword), ...ACCOUNT_FAILURES },
});

const accountsRoute = createRoute({
  method: 'get',
  path: '/api/administration/accounts',
  operationId: 'listAccounts',
  ...ADMINISTRATION,
  summary: 'The accounts, with the groups of a course',
  responses: { 200: json('By name.', listedAccounts), ...ACCOUNT_FAILURES },
});

const accountTableRoute = createRoute({
  method: 'get',
  path: '/api/administration/accounts.csv',
  operationId: 'downloadAccountsTable',
  ...ADMINISTRATION,
  summary: 'The accounts and their groups as a table',
  responses: { 200: csv('One line for each account, by name.'), ...ACCOUNT_FAILURES },
});

const PATHS = '/api/administration/*';

/** Routes for administrators. All actions are logged. */
export function administrationRoutes(services: RouteServices): OpenAPIHono<RequestEnvironment> {
  const { accounts, bans, hub } = services;
  const app = new OpenAPIHono<RequestEnvironment>();
  if (accounts === undefined || bans === undefined) return app;
  app.use(PATHS, async (c, next) => {
    const owner = ownerOf(c);
    if (owner === undefined) return notSignedIn(c);
    return owner.administrator ? await next() : c.json({ error: 'only for administrators' }, 403);
  });
  app.openapi(stopRoute, async (c) => {
    const { game } = c.req.valid('param');
    if (!(await hub.administration.stopGame(game))) return c.json({ error: `game ${game} is not running` }, 404);
    logAction(c, services, { game }, 'stop-game');
    return c.body(null, 204);
  });
  app.openapi(removeRoute, async (c) => {
    const { name } = c.req.valid('param');
    if (services.isComputerPlayer?.(name)) return c.json({ error: 'a computer player cannot be removed' }, 409);
    if (!(await hub.administration.kick(name))) return c.json({ error: 'no player has that name' }, 404);
    logAction(c, services, { name }, 'kick');
    return c.body(null, 204);
  });
  app.openapi(accountsRoute, async (c) => c.json({ accounts: await accounts.list() }, 200));
  app.openapi(accountTableRoute, async (c) => {
    const rows = (await accounts.list()).map(({ name, group, created }) => [
      name,
      group,
      new Date(created).toISOString(),
    ]);
    return csvOf(c, makeCsv([['name', 'group', 'created'], ...rows]), 'accounts.csv');
  });
  app.openapi(passwordRoute, async (c) => {
    const { name } = c.req.valid('param');
    const password = await accounts.resetPassword(name);
    if (password === undefined) return c.json({ error: 'there is no such account' }, 404);
    logAction(c, services, { name }, 'reset-password');
    return c.json({ password }, 200);
  });
  mountBans(app, services);
  return app;
}

function mountBans(app: OpenAPIHono<RequestEnvironment>, services: RouteServices): void {
  const { bans, accounts } = services;
  if (accounts === undefined || bans === undefined) return;
  app.openapi(bansRoute, (c) => c.json({ bans: bans.all }, 200));
  app.openapi(banRoute, async (c) => {
    const { name, address, hours, reason } = c.req.valid('json');
    const problem = reasonToRefuse(c, services, name, address);
    if (problem !== undefined) return c.json({ error: problem }, 409);
    const added = await bans.add({ name, address, hours, reason });
    logAction(c, services, { name, address, hours }, 'ban');
    return c.json(added, 201);
  });
  app.openapi(liftRoute, async (c) => {
    const { id } = c.req.valid('param');
    if (!(await bans.lift(id))) return c.json({ error: 'there is no such ban' }, 404);
    logAction(c, services, { ban: id }, 'lift-ban');
    return c.body(null, 204);
  });
}

/** Why a ban is refused: it would apply to an administrator or a computer player. Undefined if it is allowed. */
function reasonToRefuse(
  c: Context<RequestEnvironment>,
  { accounts, isComputerPlayer }: RouteServices,
  name: string | undefined,
  address: string | undefined,
): string | undefined {
  if (name !== undefined && accounts?.isAdministrator(name)) return 'an administrator cannot be banned';
  if (name !== undefined && isComputerPlayer?.(name)) return 'a computer player cannot be removed';
  const isOwn = address !== undefined && networkOf(address) === networkOf(c.get('requester').address);
  return isOwn ? 'you cannot ban your own address' : undefined;
}

function logAction(c: Context<RequestEnvironment>, { log }: RouteServices, fields: object, action: string): void {
  log.info({ action, ...fields, administrator: c.get('requester').account?.name }, 'administrator.acted');
}
