import { createRoute, OpenAPIHono } from '@hono/zod-openapi';
import { lobby } from '../../protocols/web/resource.ts';
import { failures, json } from './answers.ts';
import { look } from './look.ts';
import type { Environment, Services } from './services.ts';

const lobbyRoute = createRoute({
  method: 'get',
  path: '/api/lobby',
  summary: 'Who is here, who waits and what is played',
  responses: { 200: json('As it is at this moment.', lobby), ...failures(503) },
});

export function lobbyRoutes({ visits }: Services): OpenAPIHono<Environment> {
  return new OpenAPIHono<Environment>().openapi(lobbyRoute, async (c) => {
    const directory = await look(visits.look(c.get('asker')), { kind: 'observe' }, 'directory');
    if (directory === undefined) return c.json({ error: 'the server stops' }, 503);
    const { players, seeks, games } = directory;
    return c.json({ players, seeks, games }, 200);
  });
}
