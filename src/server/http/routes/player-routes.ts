import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi';
import type { ListedPlayer } from '../../../lobby/directory/directory.ts';
import { playerResource, ranking, ratingClasses } from '../../../protocols/api/resource-schemas.ts';
import { values } from '../../../protocols/api/value-schemas.ts';
import { failures, json } from '../openapi-route-helpers.ts';
import { accountOf } from '../read-viewer-credentials.ts';
import type { RequestEnvironment } from '../requester.ts';
import type { RouteServices } from '../route-services.ts';

const playerRoute = createRoute({
  method: 'get',
  path: '/api/players/{name}',
  operationId: 'getPlayer',
  tags: ['Players'],
  summary: 'One player: games, results, ratings',
  description: 'Private games are only in the list of recent games, and only for an account that has played them.',
  request: { params: z.object({ name: values().oneLine.min(1).max(64) }) },
  responses: {
    200: json('A player who is present or has played.', playerResource),
    ...failures(400, 404, 503),
  },
});

const rankingRoute = createRoute({
  method: 'get',
  path: '/api/ratings/{class}',
  operationId: 'getRanking',
  tags: ['Players'],
  summary: 'The hundred highest ratings of a class',
  request: { params: z.object({ class: values().ratingClass }) },
  responses: { 200: json('The highest rating first.', ranking), ...failures(400, 503) },
});

const ratingClassesRoute = createRoute({
  method: 'get',
  path: '/api/ratings',
  operationId: 'listRatingClasses',
  tags: ['Players'],
  summary: 'The classes of ratings, with the number of players',
  responses: { 200: json('Every class, also without players.', ratingClasses), ...failures(503) },
});

export function playerRoutes(services: RouteServices): OpenAPIHono<RequestEnvironment> {
  const { archive, hub, clock } = services;
  const app = new OpenAPIHono<RequestEnvironment>();
  if (archive === undefined) return app;
  app.openapi(playerRoute, async (c) => {
    const { name } = c.req.valid('param');
    const known = await archive.player(name, clock.now(), accountOf(c));
    const present = hub.directory.listedPlayer(name);
    const reserved = hub.administration.names.has(name);
    if (known === undefined && present === undefined && !reserved)
      return c.json({ error: `there is no player ${name}` }, 404);
    const player = { ...NO_GAMES, name: present?.name ?? name, ...known, reserved };
    return c.json(present === undefined ? player : { ...player, here: hereOf(present) }, 200);
  });
  app.openapi(ratingClassesRoute, async (c) => c.json(await archive.ratingClasses(clock.now()), 200));
  app.openapi(rankingRoute, async (c) => c.json(await archive.ranking(c.req.valid('param').class, clock.now()), 200));
  return app;
}

/** A player without finished games. */
const NO_GAMES = { games: 0, won: 0, lost: 0, drawn: 0, ratings: [], recent: [] };

const hereOf = ({ protocol, game, playing }: ListedPlayer) => ({
  protocol,
  ...(game === undefined ? {} : { game }),
  ...(playing === undefined ? {} : { playing }),
});
