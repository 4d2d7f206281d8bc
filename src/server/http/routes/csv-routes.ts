import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi';
import { gamesCsv, rankingCsv } from '../../../archive/archive-csv.ts';
import { crossTableGames } from '../../../archive/cross-table.ts';
import { search } from '../../../protocols/api/resource-schemas.ts';
import { values } from '../../../protocols/api/value-schemas.ts';
import { csv, csvOf } from '../csv-response.ts';
import { failures } from '../openapi-route-helpers.ts';
import type { RequestEnvironment } from '../requester.ts';
import type { RouteServices } from '../route-services.ts';

const query = search.omit({ limit: true });

const gamesRoute = createRoute({
  method: 'get',
  path: '/api/archive.csv',
  operationId: 'downloadGamesTable',
  tags: ['Archive'],
  summary: 'The same search as a table, a line for each game',
  description: 'At most 10,000 games, the newest first; `before` continues.',
  request: { query },
  responses: { 200: csv('One line for each game.'), ...failures(400, 503) },
});

const crossTableRoute = createRoute({
  method: 'get',
  path: '/api/cross-table.csv',
  operationId: 'downloadCrossTable',
  tags: ['Archive'],
  summary: 'The results of every player against every other, of the games that a search finds',
  description:
    'A cell such as `2-1-0` counts the games that the player of the row won, lost and drew. At most the newest 10,000 games and 200 players.',
  request: { query },
  responses: { 200: csv('One line and one column for each player.'), ...failures(400, 422, 503) },
});

const ratingsRoute = createRoute({
  method: 'get',
  path: '/api/ratings.csv',
  operationId: 'downloadRankingTable',
  tags: ['Players'],
  summary: 'The ranking of a class as a table',
  request: { query: z.object({ class: values().ratingClass }) },
  responses: { 200: csv('The highest rating first, then provisional ratings.'), ...failures(400, 503) },
});

const encoder = new TextEncoder();

/** Tables for spreadsheets, without private games. */
export function csvRoutes({ archive, clock, largeAnswers, jobs }: RouteServices): OpenAPIHono<RequestEnvironment> {
  const app = new OpenAPIHono<RequestEnvironment>();
  if (archive === undefined) return app;
  app.openapi(gamesRoute, async (c) => {
    const pieces = gamesCsv(archive, { ...c.req.valid('query'), limit: 1 });
    // An error before the first piece sets the status.
    const first = await pieces.next();
    const all = async function* (): AsyncGenerator<Uint8Array> {
      if (first.done !== true) yield encoder.encode(first.value);
      for await (const piece of pieces) yield encoder.encode(piece);
    };
    return csvOf(c, ReadableStream.from(all()), 'games.csv');
  });
  app.openapi(crossTableRoute, async (c) => {
    const query = { ...c.req.valid('query'), limit: 1 };
    return await largeAnswers.run(c, async () => {
      const found = await crossTableGames(archive, query);
      if (!found.ok) return c.json({ error: found.problem }, 422);
      const table = await jobs.run('crossTable', found.value, [found.value.games.buffer]);
      return csvOf(c, table, 'cross-table.csv');
    });
  });
  app.openapi(ratingsRoute, async (c) => {
    const { class: kind } = c.req.valid('query');
    return csvOf(c, rankingCsv(await archive.ranking(kind, clock.now())), `ratings-${kind}.csv`);
  });
  return app;
}
