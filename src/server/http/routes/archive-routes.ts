import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { zipOf } from '../../../archive/game-zip.ts';
import { Importer } from '../../../archive/import/importer.ts';
import { found, imported, search } from '../../../protocols/api/resource-schemas.ts';
import { ok, problem, type Result } from '../../../result.ts';
import { failures, json, SIGNED_IN } from '../openapi-route-helpers.ts';
import { accountOf } from '../read-viewer-credentials.ts';
import type { RequestEnvironment } from '../requester.ts';
import type { RouteServices } from '../route-services.ts';

const searchRoute = createRoute({
  method: 'get',
  path: '/api/archive',
  operationId: 'searchArchive',
  tags: ['Archive'],
  summary: 'Finished games, by players, protocol, size, result and date',
  description: 'A signed-in user also finds the private games that their account has played.',
  request: { query: search },
  responses: { 200: json('A page of games, the newest first.', found), ...failures(400, 503) },
});

const zipRoute = createRoute({
  method: 'get',
  path: '/api/archive.zip',
  operationId: 'downloadArchive',
  tags: ['Archive'],
  summary: 'The same search as a zip, a file for each game',
  description:
    'SGF, and JSON for boards of more than 52 lines. No private games. At most 10,000 games: its README.txt says whether there are more, ' +
    'and with which `before` to continue.',
  request: { query: search.omit({ limit: true }) },
  responses: {
    200: { description: 'A zip.', content: { 'application/zip': { schema: z.string() } } },
    ...failures(400, 503),
  },
});

const importRoute = createRoute({
  method: 'post',
  path: '/api/archive',
  operationId: 'importGames',
  tags: ['Archive'],
  security: SIGNED_IN,
  summary: 'Adds the games of an SGF collection',
  description:
    'Requires a sign-in. At most 4 MiB and 1,000 games, in the encoding that CA names or, before that, the ' +
    'charset of the request. Every move has to be legal. Imported games are marked as such and not rated; the text of each ' +
    'is stored, and `notes` names the parts of it that the stored game does not have.',
  request: { body: { required: true, content: { 'application/x-go-sgf': { schema: z.string() } } } },
  responses: {
    200: json('The numbers of the games that were added, and why others were not.', imported),
    ...failures(400, 401, 413, 503),
  },
});

export function archiveRoutes(services: RouteServices): OpenAPIHono<RequestEnvironment> {
  const { archive, hub, clock, jobs } = services;
  const app = new OpenAPIHono<RequestEnvironment>();
  if (archive === undefined) return app;
  const importer = new Importer({ archive, clock, claimGame: () => hub.administration.allocateGame() });
  app.openapi(searchRoute, async (c) => c.json(await archive.search(c.req.valid('query'), accountOf(c)), 200));
  app.openapi(zipRoute, async (c) => {
    const compress = (texts: readonly string[]) => jobs.run('compressedFiles', texts);
    const bytes = zipOf({ archive, compress }, { ...c.req.valid('query'), limit: 1 });
    // An error before the first bytes sets the status.
    const first = await bytes.next();
    c.header('Content-Type', 'application/zip');
    c.header('Content-Disposition', 'attachment; filename="tengen.zip"');
    return c.body(ReadableStream.from(from(first, bytes)), 200);
  });
  app.openapi(importRoute, async (c) => {
    if (c.get('requester').account === undefined) return c.json({ error: 'sign in to import games' }, 401);
    const charset = charsetOf(c);
    if (!charset.ok) return c.json({ error: charset.problem }, 400);
    const bytes = new Uint8Array(await c.req.arrayBuffer());
    if (importer.isBusy) return c.json({ error: 'another file is being imported: try again in a moment' }, 503);
    const taken = await importer.importFile({ bytes, charset: charset.value });
    return taken.ok ? c.json(taken.value, 200) : c.json({ error: taken.problem }, 400);
  });
  return app;
}

async function* from<Chunk>(first: IteratorResult<Chunk, void>, others: AsyncIterable<Chunk>): AsyncGenerator<Chunk> {
  if (first.done !== true) yield first.value;
  yield* others;
}

/** The encoding in the request's header. SGF itself may name one in CA. */
function charsetOf(c: Context<RequestEnvironment>): Result<string | undefined> {
  const [, label] = /;\s*charset\s*=\s*"?([\w.:-]+)/i.exec(c.req.header('Content-Type') ?? '') ?? [];
  try {
    return ok(label === undefined ? undefined : new TextDecoder(label).encoding);
  } catch {
    return problem(`the charset ${label} is not known`);
  }
}
