import { OpenAPIHono } from '@hono/zod-openapi';
import type { Context, MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';
import { HTTPException } from 'hono/http-exception';
import { methodNotAllowed } from 'hono/method-not-allowed';
import type { ZodError } from 'zod';
import { DatabaseUnavailable } from '../../database/errors.ts';
import { connectionOf } from '../connection-id.ts';
import { describe } from './description.ts';
import { SECURITY_HEADERS } from './headers.ts';
import { requestLog } from './request-log.ts';
import { readRequester, requesterAddress } from './requester.ts';
import { ROUTES } from './routes/routes.ts';
import type { Environment, Services } from './services.ts';
import { NOT_MEANT, namesTwoHosts, TWO_HOSTS } from './site.ts';

/** Bytes of a body; records of games may be longer. */
const LONGEST_BODY = 64 * 1024;
const LONGEST_IMPORT = 4 * 1024 * 1024;

/** Methods that change nothing. */
const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Everything that is served over HTTP, but for the WebSocket. */
export function makeApp(services: Services): OpenAPIHono<Environment> {
  const app = new OpenAPIHono<Environment>({ defaultHook: refuseMalformed });
  app.onError((error, c) => fail(error, c, services));
  app.notFound((c) => c.json({ error: 'there is nothing here' }, 404));
  app.use(requestLog(services));
  app.use(secured);
  app.use(keptAway(services));
  app.use(meant(services));
  app.use('/api/*', shared(services));
  app.use(
    methodNotAllowed({
      app,
      onMethodNotAllowed: (c, methods) =>
        c.json({ error: `only ${methods.join(', ')}` }, 405, { Allow: methods.join(', ') }),
    }),
  );
  const [limit, importLimit] = [limited(LONGEST_BODY), limited(LONGEST_IMPORT)];
  app.use('/api/*', (c, next) => (c.req.path === '/api/archive' ? importLimit : limit)(c, next));
  app.use('/api/*', introduced(services));
  for (const routes of ROUTES) app.route('/', routes(services));
  describe(app, services);
  return app;
}

const secured: MiddlewareHandler<Environment> = async (c, next) => {
  await next();
  for (const [name, value] of Object.entries(SECURITY_HEADERS)) c.res.headers.set(name, value);
};

/** Whoever is banned gets nothing at all. */
const keptAway =
  ({ bans }: Services): MiddlewareHandler<Environment> =>
  async (c, next) =>
    bans?.isBanned(requesterAddress(c.env.incoming)) === true
      ? c.json({ error: 'this address is banned' }, 403)
      : await next();

/** Whoever asks for another host by this one's address is told so. */
const meant =
  ({ site }: Services): MiddlewareHandler<Environment> =>
  async (c, next) => {
    if (namesTwoHosts(c.env.incoming)) return c.json({ error: TWO_HOSTS }, 400);
    return site.isMeant(c.env.incoming) ? await next() : c.json({ error: NOT_MEANT }, 421);
  };

/** Pages of sites that are welcome may read the answers. Cookies do not come along: programs in them have tokens. */
const shared = ({ site }: Services): MiddlewareHandler<Environment> => {
  const share = cors({
    origin: (origin) => (site.welcomes(origin) ? origin : undefined),
    allowHeaders: ['Authorization', 'Content-Type'],
    allowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'],
  });
  return async (c, next) => (site.welcomes(c.req.header('Origin')) ? await share(c, next) : await next());
};

/**
 * Finds out who asks, and lets no other site's page change anything. A body may come slowly, and a sign-in or a token end
 * before it is whole: then who asks is found out anew.
 */
const introduced =
  ({ accounts, site, visits }: Services): MiddlewareHandler<Environment> =>
  async (c, next) => {
    const { incoming } = c.env;
    const isSafe = SAFE.has(c.req.method);
    if (!isSafe && !site.isAskedByFriend(incoming)) return c.json({ error: 'asked by another site' }, 403);
    const { reviews } = visits;
    const shown = await readRequester(incoming, accounts);
    // A body that breaks off is the matter of whoever reads it.
    if (!isSafe && shown.ok && shown.value.account !== undefined) await c.req.arrayBuffer().catch(() => {});
    const requester = visits.reviews === reviews ? shown : await readRequester(incoming, accounts);
    if (!requester.ok) return c.json({ error: requester.problem }, 401);
    c.set('requester', requester.value);
    // What somebody is told by name is nobody else's; routes that serve everybody the same say so.
    c.header('Cache-Control', 'no-store');
    return await next();
  };

/** A body whose length is not said is read first, as far as it may be: the parser of HTTP holds the others to theirs. */
const limited =
  (maxSize: number): MiddlewareHandler<Environment> =>
  async (c, next) => {
    const { raw } = c.req;
    const isTold = c.req.header('Transfer-Encoding') === undefined;
    const body = isTold ? undefined : await gather(raw.body, maxSize);
    const length = isTold ? Number(c.req.header('Content-Length') ?? 0) : (body?.length ?? Number.POSITIVE_INFINITY);
    if (length > maxSize) return c.json({ error: `the body is longer than ${maxSize} bytes` }, 413);
    if (body !== undefined && raw.body !== null)
      c.req.raw = new Request(raw.url, { method: raw.method, headers: raw.headers, body });
    return await next();
  };

/** The whole body; nothing where it is longer. */
async function gather(body: ReadableStream<Uint8Array> | null, maxSize: number): Promise<Buffer | undefined> {
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

/** The first problem in one line: `board.size: expected …`. */
function problemOf({ issues: [issue] }: ZodError): string {
  if (issue === undefined) return 'unreadable';
  const where = issue.path.join('.');
  return where === '' ? issue.message : `${where}: ${issue.message}`;
}

function fail(error: Error, c: Context<Environment>, { log }: Services): Response | Promise<Response> {
  if (error instanceof HTTPException) return c.json({ error: error.message }, error.status, headersOf(error));
  const asked = { connection: connectionOf(c.env.incoming.socket), path: c.req.path };
  if (error instanceof DatabaseUnavailable) {
    log.error({ ...asked, error: error.message }, 'database.unavailable');
    return c.json({ error: 'the database does not answer: try again in a moment' }, 503);
  }
  log.error({ ...asked, error: error.stack ?? error.message }, 'request.failed');
  return c.json({ error: 'this server made a mistake' }, 500);
}

const headersOf = ({ res }: HTTPException): Record<string, string> => Object.fromEntries(res?.headers ?? []);
