import { createRoute, OpenAPIHono } from '@hono/zod-openapi';
import type { Context } from 'hono';
import type { GameId } from '../../../lobby/games/game-event.ts';
import { type ConversationResource, conversation } from '../../../protocols/api/resource-schemas.ts';
import type { ConversationHeader } from '../../jobs/background-jobs.ts';
import { csv, csvOf } from '../csv-response.ts';
import { failures, gameInPath, json, jsonOf } from '../openapi-route-helpers.ts';
import { keyInQuery, viewerOf } from '../read-viewer-credentials.ts';
import type { RequestEnvironment } from '../requester.ts';
import type { RouteServices } from '../route-services.ts';

const conversationRoute = createRoute({
  method: 'get',
  path: '/api/games/{game}/conversation',
  operationId: 'getConversation',
  tags: ['Archive'],
  summary: 'The recorded messages of both players of a game',
  description:
    'All messages between the server and both players, from the request that led to the game to the answers about its end. Each ' +
    'player speaks its own protocol. The text of private messages is left out. Computer players and imported games ' +
    'have no messages.',
  request: { params: gameInPath, query: keyInQuery },
  responses: {
    200: json('The messages of both players, in the order of the server.', conversation),
    ...failures(400, 404, 503),
  },
});

const csvRoute = createRoute({
  method: 'get',
  path: '/api/games/{game}/conversation.csv',
  operationId: 'downloadConversation',
  tags: ['Archive'],
  summary: 'The recorded messages of both players of a game, as CSV',
  request: { params: gameInPath, query: keyInQuery },
  responses: { 200: csv('One line for each message, in the order of the server.'), ...failures(400, 404, 503) },
});

/** Milliseconds after the end of a game within which each node stores its recording, unless the archive is unavailable. */
const STORING_TIME = 120_000;

/** `endedAt`: milliseconds since the epoch; infinite for a running game. */
type FoundHeader = ConversationHeader & { readonly endedAt: number };

export function conversationRoutes(services: RouteServices): OpenAPIHono<RequestEnvironment> {
  const { hub, recorder, archive, archiver, jobs, largeAnswers, conversations, clock } = services;
  const readConversation = async (
    { endedAt, ...header }: FoundHeader,
    form: 'json' | 'csv',
  ): Promise<Uint8Array<ArrayBuffer>> => {
    if (conversations !== undefined && clock.now() - endedAt < STORING_TIME) {
      // A part that is stored during this request is found twice, with the same text.
      const own = recorder?.recordingText(header.game);
      const { recordings: others, isCut } = await conversations.remoteRecordings(header.game);
      const stored = (await archive?.conversations(header.game)) ?? [];
      // Parts are sorted, because the order of messages of the same time depends on the order of parts, and must be the same on each node.
      const recordings = [...new Set([...(own === undefined ? [] : [own]), ...others, ...stored])].sort();
      return await jobs.run('conversation', { header, recordings, form, isCut });
    }
    const running = recorder?.recording(header.game);
    if (running === undefined) {
      const recordings = (await archive?.conversations(header.game)) ?? [];
      return await jobs.run('conversation', { header, recordings, form });
    }
    return await jobs.run('conversation', { header, recordings: [running], form }, [running.log.buffer]);
  };
  const app = new OpenAPIHono<RequestEnvironment>();
  const headerOf = async (c: Context<RequestEnvironment>, game: GameId): Promise<FoundHeader | undefined> => {
    const viewer = viewerOf(c);
    const running = hub.directory.listedGame(game, viewer);
    if (running === undefined) await archiver?.settled(game);
    const finished = running === undefined ? await archive?.listed(game, viewer) : undefined;
    const seated = running ?? finished;
    if (seated === undefined) return undefined;
    const endedAt = finished?.ended ?? Number.POSITIVE_INFINITY;
    return { game, black: seatOf(seated.black), white: seatOf(seated.white), endedAt };
  };
  const noGame = (game: GameId) => ({ error: `there is no game ${game}` });
  app.openapi(conversationRoute, async (c) => {
    const { game } = c.req.valid('param');
    const header = await headerOf(c, game);
    if (header === undefined) return c.json(noGame(game), 404);
    return await largeAnswers.run(c, async () => jsonOf(c, await readConversation(header, 'json')));
  });
  app.openapi(csvRoute, async (c) => {
    const { game } = c.req.valid('param');
    const header = await headerOf(c, game);
    if (header === undefined) return c.json(noGame(game), 404);
    return await largeAnswers.run(c, async () =>
      csvOf(c, await readConversation(header, 'csv'), `game-${game}-messages.csv`),
    );
  });
  return app;
}

const seatOf = ({ name, protocol }: ConversationResource['black']) => ({ name, protocol });
