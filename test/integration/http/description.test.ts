import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestServer } from '../../support/http/http-fixture.ts';

/** All operations of the API. */
const OPERATIONS = [
  'DELETE /api/accounts',
  'DELETE /api/administration/bans/{id}',
  'DELETE /api/connection',
  'DELETE /api/session',
  'DELETE /api/tokens/{id}',
  'GET /api/administration/accounts',
  'GET /api/administration/accounts.csv',
  'GET /api/administration/bans',
  'GET /api/archive',
  'GET /api/archive.csv',
  'GET /api/archive.zip',
  'GET /api/boards',
  'GET /api/connection',
  'GET /api/cross-table.csv',
  'GET /api/events',
  'GET /api/games/{game}',
  'GET /api/games/{game}.sgf',
  'GET /api/games/{game}/conversation',
  'GET /api/games/{game}/conversation.csv',
  'GET /api/games/{game}/events',
  'GET /api/games/{game}/original',
  'GET /api/invitations/{key}',
  'GET /api/lobby',
  'GET /api/players/{name}',
  'GET /api/protocols',
  'GET /api/ratings',
  'GET /api/ratings.csv',
  'GET /api/ratings/{class}',
  'GET /api/session',
  'GET /api/socket',
  'GET /api/tokens',
  'GET /healthz',
  'GET /metrics',
  'GET /readyz',
  'POST /api/accounts',
  'POST /api/administration/accounts/{name}/password',
  'POST /api/administration/bans',
  'POST /api/administration/games/{game}/stop',
  'POST /api/administration/players/{name}/remove',
  'POST /api/archive',
  'POST /api/messages',
  'POST /api/opening',
  'POST /api/session',
  'POST /api/tokens',
  'PUT /api/password',
];

interface Operation {
  readonly summary?: string;
  readonly responses: Record<string, unknown>;
}

const asRecord = (value: unknown): Record<string, unknown> => {
  assert(typeof value === 'object' && value !== null);
  return value as Record<string, unknown>;
};

test('the description of the API contains every operation, its responses and its failures', async (t) => {
  const { url } = await startTestServer(t);
  const document = asRecord(await (await fetch(`${url}/api/openapi.json`)).json());
  assert.match(String(document['openapi']), /^3\.1\./);
  const found: string[] = [];
  for (const [path, item] of Object.entries(asRecord(document['paths']))) {
    for (const [method, operation] of Object.entries(asRecord(item)) as [string, Operation][]) {
      found.push(`${method.toUpperCase()} ${path}`);
      assert.match(operation.summary ?? '', /^\p{Lu}/u, path);
      for (const [status, response] of Object.entries(operation.responses)) {
        if (status < '400') continue;
        // Each failure is described once, by its status, and its body has the one form of all failures.
        assert.deepEqual(response, { $ref: `#/components/responses/Failure${status}` }, `${method} ${path}`);
        const named = asRecord(asRecord(asRecord(document['components'])['responses'])[`Failure${status}`]);
        assert.match(JSON.stringify(named), /"\$ref":"#\/components\/schemas\/Failure"/);
      }
    }
  }
  assert.deepEqual(found.sort(), OPERATIONS);
  // There are no operations without a description: the answer to another method lists the allowed methods. Paths for
  // administrators do not list them to other clients.
  const paths = new Set(found.map((each) => each.split(' ')[1] ?? ''));
  for (const path of [...paths].filter((each) => !each.startsWith('/api/administration/'))) {
    const answer = await fetch(url + path.replace(/\{\w+\}/, '1'), { method: 'PATCH' });
    const allowed = answer.headers
      .get('Allow')
      ?.split(', ')
      .filter((method) => method !== 'HEAD');
    const described = found.filter((each) => each.endsWith(` ${path}`)).map((each) => each.split(' ')[0]);
    assert.deepEqual(allowed?.sort(), described.sort(), path);
  }
});

test('every message of client and server has a name in the description', async (t) => {
  const { url } = await startTestServer(t);
  const document = asRecord(await (await fetch(`${url}/api/openapi.json`)).json());
  const schemas = asRecord(asRecord(document['components'])['schemas']);
  const names = (union: string): string[] => {
    const { oneOf } = asRecord(schemas[union]);
    return (oneOf as Record<string, string>[]).map(({ $ref = 'no name' }) => $ref.replace('#/components/schemas/', ''));
  };
  const [client, server] = [names('ClientMessage'), names('ServerMessage')];
  assert(client.length > 20 && server.length > 20);
  for (const name of client) assert.match(name, /^Client\p{Lu}/u);
  for (const name of server) assert.match(name, /^(?:Server\p{Lu}|Done$|Refused$)/u);
  assert(client.includes('ClientAcceptInvitation') && server.includes('ServerChat'));
  for (const name of [...client, ...server]) assert(name in schemas, name);
});

test('the schemas of the messages are JSON Schemas of the messages of client and server', async (t) => {
  const { url } = await startTestServer(t);
  const schemas = asRecord(await (await fetch(`${url}/api/messages.json`)).json());
  assert.deepEqual(Object.keys(schemas), ['client', 'server', 'open', 'opened']);
  for (const schema of Object.values(schemas).map(asRecord)) assert.match(String(schema['$schema']), /2020-12/);
  const client = JSON.stringify(schemas['client']);
  for (const kind of ['enter', 'seek', 'play', 'chat', 'sync']) assert(client.includes(`"const":"${kind}"`), kind);
});
