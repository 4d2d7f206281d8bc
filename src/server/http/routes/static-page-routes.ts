import { OpenAPIHono } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { type PageFile, PageFiles } from '../page-files.ts';
import type { RequestEnvironment } from '../requester.ts';
import type { RouteServices } from '../route-services.ts';

/** Paths of the page's views. All of them get the same file. */
const PAGE_PATHS = [
  '/',
  '/games/:game',
  '/invite/:key',
  '/archive',
  '/players/:name',
  '/ratings',
  '/inspector/:game',
  '/account',
  '/administration',
];

/** Paths of files. Browsers expect some of them outside of `assets`. */
const FILES = ['/assets/:file', '/:file{[a-z-]+\\.[a-z]+}'];

/** The content types of files that are compressed. */
const TEXT = /^(?:text\/|image\/svg|application\/(?:json|manifest))/;
const COMPRESSED_FROM = 512;

const NOT_BUILT = 'The page has not been built. Run npm run build:page and reload.\n';

export function staticPageRoutes({ page: folder }: RouteServices): OpenAPIHono<RequestEnvironment> {
  const page = new PageFiles(folder);
  const app = new OpenAPIHono<RequestEnvironment>();
  for (const place of PAGE_PATHS) {
    app.get(place, async (c) => {
      const index = await page.file('/index.html');
      return index === undefined ? c.text(NOT_BUILT, 503) : await send(c, index);
    });
  }
  for (const path of FILES) {
    app.get(path, async (c, next) => {
      const file = await page.file(c.req.path);
      return file === undefined ? await next() : await send(c, file);
    });
  }
  // An unknown address in a browser gets the page, which says so in the reader's language.
  app.use(async (c, next) => {
    const index = isBrowser(c) ? await page.file('/index.html') : undefined;
    if (index === undefined) return await next();
    c.status(404);
    return await send(c, index);
  });
  return app;
}

/** Whether a browser opens a page, and not a program that uses the API. */
const isBrowser = ({ req }: Context<RequestEnvironment>): boolean =>
  req.method === 'GET' && !req.path.startsWith('/api/') && req.header('Accept')?.includes('text/html') === true;

async function send(c: Context<RequestEnvironment>, file: PageFile): Promise<Response> {
  c.header('ETag', file.tag);
  c.header('Cache-Control', file.isFixed ? 'public, max-age=31536000, immutable' : 'no-cache');
  c.header('Vary', 'Accept-Encoding');
  if (c.req.header('If-None-Match')?.includes(file.tag)) return c.body(null, 304);
  c.header('Content-Type', file.type);
  const how = TEXT.test(file.type) && file.bytes.length >= COMPRESSED_FROM ? encodingFor(c) : undefined;
  if (how === undefined) return c.body(file.bytes);
  c.header('Content-Encoding', how);
  return c.body(await file.compressed(how));
}

function encodingFor(c: Context<RequestEnvironment>): 'br' | 'gzip' | undefined {
  const accepted = (c.req.header('Accept-Encoding') ?? '').split(',').map((each) => each.trim().toLowerCase());
  // The weight q=0 refuses an encoding.
  const takes = (name: string): boolean =>
    accepted.some((each) => each.split(';', 1)[0] === name && !/;\s*q=0(?:\.0*)?$/.test(each));
  return takes('br') ? 'br' : takes('gzip') ? 'gzip' : undefined;
}
