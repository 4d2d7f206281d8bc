import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { networkOf } from '../../../accounts/ip-address.ts';
import { ban, bans, newBan, passwordReset } from '../../../protocols/api/resource-schemas.ts';
import { values } from '../../../protocols/api/value-schemas.ts';
import { body, json } from '../error-responses.ts';
import { gameInPath, numberInPath } from '../path-number.ts';
import type { Environment, RouteServices } from '../route-services.ts';
import { ACCOUNT_FAILURES, notSignedIn, ownerOf, refuse } from '../session-cookie.ts';

const done = (description: string) => ({ 204: { description }, ...ACCOUNT_FAILURES });
const named = z.object({ name: values().oneLine.min(1).max(64) });
const numbered = z.object({
  id: numberInPath(2 ** 31 - 1),
});

const stopRoute = createRoute({
  method: 'post',
  path: '/api/administration/games/{game}/stop',
  summary: 'Ends a game without a result',
  request: { params: gameInPath },
  responses: done('It is over.'),
});

const removeRoute = createRoute({
  method: 'post',
  path: '/api/administration/players/{name}/remove',
  summary: 'Sends a player away, who may come back; a running game is lost',
  request: { params: named },
  responses: done('The player is gone.'),
});

const bansRoute = createRoute({
  method: 'get',
  path: '/api/administration/bans',
  summary: 'Who is kept away',
  responses: { 200: json('The oldest ban first.', bans), ...ACCOUNT_FAILURES },
});

const banRoute = createRoute({
  method: 'post',
  path: '/api/administration/bans',
  summary: 'Keeps a name or an address away, and sends away who is here by it',
  description: 'An IPv6 address stands for the /64 network that it belongs to.',
  request: { body: body(newBan) },
  responses: { 201: json('The ban holds.', ban), ...ACCOUNT_FAILURES },
});

const liftRoute = createRoute({
  method: 'delete',
  path: '/api/administration/bans/{id}',
  summary: 'Lifts a ban',
  request: { params: numbered },
  responses: done('It holds no more.'),
});

const passwordRoute = createRoute({
  method: 'post',
  path: '/api/administration/accounts/{name}/password',
  summary: 'Gives an account another password, for an owner who has forgotten it',
  description: 'Signs the account out everywhere, and revokes its tokens.',
  request: { params: named, body: body(passwordReset) },
  responses: done('The owner signs in with it, and changes it.'),
});

const PATHS = '/api/administration/*';

/** What those in charge can do. All of it is logged. */
export function administrationRoutes(services: RouteServices): OpenAPIHono<Environment> {
  const { accounts, bans, hub } = services;
  const app = new OpenAPIHono<Environment>();
  if (accounts === undefined || bans === undefined) return app;
  app.use(PATHS, async (c, next) => {
    const owner = ownerOf(c);
    if (owner === undefined) return notSignedIn(c);
    return owner.administrator ? await next() : c.json({ error: 'only for administrators' }, 403);
  });
  app.openapi(stopRoute, async (c) => {
    const { game } = c.req.valid('param');
    if (!(await hub.administration.stopGame(game))) return c.json({ error: `game ${game} does not run` }, 404);
    note(c, services, { game }, 'stop-game');
    return c.body(null, 204);
  });
  app.openapi(removeRoute, async (c) => {
    const { name } = c.req.valid('param');
    if (services.isComputerPlayer?.(name)) return c.json({ error: 'a house player stays' }, 409);
    if (!(await hub.administration.kick(name))) return c.json({ error: 'nobody of that name is here' }, 404);
    note(c, services, { name }, 'kick');
    return c.body(null, 204);
  });
  app.openapi(passwordRoute, async (c) => {
    const { name } = c.req.valid('param');
    const reset = await accounts.resetPassword(name, c.req.valid('json').password);
    if (!reset.ok) return refuse(c, reset.problem);
    if (!reset.value) return c.json({ error: 'nobody has reserved that name' }, 404);
    note(c, services, { name }, 'reset-password');
    return c.body(null, 204);
  });
  mountBans(app, services);
  return app;
}

function mountBans(app: OpenAPIHono<Environment>, services: RouteServices): void {
  const { bans, accounts, hub, visits } = services;
  if (accounts === undefined || bans === undefined) return;
  app.openapi(bansRoute, (c) => c.json({ bans: bans.all }, 200));
  app.openapi(banRoute, async (c) => {
    const { name, address, hours, reason } = c.req.valid('json');
    const objection = objectionTo(c, services, name, address);
    if (objection !== undefined) return c.json({ error: objection }, 409);
    const added = await bans.add({ name, address, hours, reason });
    if (name !== undefined) {
      await hub.administration.kick(name);
      await hub.administration.kickAccount(name);
      visits.review(name);
    } else {
      await hub.administration.kickAddresses((address) => bans.isBanned(address));
      visits.reviewAll();
    }
    note(c, services, { name, address, hours }, 'ban');
    return c.json(added, 201);
  });
  app.openapi(liftRoute, async (c) => {
    const { id } = c.req.valid('param');
    if (!(await bans.lift(id))) return c.json({ error: 'there is no such ban' }, 404);
    note(c, services, { ban: id }, 'lift-ban');
    return c.body(null, 204);
  });
}

/** Why a ban would hit those who run the server. */
function objectionTo(
  c: Context<Environment>,
  { accounts, isComputerPlayer }: RouteServices,
  name: string | undefined,
  address: string | undefined,
): string | undefined {
  if (name !== undefined && accounts?.isAdministrator(name)) return 'an administrator cannot be banned';
  if (name !== undefined && isComputerPlayer?.(name)) return 'a house player stays';
  const isOwn = address !== undefined && networkOf(address) === networkOf(c.get('requester').address);
  return isOwn ? 'that is your own address' : undefined;
}

function note(c: Context<Environment>, { log }: RouteServices, what: object, action: string): void {
  log.info({ action, ...what, administrator: c.get('requester').account?.name }, 'administrator.acted');
}
