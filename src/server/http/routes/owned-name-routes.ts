import { createRoute, OpenAPIHono } from '@hono/zod-openapi';
import { type OwnConnection, opening, ownConnection } from '../../../protocols/api/resource-schemas.ts';
import { ACCOUNT_FAILURES, notSignedIn, refuse } from '../account-route-refusals.ts';
import { json, SIGNED_IN } from '../openapi-route-helpers.ts';
import type { RequestEnvironment } from '../requester.ts';
import type { RouteServices } from '../route-services.ts';

const openRoute = createRoute({
  method: 'post',
  path: '/api/opening',
  operationId: 'openName',
  tags: ['Accounts'],
  security: SIGNED_IN,
  summary: 'For one minute, the next client that takes your name is yours',
  description:
    'For protocols without passwords. The client needs the address of this request, unless a proxy has forwarded it. While a client uses the name the answer is 409: disconnect it first.',
  responses: { 201: json('The end of the minute.', opening), ...ACCOUNT_FAILURES },
});

const connectionRoute = createRoute({
  method: 'get',
  path: '/api/connection',
  operationId: 'readConnection',
  tags: ['Accounts'],
  security: SIGNED_IN,
  summary: 'The client that uses your name now',
  responses: { 200: json('Without `connection`: no client.', ownConnection), ...ACCOUNT_FAILURES },
});

const endRoute = createRoute({
  method: 'delete',
  path: '/api/connection',
  operationId: 'disconnectClient',
  tags: ['Accounts'],
  security: SIGNED_IN,
  summary: 'Disconnects the client that uses your name',
  description: 'It loses a running game.',
  responses: { 204: { description: 'It is disconnected.' }, ...ACCOUNT_FAILURES },
});

/** With these routes, the owner of a name controls the clients that use it in protocols without passwords. By cookie or token. */
export function ownedNameRoutes({ accounts, hub, log }: RouteServices): OpenAPIHono<RequestEnvironment> {
  const app = new OpenAPIHono<RequestEnvironment>();
  if (accounts === undefined) return app;
  const clientOf = (name: string): OwnConnection => {
    const player = hub.directory.listedPlayer(name);
    const address = hub.addressOf(name);
    if (player === undefined || address === undefined) return {};
    const playing = player.game !== undefined || player.playing === true;
    return { connection: { protocol: player.protocol, address, playing } };
  };
  app.openapi(openRoute, async (c) => {
    const { account } = c.get('requester');
    if (account === undefined) return notSignedIn(c);
    const { connection } = clientOf(account.name);
    if (connection !== undefined) {
      const { protocol, address } = connection;
      return c.json(
        { error: `a client uses the name now, over ${protocol} from ${address}: disconnect it first` },
        409,
      );
    }
    const opened = await accounts.openName(account.name, c.get('requester'));
    if (!opened.ok) return refuse(c, opened.problem);
    log.info({ account: account.name }, 'name.opened');
    return c.json({ until: opened.value }, 201);
  });
  app.openapi(connectionRoute, (c) => {
    const { account } = c.get('requester');
    if (account === undefined) return notSignedIn(c);
    return c.json(clientOf(account.name), 200);
  });
  app.openapi(endRoute, async (c) => {
    const { account } = c.get('requester');
    if (account === undefined) return notSignedIn(c);
    if (!(await hub.administration.kick(account.name))) return c.json({ error: 'no client uses the name' }, 404);
    log.info({ account: account.name }, 'name.disconnected');
    return c.body(null, 204);
  });
  return app;
}
