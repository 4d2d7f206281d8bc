import { OpenAPIHono } from '@hono/zod-openapi';
import type { Context, MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';
import { HTTPException } from 'hono/http-exception';
import { methodNotAllowed } from 'hono/method-not-allowed';
import type { ZodError } from 'zod';
import { ChangeDelayed } from '../../accounts/changes/name-register-sequencer.ts';
import { DatabaseUnavailable } from '../../database/database-errors.ts';
import { connectionOf } from '../connection-id.ts';
import { hasTwoHosts, TWO_HOSTS, UNKNOWN_HOST } from './host-and-origin-check.ts';
import { addOpenApiRoutes } from './openapi-documents.ts';
import { readRequester, requesterAddress } from './read-requester.ts';
import type { RequestEnvironment } from './requester.ts';
import type { RouteServices } from './route-services.ts';
import { ROUTES } from './routes/all-routes.ts';

/** Bytes of the longest body of a request. */
const MAXIMUM_BODY = 64 * 1024;
/** Bytes of the longest import of games. */
const MAXIMUM_IMPORT = 4 * 1024 * 1024;

/** Methods that change nothing on the server. */
const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Makes the application that answers all HTTP requests except those for the WebSocket. */
export function makeApp(services: RouteServices): OpenAPIHono<RequestEnvironment> {
  const app = new OpenAPIHono<RequestEnvironment>({ defaultHook: refuseMalformed });
  app.onError((error, c) => fail(error, c, services));
  app.notFound((c) => c.json({ error: 'not found' }, 404));
  app.use(requestLog(services));
  app.use(secureHeaders);
  app.use(refuseBanned(services));
  app.use(refuseOtherHosts(services));
  app.use('/api/*', crossOrigin(services));
  app.use(
    methodNotAllowed({
      app,
      onMethodNotAllowed: (c, methods) =>
        c.json({ error: `only ${methods.join(', ')}` }, 405, { Allow: methods.join(', ') }),
    }),
  );
  const [limit, importLimit] = [limited(MAXIMUM_BODY), limited(MAXIMUM_IMPORT)];
  app.use('/api/*', (c, next) => (c.req.path === '/api/archive' ? importLimit : limit)(c, next));
  app.use('/api/*', authenticated(services));
  for (const routes of ROUTES) app.route('/', routes(services));
  addOpenApiRoutes(app, services);
  return app;
}

const secureHeaders: MiddlewareHandler<RequestEnvironment> = async (c, next) => {
  await next();
  for (const [name, value] of Object.entries(SECURITY_HEADERS)) c.res.headers.set(name, value);
};

const refuseBanned =
  ({ bans }: RouteServices): MiddlewareHandler<RequestEnvironment> =>
  async (c, next) =>
    bans?.isBanned(requesterAddress(c.env.incoming)) === true
      ? c.json({ error: 'this address is banned' }, 403)
      : await next();

const refuseOtherHosts =
  ({ site }: RouteServices): MiddlewareHandler<RequestEnvironment> =>
  async (c, next) => {
    if (hasTwoHosts(c.env.incoming)) return c.json({ error: TWO_HOSTS }, 400);
    return site.isForThisServer(c.env.incoming) ? await next() : c.json({ error: UNKNOWN_HOST }, 421);
  };

/** Pages of allowed origins may read the answers (CORS). They send no cookies; their programs use tokens. */
const crossOrigin = ({ site }: RouteServices): MiddlewareHandler<RequestEnvironment> => {
  const share = cors({
    origin: (origin) => (site.allowsOrigin(origin) ? origin : undefined),
    allowHeaders: ['Authorization', 'Content-Type'],
    allowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'],
  });
  return async (c, next) => (site.allowsOrigin(c.req.header('Origin')) ? await share(c, next) : await next());
};

/**
 * Authenticates a request. Refuses changes that a page of another site has requested. If a sign-in or token is revoked while the body is
 * still arriving, the request is authenticated again.
 */
const authenticated =
  ({ accounts, site, visits }: RouteServices): MiddlewareHandler<RequestEnvironment> =>
  async (c, next) => {
    const { incoming } = c.env;
    const isSafe = SAFE.has(c.req.method);
    if (!isSafe && !site.allowsPage(incoming)) return c.json({ error: 'requests from other sites are refused' }, 403);
    const { revocations } = visits;
    const first = await readRequester(incoming, accounts);
    // A body that breaks off is an error for the code that reads it later.
    if (!isSafe && first.ok && first.value.account !== undefined) await c.req.arrayBuffer().catch(() => {});
    const requester = visits.revocations === revocations ? first : await readRequester(incoming, accounts);
    if (!requester.ok) return c.json({ error: requester.problem }, 401);
    c.set('requester', requester.value);
    // Answers may depend on the account. Routes whose answers do not depend on it overwrite this header.
    c.header('Cache-Control', 'no-store');
    return await next();
  };

/** Limits the length of the body. Node's parser enforces the length in the header; a body without such a length is read here. */
const limited =
  (maxSize: number): MiddlewareHandler<RequestEnvironment> =>
  async (c, next) => {
    const { raw } = c.req;
    const hasLength = c.req.header('Transfer-Encoding') === undefined;
    const body = hasLength ? undefined : await readBody(raw.body, maxSize);
    const length = hasLength ? Number(c.req.header('Content-Length') ?? 0) : (body?.length ?? Number.POSITIVE_INFINITY);
    if (length > maxSize) return c.json({ error: `the body is longer than ${maxSize} bytes` }, 413);
    if (body !== undefined && raw.body !== null)
      c.req.raw = new Request(raw.url, { method: raw.method, headers: raw.headers, body });
    return await next();
  };

/** Reads the body; undefined if it is longer than `maxSize` bytes. */
async function readBody(body: ReadableStream<Uint8Array> | null, maxSize: number): Promise<Buffer | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (size > maxSize) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function refuseMalformed(
  result: { success: true } | { success: false; error: ZodError },
  c: Context,
): Response | undefined {
  return result.success ? undefined : c.json({ error: problemOf(result.error) }, 400);
}

/** The first problem, as `board.size: expected …`. */
function problemOf({ issues: [issue] }: ZodError): string {
  if (issue === undefined) return 'unreadable';
  const where = issue.path.join('.');
  return where === '' ? issue.message : `${where}: ${issue.message}`;
}

function fail(error: Error, c: Context<RequestEnvironment>, { log }: RouteServices): Response | Promise<Response> {
  if (error instanceof HTTPException) return c.json({ error: error.message }, error.status, headersOf(error));
  const request = { connection: connectionOf(c.env.incoming.socket), path: loggedPath(c.req.path) };
  if (error instanceof DatabaseUnavailable) {
    log.error({ ...request, error: error.message }, 'database.unavailable');
    return c.json({ error: 'the database does not answer: try again in a moment' }, 503);
  }
  if (error instanceof ChangeDelayed) {
    log.error({ ...request, isStored: error.isStored }, 'changes.delayed');
    return c.json({ error: error.message }, 503);
  }
  log.error({ ...request, error: error.stack ?? error.message }, 'request.failed');
  return c.json({ error: 'internal server error' }, 500);
}

const headersOf = ({ res }: HTTPException): Record<string, string> => Object.fromEntries(res?.headers ?? []);

/** The security headers of every answer. A browser loads and runs only files of this server, and sends no referrer to other sites. */
const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'Content-Security-Policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "font-src 'self'",
    "media-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; '),
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
};

/** The path of a request as it is logged: without the key of an invitation. */
const loggedPath = (path: string): string => path.replace(/^(\/invite|\/api\/invitations)\/.*/s, '$1/…');

/** Counts and logs each request with the id of its connection, without query and body. */
const requestLog =
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
