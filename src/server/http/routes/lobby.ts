import { createRoute, OpenAPIHono } from '@hono/zod-openapi';
import { lobby } from '../../../protocols/api/resource.ts';
import { failures, json, jsonOf } from '../answers.ts';
import { LobbySnapshots } from '../lobby-snapshots.ts';
import type { Environment, Services } from '../services.ts';

const lobbyRoute = createRoute({
  method: 'get',
  path: '/api/lobby',
  summary: 'Who is here, who waits and what is played',
  responses: { 200: json('As it is at this moment.', lobby), ...failures(503) },
});

export function lobbyRoutes({ visits, largeAnswers }: Services): OpenAPIHono<Environment> {
  const snapshots = new LobbySnapshots(visits);
  return new OpenAPIHono<Environment>().openapi(
    lobbyRoute,
    async (c) => await largeAnswers.inTurn(c, async () => jsonOf(c, await snapshots.next(c.get('requester')))),
  );
}
