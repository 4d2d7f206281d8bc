import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import type { ViewerCredentials } from '../../../lobby/games/game-event.ts';
import { makeClientMessage } from '../../../protocols/api/message-codec.ts';
import { gameResource } from '../../../protocols/api/resource-schemas.ts';
import { ok, problem, type Result } from '../../../result.ts';
import { type PackedRunningGame, pack } from '../../jobs/packed-game.ts';
import { eventStream } from '../event-stream.ts';
import { failures, gameInPath, json, jsonOf, stream } from '../openapi-route-helpers.ts';
import { keyInQuery, viewerOf } from '../read-viewer-credentials.ts';
import type { RequestEnvironment } from '../requester.ts';
import type { RouteServices } from '../route-services.ts';
import type { VisitSubscriber } from '../visits/visit.ts';

const gameRoute = createRoute({
  method: 'get',
  path: '/api/games/{game}',
  operationId: 'getGame',
  tags: ['Games'],
  summary: 'One game, running, adjourned or over',
  request: { params: gameInPath, query: keyInQuery },
  responses: { 200: json('The game with every turn.', gameResource), ...failures(400, 404, 503) },
});

const eventsRoute = createRoute({
  method: 'get',
  path: '/api/games/{game}/events',
  operationId: 'watchGame',
  tags: ['Games'],
  summary: 'A running game as server-sent events',
  description: 'The whole state first, then each event until the game is over.',
  request: { params: gameInPath, query: keyInQuery },
  responses: { 200: stream, ...failures(400, 404) },
});

/** The router does not support this path pattern of OpenAPI, so the route is described here and mounted by hand. */
const sgfRoute = createRoute({
  method: 'get',
  path: '/api/games/{game}.sgf',
  operationId: 'getGameSgf',
  tags: ['Games'],
  summary: 'One game, running or over, in SGF',
  request: { params: gameInPath, query: keyInQuery },
  responses: {
    200: { description: 'SGF, FF[4].', content: { 'application/x-go-sgf': { schema: z.string() } } },
    ...failures(400, 404, 422, 503),
  },
});

const originalRoute = createRoute({
  method: 'get',
  path: '/api/games/{game}/original',
  operationId: 'getOriginal',
  tags: ['Games'],
  summary: 'The text from which a game was imported',
  description: 'Byte for byte, with variations and comments. The charset of the answer is its encoding.',
  request: { params: gameInPath },
  responses: {
    200: { description: 'The imported SGF.', content: { 'application/x-go-sgf': { schema: z.string() } } },
    ...failures(400, 404, 503),
  },
});

export function gameRoutes(services: RouteServices): OpenAPIHono<RequestEnvironment> {
  const app = new OpenAPIHono<RequestEnvironment>();
  app.openAPIRegistry.registerPath(sgfRoute);
  app.get('/api/games/:file{[1-9][0-9]{0,14}\\.sgf}', (c) =>
    services.largeAnswers.run(c, () => sgf(c, Number.parseInt(c.req.param('file'), 10), services)),
  );
  app.openapi(gameRoute, async (c) => {
    const { game } = c.req.valid('param');
    const { archive, largeAnswers, jobs } = services;
    return await largeAnswers.run(c, async () => {
      const viewer = viewerOf(c);
      const running = packedGame(game, viewer, services);
      if (running !== undefined) return jsonOf(c, await jobs.run('runningGame', running, [running.moves.buffer]));
      await services.archiver?.settled(game);
      const stored = await archive?.stored(game, viewer);
      return stored === undefined ? c.json(noGame(game), 404) : jsonOf(c, await jobs.run('archivedGame', stored));
    });
  });
  app.openapi(originalRoute, async (c) => {
    const { game } = c.req.valid('param');
    return await services.largeAnswers.run(c, async () => {
      const original = await services.archive?.original(game);
      if (original === undefined) return c.json({ error: `there is no original text of game ${game}` }, 404);
      return c.body(original.bytes, 200, {
        'Content-Type': `application/x-go-sgf; charset=${original.charset}`,
        'Content-Disposition': `attachment; filename="tengen-${game}-original.sgf"`,
      });
    });
  });
  app.openapi(eventsRoute, (c) => watch(c, c.req.valid('param').game, services));
  return app;
}

const noGame = (game: number) => ({ error: `there is no game ${game}` });

/** The game, if it is running or adjourned and the viewer may see it. */
function packedGame(game: number, viewer: ViewerCredentials, { hub }: RouteServices): PackedRunningGame | undefined {
  const view = hub.directory.viewGame(game, viewer);
  return view && pack(view);
}

async function sgf(c: Context<RequestEnvironment>, game: number, services: RouteServices): Promise<Response> {
  const { jobs, version } = services;
  const viewer = viewerOf(c);
  const running = packedGame(game, viewer, services);
  const text =
    running === undefined
      ? await finishedSgf(game, viewer, services)
      : await jobs.run('runningSgf', { game: running, version }, [running.moves.buffer]);
  if (text === undefined) return c.json(noGame(game), 404);
  if (!text.ok) return c.json({ error: text.problem }, 422);
  return c.body(text.value, 200, {
    'Content-Type': 'application/x-go-sgf; charset=utf-8',
    'Content-Disposition': `attachment; filename="tengen-${game}.sgf"`,
  });
}

/** The archive stores games that are too large for SGF as JSON. */
async function finishedSgf(
  game: number,
  viewer: ViewerCredentials,
  { archive, archiver }: RouteServices,
): Promise<Result<string> | undefined> {
  await archiver?.settled(game);
  const file = await archive?.file(game, viewer);
  if (file === undefined) return undefined;
  return file.format === 'sgf' ? ok(file.text) : problem('the board is too large for SGF');
}

/** Matches messages about the game. Messages about the spectator are not sent. */
const OF_THE_GAME =
  /^\{"kind":"(?:turns|game|played|passed|renamed|away|back|clock|offered|declined|marking|marked|accepted|resumed|ended|chat|goodbye)"/;

async function watch(c: Context<RequestEnvironment>, game: number, services: RouteServices) {
  if (services.hub.directory.listedGame(game, viewerOf(c)) === undefined) {
    return c.json({ error: `game ${game} is not running; a finished game is at /api/games/${game}` }, 404);
  }
  if (c.req.method === 'HEAD') return c.body(null, 200, { 'Content-Type': 'text/event-stream' });
  const key = c.req.query('key');
  const visit = services.visits.openSpectator(c.get('requester'));
  const events = eventStream(services.clock, (subscriber) => {
    const spectator = spectatorOf(subscriber, () => visit.leave(spectator));
    visit.join(spectator);
    visit.send(makeClientMessage({ kind: 'watch', game, ...(key !== undefined && { key }) }), () => {});
    return () => visit.leave(spectator);
  });
  return events ?? c.json(noGame(game), 404);
}

/** A subscriber that passes on the messages about the game, and ends with the game. */
function spectatorOf(subscriber: VisitSubscriber, leave: () => void): VisitSubscriber {
  return {
    send: (line) => {
      if (!OF_THE_GAME.test(line)) return;
      subscriber.send(line);
      if (!line.startsWith('{"kind":"ended"')) return;
      leave();
      subscriber.end('ended');
    },
    end: (why) => subscriber.end(why),
    pause: (paused) => subscriber.pause(paused),
  };
}
