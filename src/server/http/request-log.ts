import type { MiddlewareHandler } from 'hono';
import { connectionOf } from '../connection-id.ts';
import { requesterAddress } from './read-requester.ts';
import type { RequestEnvironment } from './requester.ts';
import type { RouteServices } from './route-services.ts';

/** The path of a request as it is logged: without the key of an invitation. */
export const loggedPath = (path: string): string => path.replace(/^(\/invite|\/api\/invitations)\/.*/s, '$1/…');

/** Counts and logs each request with the id of its connection, without query and body. */
export const requestLog =
  ({ log, exposition }: RouteServices): MiddlewareHandler<RequestEnvironment> =>
  async (c, next) => {
    await next();
    const { incoming } = c.env;
    const { method } = c.req;
    const path = loggedPath(c.req.path);
    const { status } = c.res;
    exposition?.counts.answered(method, status);
    const connection = connectionOf(incoming.socket);
    log.debug({ connection, address: requesterAddress(incoming), method, path, status }, 'request.answered');
  };
