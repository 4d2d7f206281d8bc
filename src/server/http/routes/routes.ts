import type { OpenAPIHono } from '@hono/zod-openapi';
import type { Environment, Services } from '../services.ts';
import { accountRoutes } from './accounts.ts';
import { administrationRoutes } from './administration.ts';
import { archiveRoutes } from './archive.ts';
import { conversationRoutes } from './conversation.ts';
import { gameRoutes } from './games.ts';
import { healthRoutes } from './health.ts';
import { lobbyRoutes } from './lobby.ts';
import { talkRoutes } from './messages.ts';
import { metricsRoutes } from './metrics.ts';
import { pageRoutes } from './page.ts';
import { playerRoutes } from './players.ts';
import { protocolRoutes } from './protocols.ts';

/** Every file of routes, with their whole paths: one line each. A more special path comes before a more general one. */
export const ROUTES: readonly ((services: Services) => OpenAPIHono<Environment>)[] = [
  lobbyRoutes,
  protocolRoutes,
  accountRoutes,
  administrationRoutes,
  archiveRoutes,
  playerRoutes,
  conversationRoutes,
  gameRoutes,
  talkRoutes,
  metricsRoutes,
  healthRoutes,
  // The last: it takes whatever nobody else has.
  pageRoutes,
];
