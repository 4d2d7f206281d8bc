import assert from 'node:assert/strict';
import { exec, execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Validator } from '@seriousme/openapi-schema-validator';
import { startTestServer } from '../../support/http/http-fixture.ts';

const checkout = fileURLToPath(new URL('../../..', import.meta.url));
const run = promisify(execFile);
/** Lets `openapi-typescript` load a version of the TypeScript compiler that it supports. */
const COMPILER_HOOK = new URL('../../support/api/typescript-5-hook.ts', import.meta.url).href;

/** A program in which two accounts play a game, with the types of the description. A wrong field does not compile. */
const PROGRAM = `
import createClient from 'openapi-fetch';
import type { components, paths } from './api.d.ts';

const baseUrl = process.argv[2] ?? '';
type Message = components['schemas']['ClientMessage'];
const board: components['schemas']['AskedParametersJson'] = { game: 'go', size: 5, komi: 0.5, ko: 'positional', suicide: 'allowed' };
const tokens: string[] = [];

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
  tokens.push(token.secret);
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
console.log(tokens[0]);
await alice({ kind: 'leave' });
// @ts-expect-error There is no such message.
void (() => alice({ kind: 'teleport' }));
`;

/** The description of the API that a server sends. */
async function description(context: TestContext): Promise<{ readonly url: string; readonly text: string }> {
  const { url } = await startTestServer(context, { data: ':memory:' });
  return { url, text: await (await fetch(`${url}/api/openapi.json`)).text() };
}

/** The section of docs/api.md with the commands and the example program. */
const PAGE = readFileSync(join(checkout, 'docs/api.md'), 'utf8').split('## A typed client')[1] ?? '';
const commandsWith = (program: string): string[] =>
  [...PAGE.matchAll(/^ {4}(.*)$/gm)].map(([, line = '']) => line).filter((line) => line.startsWith(program));
const [, EXAMPLE = ''] = /^```ts\n(.*?)^```$/ms.exec(PAGE) ?? [];

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

test('docs/api.md installs versions that fit together', () => {
  const words = commandsWith('npm install').flatMap((line) => line.split(' ').slice(2));
  const packages = words.filter((word) => !word.startsWith('-'));
  const versions = new Map(packages.map((word) => [word.split('@')[0], word.split('@')[1]]));
  assert.deepEqual([...versions.keys()].sort(), ['openapi-fetch', 'openapi-typescript', 'typescript']);
  const tool = JSON.parse(readFileSync(join(checkout, 'node_modules/openapi-typescript/package.json'), 'utf8'));
  assert.equal(versions.get('openapi-typescript'), tool.version.split('.')[0]);
  assert.equal(`^${versions.get('typescript')}.x`, tool.peerDependencies.typescript);
});

test('a client that was generated by the commands of docs/api.md plays a complete game', {
  timeout: 120_000,
}, async (context) => {
  const { url } = await description(context);
  const folder = mkdtempSync(join(tmpdir(), 'tengen-typed-'));
  context.after(() => rmSync(folder, { recursive: true, force: true }));
  symlinkSync(join(checkout, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
  const [command = ''] = commandsWith('npx');
  const path = [dirname(process.execPath), process.env['PATH']].join(delimiter);
  const env = { ...process.env, PATH: path, NODE_OPTIONS: `--import ${COMPILER_HOOK}` };
  await promisify(exec)(command.replace('http://127.0.0.1:1919', url), { cwd: folder, env });
  writeFileSync(join(folder, 'game.ts'), PROGRAM);
  writeFileSync(join(folder, 'client.ts'), EXAMPLE.replace('http://127.0.0.1:1919', url));
  const compilerOptions = {
    target: 'es2024',
    lib: ['es2024', 'dom'],
    module: 'nodenext',
    types: ['node'],
    strict: true,
    noEmit: true,
  };
  const options = { ...compilerOptions, skipLibCheck: true, allowImportingTsExtensions: true };
  const include = ['game.ts', 'client.ts'];
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, include }));
  await run(join(checkout, 'node_modules/.bin/tsc'), ['-p', '.'], { cwd: folder });
  const { stdout } = await run(process.execPath, ['game.ts', url], { cwd: folder });
  assert.equal(stdout.split('\n')[0], 'play pass pass black score');
  // The example program enters as alice, whose token the first program has printed.
  const [, token = ''] = stdout.split('\n');
  writeFileSync(join(folder, 'client.ts'), EXAMPLE.replace('http://127.0.0.1:1919', url).replace('tengen_…', token));
  const example = await run(process.execPath, ['client.ts'], { cwd: folder });
  assert.equal(example.stdout, "{ kind: 'done', name: 'alice' }\n");
  // Without named schemas, before time controls, dead stones and adjourned games existed, the types had 3,637 lines.
  const lines = readFileSync(join(folder, 'api.d.ts'), 'utf8').split('\n').length;
  assert(lines < 3400, `${lines} lines of types`);
});
