import type { OpenAPIHono } from '@hono/zod-openapi';
import { z } from 'zod';
import { clientMessage } from '../../protocols/api/client-message-schema.ts';
import { opened, opening, serverMessage } from '../../protocols/api/server-message-schema.ts';
import { SIGNED_IN } from './openapi-route-helpers.ts';
import { COOKIE } from './read-requester.ts';
import type { RequestEnvironment } from './requester.ts';
import type { RouteServices } from './route-services.ts';

/** Adds the routes of the API's description: `/api/openapi.json`, and `/api/messages.json` with the schemas of the messages. */
export function addOpenApiRoutes(app: OpenAPIHono<RequestEnvironment>, { version }: RouteServices): void {
  const { openAPIRegistry: registry } = app;
  registry.registerComponent('securitySchemes', 'token', {
    type: 'http',
    scheme: 'bearer',
    description: 'A token of an account, for programs.',
  });
  registry.registerComponent('securitySchemes', 'cookie', {
    type: 'apiKey',
    in: 'cookie',
    name: COOKIE,
    description: 'Set by signing in.',
  });
  const documents = {
    '/api/messages.json': madeOnce(messageSchemas),
    '/api/openapi.json': madeOnce(() => withNamedFailures(app.getOpenAPI31Document(aboutApi(version)))),
  };
  for (const [path, document] of Object.entries(documents)) app.get(path, (c) => c.body(document(), 200, HEADERS));
}

const HEADERS = { 'Content-Type': 'application/json', 'Cache-Control': 'no-cache' };

/** Makes a document at its first request only, because this takes up to 10 ms and the document never changes. */
function madeOnce(make: () => object): () => string {
  let text: string | undefined;
  return () => {
    text ??= JSON.stringify(make());
    return text;
  };
}

type OpenApiDocument = ReturnType<OpenAPIHono<RequestEnvironment>['getOpenAPI31Document']>;
type Responses = NonNullable<NonNullable<OpenApiDocument['components']>['responses']>;

/** Moves the descriptions of failures to one place, by status, because most of them are the same for all operations. */
function withNamedFailures(document: OpenApiDocument): OpenApiDocument {
  const named: Responses = {};
  for (const item of Object.values(document.paths ?? {})) {
    for (const { responses = {} } of Object.values(item as Record<string, { responses?: Responses }>)) {
      for (const [status, response] of Object.entries(responses)) {
        if (status < '400') continue;
        named[`Failure${status}`] ??= response;
        responses[status] = { $ref: `#/components/responses/Failure${status}` };
      }
    }
  }
  return { ...document, components: { ...document.components, responses: named } };
}

const TAGS = [
  { name: 'Play', description: 'Messages of a player: the whole game.' },
  { name: 'Lobby', description: 'Players, seeks and protocols.' },
  { name: 'Games', description: 'Single games and invitations.' },
  { name: 'Archive', description: 'Finished games.' },
  { name: 'Players', description: 'Players and ratings.' },
  { name: 'Accounts', description: 'Accounts, sign-ins and tokens.' },
  { name: 'Administration', description: 'For administrators.' },
  { name: 'Monitoring', description: 'For operators.' },
];

const aboutApi = (version: string) => ({
  openapi: '3.1.0',
  servers: [{ url: '/', description: 'The server that sent this description.' }],
  // What a client may read can depend on its account.
  security: [{}, ...SIGNED_IN],
  tags: TAGS,
  info: {
    title: 'Tengen',
    version,
    description: 'One server where every Go and Gomoku protocol meets. docs/api.md has examples.',
  },
});

/** JSON Schema of the messages of client and server, and of the first message on a WebSocket with its answer. */
const messageSchemas = () => ({
  client: z.toJSONSchema(clientMessage(), { io: 'input' }),
  server: z.toJSONSchema(serverMessage),
  open: z.toJSONSchema(opening, { io: 'input' }),
  opened: z.toJSONSchema(opened),
});
