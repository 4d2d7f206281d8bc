import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { FakeBrowser, PASSWORD } from '../../support/http/fake-browser.ts';
import { startTestServer } from '../../support/http/http-fixture.ts';

interface Operation {
  readonly operationId: string;
  readonly security?: readonly Readonly<Record<string, unknown>>[];
  readonly requestBody?: unknown;
}

/** Well-formed request bodies by operation. */
const BODIES: Readonly<Record<string, string>> = {
  changePassword: JSON.stringify({ current: PASSWORD, password: 'battery staple' }),
  createAccount: JSON.stringify({ name: 'bob', password: PASSWORD }),
  createToken: JSON.stringify({ label: 'another' }),
  deleteAccount: JSON.stringify({ password: PASSWORD }),
  signIn: JSON.stringify({ name: 'alice', password: PASSWORD }),
  createBan: JSON.stringify({ name: 'mallory', hours: 1 }),
  sendMessage: JSON.stringify({ kind: 'enter', name: 'alice' }),
  importGames: '(;GM[1]SZ[9];B[aa])',
};

const PARAMETERS: Readonly<Record<string, string>> = { game: '1', id: '1', name: 'carol', class: 'go-9', key: 'x' };

/** The status of the response, and its error if there is one. */
async function request(url: string, init: RequestInit): Promise<{ status: number; error: string }> {
  const stop = new AbortController();
  const answer = await fetch(url, { ...init, signal: stop.signal });
  const error = answer.ok ? '' : await answer.text();
  // A stream of events would never end.
  stop.abort();
  return { status: answer.status, error };
}

describe('the security schemes in the description of the API', () => {
  test('are the ones that each operation accepts', async (t) => {
    const { url } = await startTestServer(t, { admin: ['alice'] });
    const alice = new FakeBrowser(url);
    assert.equal((await alice.reserve('alice')).status, 201);
    const { secret } = (await alice.request('POST', '/api/tokens', { label: 'program' })).body;
    const { paths, security: usual } = (await alice.request('GET', '/api/openapi.json')).body;
    const seen = new Set<string>();
    for (const [path, item] of Object.entries<Record<string, Operation>>(paths))
      for (const [method, { operationId, security = usual, requestBody }] of Object.entries(item)) {
        const address = `${url}${path.replaceAll(/\{(\w+)\}/g, (_, name) => PARAMETERS[name] ?? assert.fail(name))}`;
        const type = operationId === 'importGames' ? 'application/x-go-sgf' : 'application/json';
        const body = requestBody === undefined ? undefined : (BODIES[operationId] ?? assert.fail(operationId));
        const ask = (headers: Record<string, string>) =>
          request(address, {
            method: method.toUpperCase(),
            headers: { ...(body !== undefined && { 'Content-Type': type }), ...headers },
            ...(body !== undefined && { body }),
          });
        const schemes = security.map((scheme: object) => Object.keys(scheme).join());
        const anonymous = await ask({});
        assert.equal(
          anonymous.status === 401,
          !schemes.includes(''),
          `${operationId} without sign-in: ${anonymous.status}`,
        );
        const byToken = await ask({ Authorization: `Bearer ${secret}` });
        const isRefused = byToken.error.includes('a token is not enough');
        assert.equal(isRefused, !schemes.includes('token'), `${operationId} by token: ${byToken.status}`);
        seen.add(schemes.join('|'));
      }
    assert.deepEqual([...seen].toSorted(), ['cookie', 'token|cookie', '|token|cookie']);
  });
});
