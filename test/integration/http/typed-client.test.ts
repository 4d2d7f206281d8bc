import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Validator } from '@seriousme/openapi-schema-validator';
import { served } from '../../support/http/http-fixture.ts';

const checkout = fileURLToPath(new URL('../../..', import.meta.url));
const run = promisify(execFile);

/** Two accounts with tokens play a game by the types of the description alone: a wrong name or field does not compile. */
const PROGRAM = `
import createClient from 'openapi-fetch';
import type { components, paths } from './api.d.ts';

const baseUrl = process.argv[2] ?? '';
type Message = components['schemas']['ClientMessage'];
const board: components['schemas']['AskedBoard'] = { game: 'go', size: 5, komi: 0.5, ko: 'positional', suicide: 'allowed' };

async function player(name: string) {
  const created = await createClient<paths>({ baseUrl }).POST('/api/accounts', { body: { name, password: 'correct horse' } });
  const cookie = created.response.headers.getSetCookie().map((each) => each.split(';')[0]).join('; ');
  const signedIn = createClient<paths>({ baseUrl, headers: { cookie } });
  const { data: token } = await signedIn.POST('/api/tokens', { body: { label: 'bot' } });
  if (token === undefined) throw new Error('no token');
  const api = createClient<paths>({ baseUrl, headers: { Authorization: 'Bearer ' + token.secret } });
  const say = async (body: Message) => {
    const { data: reply, error } = await api.POST('/api/messages', { body });
    if (reply?.kind !== 'done') throw new Error(JSON.stringify(reply ?? error));
    return reply;
  };
  await say({ kind: 'enter', name });
  return say;
}

const [alice, bob] = [await player('alice'), await player('bob')];
await alice({ kind: 'seek', board, color: 'black' });
await bob({ kind: 'take', host: 'alice', board });
const api = createClient<paths>({ baseUrl });
const { data: lobby } = await api.GET('/api/lobby');
const game = lobby?.games[0]?.game;
if (game === undefined) throw new Error('no game');
await alice({ kind: 'play', point: { x: 2, y: 2 } });
await bob({ kind: 'pass' });
await alice({ kind: 'pass' });
for (let tries = 0; tries < 50; tries++) {
  const { data } = await api.GET('/api/games/{game}', { params: { path: { game } } });
  if (data?.state === 'finished') {
    console.log(data.game.record.map((turn) => turn.kind).join(' '), data.game.end.winner, data.game.end.reason);
    break;
  }
  await new Promise((resolve) => setTimeout(resolve, 100));
}
// @ts-expect-error There is no such message.
void (() => alice({ kind: 'teleport' }));
`;

/** The description of the API that a server sends. */
async function description(context: TestContext): Promise<{ readonly url: string; readonly text: string }> {
  const { url } = await served(context, { data: ':memory:' });
  return { url, text: await (await fetch(`${url}/api/openapi.json`)).text() };
}

const COMPILER = new URL('../../support/api/compiler-library.ts', import.meta.url).href;
registerHooks({
  resolve: (specifier, context, next) =>
    next(
      specifier === 'typescript' && context.parentURL?.includes('openapi-typescript') ? COMPILER : specifier,
      context,
    ),
});
const { default: openapiTS, astToString } = await import('openapi-typescript');

const typesOf = async (text: string): Promise<string> => astToString(await openapiTS(text));

test('the description of the API is valid OpenAPI', async (context) => {
  const { text } = await description(context);
  const { valid, errors } = await new Validator().validate(JSON.parse(text));
  assert(valid, JSON.stringify(errors));
});

test('every operation has an id and a tag; servers, tags and the ways to sign in are described', async (context) => {
  const { text } = await description(context);
  const document = JSON.parse(text);
  const operations = Object.values<object>(document.paths).flatMap((item) => Object.values(item));
  const ids = operations.map(({ operationId }) => operationId);
  assert.equal(new Set(ids).size, operations.length);
  for (const id of ids) assert.match(id, /^[a-z][A-Za-z]+$/);
  const tags = document.tags.map(({ name }: { name: string }) => name);
  for (const { operationId, tags: used } of operations) assert(tags.includes(used?.[0]), operationId);
  assert.deepEqual(
    document.servers.map(({ url }: { url: string }) => url),
    ['/'],
  );
  assert.deepEqual(Object.keys(document.components.securitySchemes), ['token', 'cookie']);
});

test('no object of several fields is described twice', async (context) => {
  const { text } = await description(context);
  const seen = new Map<string, number>();
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const { type, properties } = node as { type?: unknown; properties?: object };
    if (type === 'object' && Object.keys(properties ?? {}).length > 1) {
      const key = JSON.stringify(node);
      seen.set(key, (seen.get(key) ?? 0) + 1);
    }
    for (const child of Object.values(node)) visit(child);
  };
  visit(JSON.parse(text));
  assert.deepEqual(
    [...seen].filter(([, count]) => count > 1),
    [],
  );
});

test('a client that is generated from the description plays a whole game', { timeout: 120_000 }, async (context) => {
  const { url, text } = await description(context);
  const types = await typesOf(text);
  const folder = mkdtempSync(join(tmpdir(), 'tengen-typed-'));
  context.after(() => rmSync(folder, { recursive: true, force: true }));
  symlinkSync(join(checkout, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
  writeFileSync(join(folder, 'api.d.ts'), types);
  writeFileSync(join(folder, 'game.ts'), PROGRAM);
  const compilerOptions = {
    target: 'es2024',
    lib: ['es2024', 'dom'],
    module: 'nodenext',
    types: ['node'],
    strict: true,
    noEmit: true,
  };
  const options = { ...compilerOptions, skipLibCheck: true, allowImportingTsExtensions: true };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, include: ['game.ts'] }));
  await run(join(checkout, 'node_modules/.bin/tsc'), ['-p', '.'], { cwd: folder });
  const { stdout } = await run(process.execPath, ['game.ts', url], { cwd: folder });
  assert.equal(stdout, 'play pass pass black score\n');
  // Without names they had 3,637 lines.
  assert(types.split('\n').length < 3000, `${types.split('\n').length} lines of types`);
});
