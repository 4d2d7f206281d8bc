import { createRoute, OpenAPIHono } from '@hono/zod-openapi';
import { z } from 'zod';
import { isLoopback } from '../../../accounts/ip-address.ts';
import { isForwarded } from '../host-and-origin-check.ts';
import { failures } from '../openapi-route-helpers.ts';
import { requesterAddress } from '../read-requester.ts';
import type { RequestEnvironment } from '../requester.ts';
import type { RouteServices } from '../route-services.ts';

/** Prometheus' text format. */
const TEXT_FORMAT = 'text/plain; version=0.0.4; charset=utf-8';

const metricsRoute = createRoute({
  method: 'get',
  path: '/metrics',
  operationId: 'getMetrics',
  tags: ['Monitoring'],
  summary: 'Metrics for Prometheus',
  responses: {
    200: {
      description: 'The text format of Prometheus. docs/monitoring.md describes all metrics.',
      content: { 'text/plain': { schema: z.string() } },
    },
    ...failures(403, 404),
  },
});

/**
 * The metrics, by default only for this machine: see `--metrics`. Requests that a proxy on this machine forwards do not count as local.
 */
export function metricsRoutes({ exposition, metrics = 'loopback' }: RouteServices): OpenAPIHono<RequestEnvironment> {
  return new OpenAPIHono<RequestEnvironment>().openapi(metricsRoute, async (c) => {
    if (metrics === 'none' || exposition === undefined) return c.json({ error: 'not found' }, 404);
    const { incoming } = c.env;
    const isOnThisMachine = isLoopback(requesterAddress(incoming)) && !isForwarded(incoming);
    if (metrics === 'loopback' && !isOnThisMachine)
      return c.json({ error: 'the metrics can be read only on this machine' }, 403);
    return c.text(await exposition.text(), 200, { 'Content-Type': TEXT_FORMAT, 'Cache-Control': 'no-store' });
  });
}
