import type { OpenAPIHono } from '@hono/zod-openapi';
import { z } from 'zod';
import { clientMessage } from '../../protocols/api/client-message.ts';
import { opened, opening, serverMessage } from '../../protocols/api/message-schemas.ts';
import type { Environment } from './requester.ts';
import type { RouteServices } from './route-services.ts';

/** The description of the API: `/api/openapi.json`, and the schemas of the messages in `/api/messages.json`. */
export function addOpenApiRoutes(app: OpenAPIHono<Environment>, { version }: RouteServices): void {
  const documents = {
    '/api/messages.json': madeOnce(messageSchemas),
    '/api/openapi.json': madeOnce(() => app.getOpenAPI31Document(aboutApi(version))),
  };
  for (const [path, document] of Object.entries(documents)) app.get(path, (c) => c.body(document(), 200, HEADERS));
}

const HEADERS = { 'Content-Type': 'application/json', 'Cache-Control': 'no-cache' };

/** To make one of these takes up to 10 ms, and it never changes. */
function madeOnce(make: () => object): () => string {
  let text: string | undefined;
  return () => {
    text ??= JSON.stringify(make());
    return text;
  };
}

const aboutApi = (version: string) => ({
  openapi: '3.1.0',
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
