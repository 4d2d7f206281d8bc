import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi';
import { invitationKeyHash } from '../../../protocols/api/invitation-key-hash.ts';
import { seekOf } from '../../../protocols/api/lobby-to-json.ts';
import { invitation } from '../../../protocols/api/resource-schemas.ts';
import { values } from '../../../protocols/api/value-schemas.ts';
import { failures, json } from '../openapi-route-helpers.ts';
import type { RequestEnvironment } from '../requester.ts';
import type { RouteServices } from '../route-services.ts';

const invitationRoute = createRoute({
  method: 'get',
  path: '/api/invitations/{key}',
  operationId: 'getInvitation',
  tags: ['Games'],
  summary: 'An invitation: who invites, and to which game',
  description:
    'The seek, while its host waits; the message `accept-invitation` accepts it. Afterwards the number of the game, which ' +
    'can be read with the key if it is private.',
  request: { params: z.object({ key: values().key }) },
  responses: { 200: json('The invitation.', invitation), ...failures(400, 404, 503) },
});

export function invitationRoutes({ hub, archive }: RouteServices): OpenAPIHono<RequestEnvironment> {
  return new OpenAPIHono<RequestEnvironment>().openapi(invitationRoute, async (c) => {
    const hash = invitationKeyHash(c.req.valid('param').key);
    const found = hub.directory.invitation(hash);
    if (typeof found === 'object') return c.json({ state: 'waiting' as const, seek: seekOf(found) }, 200);
    const game = found ?? (await archive?.invited(hash));
    if (game === undefined) return c.json({ error: 'there is no such invitation' }, 404);
    return c.json({ state: 'taken' as const, game }, 200);
  });
}
