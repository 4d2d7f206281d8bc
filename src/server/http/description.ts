import type { OpenAPIHono } from '@hono/zod-openapi';
import { z } from 'zod';
import { clientMessage } from '../../protocols/api/client-message.ts';
import { opened, opening, serverMessage } from '../../protocols/api/message.ts';
import type { Environment, Services } from './services.ts';

/** What the API says of itself: `/api/openapi.json`, and the schemas of the messages in `/api/messages.json`. */
export function describe(app: OpenAPIHono<Environment>, { version }: Services): void {
  app.get('/api/messages.json', (c) => c.json(messageSchemas(), 200, CACHED));
  app.get('/api/openapi.json', (c) => c.json(app.getOpenAPI31Document(aboutApi(version)), 200, CACHED));
}

const CACHED = { 'Cache-Control': 'no-cache' };

const aboutApi = (version: string) => ({
  openapi: '3.1.0',
  info: {
    title: 'Tengen',
    version,
    description: 'One server where every Go and Gomoku protocol meets. docs/api.md has examples.',
  },
});

/** JSON Schema: what a client and the server say, and the first message of a WebSocket with its answer. */
const messageSchemas = () => ({
  client: z.toJSONSchema(clientMessage(), { io: 'input' }),
  server: z.toJSONSchema(serverMessage),
  open: z.toJSONSchema(opening, { io: 'input' }),
  opened: z.toJSONSchema(opened),
});
