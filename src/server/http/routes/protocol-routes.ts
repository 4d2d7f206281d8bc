import { createRoute, OpenAPIHono } from '@hono/zod-openapi';
import { type ProtocolResource, protocolList } from '../../../protocols/api/resource-schemas.ts';
import { json } from '../openapi-route-helpers.ts';
import type { RequestEnvironment } from '../requester.ts';
import type { RouteServices } from '../route-services.ts';

const protocolsRoute = createRoute({
  method: 'get',
  path: '/api/protocols',
  operationId: 'listProtocols',
  tags: ['Lobby'],
  summary: 'The protocols that clients of this server speak',
  responses: { 200: json('In no particular order.', protocolList) },
});

export function protocolRoutes({ protocols }: RouteServices): OpenAPIHono<RequestEnvironment> {
  const list = protocols.map(
    ({ name, title, hasProposals = false }): ProtocolResource => ({ name, title, proposes: hasProposals }),
  );
  return new OpenAPIHono<RequestEnvironment>().openapi(protocolsRoute, (c) => c.json({ protocols: list }, 200));
}
