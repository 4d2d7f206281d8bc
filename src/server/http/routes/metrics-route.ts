import { createRoute, OpenAPIHono } from '@hono/zod-openapi';
import type { Registry } from 'prom-client';
import { z } from 'zod';
import { isLoopback } from '../../../accounts/ip-address.ts';
import type { MetricSources } from '../../metrics/prometheus-metrics.ts';
import { failures } from '../error-responses.ts';
import { isForwarded } from '../host-and-origin.ts';
import { requesterAddress } from '../read-requester.ts';
import type { Environment } from '../requester.ts';
import type { RouteServices } from '../route-services.ts';

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
 * The library is loaded with the first request.
 */
export function metricsRoutes({ metricSources, metrics = 'here' }: RouteServices): OpenAPIHono<Environment> {
  let registry: Promise<Registry> | undefined;
  return new OpenAPIHono<Environment>().openapi(metricsRoute, async (c) => {
    if (metrics === 'nobody' || metricSources === undefined) return c.json({ error: 'there is nothing here' }, 404);
    const { incoming } = c.env;
    const isHere = isLoopback(requesterAddress(incoming)) && !isForwarded(incoming);
    if (metrics === 'here' && !isHere) return c.json({ error: 'the metrics are only for this machine' }, 403);
    registry ??= open(metricSources);
    const opened = await registry;
    return c.text(await opened.metrics(), 200, { 'Content-Type': opened.contentType, 'Cache-Control': 'no-store' });
  });
}

const open = async (sources: MetricSources): Promise<Registry> =>
  (await import('../../metrics/prometheus-metrics.ts')).openExposition(sources);
