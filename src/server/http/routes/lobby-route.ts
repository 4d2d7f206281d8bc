import { createRoute, OpenAPIHono } from '@hono/zod-openapi';
import { lobby } from '../../../protocols/api/resource-schemas.ts';
import { LobbyJsonBuilder } from '../lobby-json-builder.ts';
import { json, jsonOf } from '../openapi-route-helpers.ts';
import type { RequestEnvironment } from '../requester.ts';
import type { RouteServices } from '../route-services.ts';

const lobbyRoute = createRoute({
  method: 'get',
  path: '/api/lobby',
  operationId: 'getLobby',
  tags: ['Lobby'],
  summary: 'Players, seeks and running games',
  responses: { 200: json('As they are now.', lobby) },
});

export function lobbyRoutes({ hub, clock, largeAnswers }: RouteServices): OpenAPIHono<RequestEnvironment> {
  const snapshots = new LobbyJsonBuilder(hub, clock);
  return new OpenAPIHono<RequestEnvironment>().openapi(
    lobbyRoute,
    async (c) => await largeAnswers.run(c, async () => jsonOf(c, await snapshots.next())),
  );
}
