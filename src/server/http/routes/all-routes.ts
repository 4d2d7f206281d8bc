import type { OpenAPIHono } from '@hono/zod-openapi';
import type { RequestEnvironment } from '../requester.ts';
import type { RouteServices } from '../route-services.ts';
import { accountRoutes } from './account-routes.ts';
import { administrationRoutes } from './administration-routes.ts';
import { archiveRoutes } from './archive-routes.ts';
import { boardRoutes } from './board-routes.ts';
import { clientMessageRoutes } from './client-message-routes.ts';
import { conversationRoutes } from './conversation-route.ts';
import { csvRoutes } from './csv-routes.ts';
import { gameRoutes } from './game-routes.ts';
import { healthRoutes } from './health-routes.ts';
import { invitationRoutes } from './invitation-route.ts';
import { lobbyRoutes } from './lobby-route.ts';
import { metricsRoutes } from './metrics-route.ts';
import { ownedNameRoutes } from './owned-name-routes.ts';
import { playerRoutes } from './player-routes.ts';
import { protocolRoutes } from './protocol-routes.ts';
import { staticPageRoutes } from './static-page-routes.ts';

/** All routes. A more specific path comes before a more general one. */
export const ROUTES: readonly ((services: RouteServices) => OpenAPIHono<RequestEnvironment>)[] = [
  lobbyRoutes,
  boardRoutes,
  protocolRoutes,
  accountRoutes,
  ownedNameRoutes,
  administrationRoutes,
  archiveRoutes,
  csvRoutes,
  playerRoutes,
  conversationRoutes,
  invitationRoutes,
  gameRoutes,
  clientMessageRoutes,
  metricsRoutes,
  healthRoutes,
  // The last one, because it matches all other paths.
  staticPageRoutes,
];
