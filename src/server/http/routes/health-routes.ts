import { createRoute, OpenAPIHono } from '@hono/zod-openapi';
import { z } from 'zod';
import { valueWithin } from '../../promise-timeout.ts';
import { failures } from '../openapi-route-helpers.ts';
import type { RequestEnvironment } from '../requester.ts';
import type { RouteServices } from '../route-services.ts';

/** Milliseconds within which the database must answer. */
const DATABASE_TIMEOUT = 2_000;
/** Milliseconds for which the result is reused. */
const REUSED_FOR = 1_000;

const plainText = (description: string) => ({ description, content: { 'text/plain': { schema: z.string() } } });

const healthRoute = createRoute({
  method: 'get',
  path: '/healthz',
  operationId: 'checkHealth',
  tags: ['Monitoring'],
  summary: 'Whether the process answers',
  responses: { 200: plainText('`ok`') },
});

const readyRoute = createRoute({
  method: 'get',
  path: '/readyz',
  operationId: 'checkReady',
  tags: ['Monitoring'],
  summary: 'Whether games can start',
  responses: { 200: plainText('`ready`'), ...failures(503) },
});

const UNCACHED = { 'Cache-Control': 'no-store' };

interface HealthSources extends Pick<RouteServices, 'clock'> {
  readonly hub: Pick<RouteServices['hub'], 'condition'>;
  readonly archive?: Pick<NonNullable<RouteServices['archive']>, 'lastGame'>;
}

/** Routes for monitoring, without authentication. */
export function healthRoutes({ hub, clock, archive }: HealthSources): OpenAPIHono<RequestEnvironment> {
  let known: { readonly until: number; readonly answer: Promise<boolean> } | undefined;
  const isAvailable = (): Promise<boolean> => {
    const now = clock.now();
    if (known === undefined || known.until <= now) known = { until: now + REUSED_FOR, answer: checkDatabase() };
    return known.answer;
  };
  const checkDatabase = async (): Promise<boolean> =>
    archive === undefined || (await valueWithin(clock, DATABASE_TIMEOUT, archive.lastGame())) !== undefined;
  const obstacle = async (): Promise<string | undefined> => {
    const { isStopping, isDraining, isOpen, hasRoom, lost } = hub.condition;
    if (isStopping) return 'stopping';
    if (!isOpen) return 'not in touch with the other nodes';
    if (isDraining) return 'draining';
    if (lost !== undefined) return 'database files lost';
    if (!hasRoom) return 'disk full';
    return (await isAvailable()) ? undefined : 'database away';
  };
  return new OpenAPIHono<RequestEnvironment>()
    .openapi(healthRoute, (c) => c.text('ok', 200, UNCACHED))
    .openapi(readyRoute, async (c) => {
      const error = await obstacle();
      return error === undefined ? c.text('ready', 200, UNCACHED) : c.json({ error }, 503, UNCACHED);
    });
}
