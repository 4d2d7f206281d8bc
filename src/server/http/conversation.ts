import { createRoute, OpenAPIHono } from '@hono/zod-openapi';
import type { GameId } from '../../lobby/event.ts';
import { type ConversationResource, conversation } from '../../protocols/web/resource.ts';
import { readKept } from '../recorder/kept.ts';
import type { Transcribed } from '../recorder/transcript.ts';
import { failures, json } from './answers.ts';
import { runningGame } from './games.ts';
import { gameInPath } from './number-in-path.ts';
import type { Environment, Services } from './services.ts';

const conversationRoute = createRoute({
  method: 'get',
  path: '/api/games/{game}/conversation',
  summary: 'What was said about a game, on both seats',
  description:
    'Every message that went over the wire, each seat in its own protocol, from the wish that led to the game to what ' +
    'was said about its end. Of private chat it is only told that something was said. A house player says nothing over ' +
    'a wire, and neither did anybody about an imported game.',
  request: { params: gameInPath },
  responses: { 200: json('Both conversations, in the order of the server.', conversation), ...failures(400, 404, 503) },
});

export function conversationRoutes(services: Services): OpenAPIHono<Environment> {
  const { recorder, archive, archiver, clock } = services;
  const kept = async (game: GameId): Promise<Transcribed | undefined> => {
    const text = await archive?.conversation(game);
    return text === undefined ? undefined : await readKept(game, text, clock);
  };
  const app = new OpenAPIHono<Environment>();
  app.openapi(conversationRoute, async (c) => {
    const { game } = c.req.valid('param');
    const running = await runningGame(c, game, services);
    if (running === undefined) await archiver?.settled(game);
    const seated = running ?? (await archive?.game(game));
    if (seated === undefined) return c.json({ error: `there is no game ${game}` }, 404);
    const { black, white } = seated;
    const said = (await recorder?.conversation(game)) ?? (await kept(game)) ?? NOTHING;
    return c.json<ConversationResource, 200>(
      { game, black: seatOf(black), white: seatOf(white), messages: [...said.messages], cut: said.cut },
      200,
    );
  });
  return app;
}

const seatOf = ({ name, protocol }: ConversationResource['black']) => ({ name, protocol });

const NOTHING: Transcribed = { messages: [], cut: false };
