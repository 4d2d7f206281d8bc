import { createRoute, OpenAPIHono } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { type ClientMessage, clientMessage } from '../../../protocols/api/client-message-schema.ts';
import { makeClientMessage } from '../../../protocols/api/message-codec.ts';
import { reply } from '../../../protocols/api/server-message-schema.ts';
import { LONGEST_LINE } from '../../../protocols/text-line.ts';
import { eventStream } from '../event-stream.ts';
import { body, failures, json, SIGNED_IN, stream } from '../openapi-route-helpers.ts';
import type { RequestEnvironment } from '../requester.ts';
import type { RouteServices } from '../route-services.ts';

/** Unanswered messages of one account. */
const MAXIMUM_UNANSWERED = 64;

const NOT_SIGNED_IN = { error: 'sign in, or send a token: Authorization: Bearer tengen_…' };

const eventsRoute = createRoute({
  method: 'get',
  path: '/api/events',
  operationId: 'listen',
  tags: ['Play'],
  security: SIGNED_IN,
  summary: 'All messages of the server to this account, as server-sent events',
  description: 'The whole state first. The account is present while a stream is open, and for 60 seconds more.',
  responses: { 200: stream, ...failures(401, 429) },
});

const messagesRoute = createRoute({
  method: 'post',
  path: '/api/messages',
  operationId: 'sendMessage',
  tags: ['Play'],
  security: SIGNED_IN,
  summary: 'Sends one message as this account',
  description: 'The result is the answer. All other messages come over /api/events and the WebSocket.',
  request: { body: body(clientMessage()) },
  responses: { 200: json('The answer to the message.', reply), ...failures(400, 401, 403, 413, 415, 429, 503) },
});

const socketRoute = createRoute({
  method: 'get',
  path: '/api/socket',
  operationId: 'openSocket',
  tags: ['Play'],
  summary: 'The same messages over a WebSocket, with or without an account',
  description:
    'Each text message is one message of the client or the server, as /api/messages.json describes them. The first of ' +
    'the client is `open`. It is answered by `opened`, whose key resumes the same session after a lost connection.',
  responses: { 101: { description: 'The WebSocket is open.' }, ...failures(401, 403, 426) },
});

/** The page's protocol over plain HTTP, for programs: messages are sent with POST and received as server-sent events. */
export function clientMessageRoutes(services: RouteServices): OpenAPIHono<RequestEnvironment> {
  return new OpenAPIHono<RequestEnvironment>()
    .openapi(socketRoute, (c) => c.json({ error: 'only over a WebSocket' }, 426, { Upgrade: 'websocket' }))
    .openapi(eventsRoute, (c) => streamEvents(c, services))
    .openapi(messagesRoute, (c) => postMessage(c, c.req.valid('json'), services));
}

function streamEvents(c: Context<RequestEnvironment>, { visits, clock }: RouteServices) {
  const requester = c.get('requester');
  if (requester.account === undefined) return c.json(NOT_SIGNED_IN, 401);
  if (c.req.method === 'HEAD') return c.body(null, 200, { 'Content-Type': 'text/event-stream' });
  const { visit } = visits.open(requester);
  const events = eventStream(clock, (subscriber) => {
    if (!visit.join(subscriber)) return undefined;
    visit.send(makeClientMessage({ kind: 'sync' }), () => {});
    return () => visit.leave(subscriber);
  });
  return events ?? c.json({ error: 'too many open streams of this account' }, 429);
}

async function postMessage(c: Context<RequestEnvironment>, message: ClientMessage, { visits }: RouteServices) {
  const requester = c.get('requester');
  if (requester.account === undefined) return c.json(NOT_SIGNED_IN, 401);
  const line = makeClientMessage(message);
  if (Buffer.byteLength(line) > LONGEST_LINE)
    return c.json({ error: `the message is longer than ${LONGEST_LINE} bytes` }, 413);
  const { visit } = visits.open(requester);
  if (visit.unanswered >= MAXIMUM_UNANSWERED)
    return c.json({ error: 'too many unanswered messages: wait for the answers' }, 429);
  const answer = await new Promise<string | undefined>((resolve) => visit.send(line, resolve));
  if (answer === undefined) return c.json({ error: 'the session ended before the answer' }, 503);
  return c.json(reply.parse(JSON.parse(answer)), 200);
}
