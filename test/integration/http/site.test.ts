import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request } from 'node:http';
import { hostname } from 'node:os';
import { describe, type TestContext, test } from 'node:test';
import { WebSocket } from 'ws';
import { TcpClient } from '../../e2e/serve/tcp-client.ts';
import { startTestServer } from '../../support/http/http-fixture.ts';

type Headers = Readonly<Record<string, string>>;

/** The statuses of a request that reads, of a change and of a WebSocket. */
async function statuses(port: number, headers: Headers): Promise<number[]> {
  const found: number[] = [];
  const body = '{}';
  for (const [method, path] of [
    ['GET', '/api/lobby'],
    ['POST', '/api/session'],
  ] as const) {
    const more = method === 'POST' ? { 'Content-Type': 'application/json', 'Content-Length': body.length } : {};
    const sent = request({ port, host: '127.0.0.1', method, path, agent: false, headers: { ...headers, ...more } });
    sent.end(method === 'POST' ? body : undefined);
    const [answer] = await once(sent, 'response');
    answer.resume();
    found.push(answer.statusCode);
  }
  const socket = new WebSocket(`ws://127.0.0.1:${port}/api/socket`, { headers });
  const status = await new Promise<number>((resolve) => {
    socket.on('open', () => resolve(101));
    socket.on('unexpected-response', (_request, answer) => resolve(answer.statusCode ?? 0));
    socket.on('error', () => {});
  });
  socket.terminate();
  return [...found, status];
}

/** Status 400, because the body is malformed: the request itself was accepted. */
const ACCEPTED = [200, 400, 101];
const READS_ONLY = [200, 403, 403];
const UNKNOWN_HOST = [421, 421, 421];

describe('a request by a page', () => {
  const openServer = async (t: TestContext, options = {}) => {
    const { port } = await startTestServer(t, options);
    return (origin: string, host = `127.0.0.1:${port}`) => statuses(port, { Origin: origin, Host: host });
  };

  test('of an unknown site may only read', async (t) => {
    const ask = await openServer(t);
    assert.deepEqual(await ask('https://mallory.example'), READS_ONLY);
    assert.deepEqual(await ask('null'), READS_ONLY);
  });

  test('of a configured site is answered', async (t) => {
    const origin = ['https://friend.example', 'http://go.example.org:8080'];
    const ask = await openServer(t, { origin });
    for (const each of origin) assert.deepEqual(await ask(each), ACCEPTED);
    for (const each of ['http://friend.example', 'https://friend.example:8443', 'https://a.friend.example'])
      assert.deepEqual(await ask(each), READS_ONLY, each);
  });

  test('of the server itself is answered, also if a proxy uses another host name', async (t) => {
    const ask = await openServer(t, { origin: ['https://go.example.org'] });
    assert.deepEqual(await ask('http://go.example.org', 'go.example.org'), ACCEPTED);
    assert.deepEqual(await ask('https://go.example.org', 'upstream:1919'), ACCEPTED);
  });

  test('of a configured site may read the answer, and no other page may', async (t) => {
    const { url } = await startTestServer(t, { origin: ['https://friend.example'] });
    const fetchLobby = async (origin: string, method = 'GET', headers: Headers = {}): Promise<Response> =>
      await fetch(`${url}/api/lobby`, { method, headers: { Origin: origin, ...headers } });
    const preflight = { 'Access-Control-Request-Method': 'POST', 'Access-Control-Request-Headers': 'authorization' };
    const preflighted = await fetchLobby('https://friend.example', 'OPTIONS', preflight);
    assert.equal(preflighted.status, 204);
    assert.match(preflighted.headers.get('access-control-allow-headers') ?? '', /Authorization/);
    for (const answer of [preflighted, await fetchLobby('https://friend.example')]) {
      assert.equal(answer.headers.get('access-control-allow-origin'), 'https://friend.example');
      assert.equal(answer.headers.get('access-control-allow-credentials'), null);
    }
    for (const answer of [
      await fetchLobby('https://mallory.example'),
      await fetchLobby('https://mallory.example', 'OPTIONS'),
    ])
      assert.equal(answer.headers.get('access-control-allow-origin'), null);
  });
});

describe('a request for a host', () => {
  const openServer = async (t: TestContext, options = {}) => {
    const { port } = await startTestServer(t, options);
    return (host: string, more: Headers = {}) => statuses(port, { Host: host.replace('PORT', String(port)), ...more });
  };

  test('that is a name of this machine is answered', async (t) => {
    const ask = await openServer(t);
    for (const host of [
      '127.0.0.1:PORT',
      'localhost:PORT',
      'LOCALHOST',
      '[::1]:PORT',
      '192.0.2.1',
      'go.localhost',
      'box',
      hostname(),
    ])
      assert.deepEqual(await ask(host), ACCEPTED, host);
  });

  test('of a foreign name that leads to this machine is refused, also from its own page', async (t) => {
    const ask = await openServer(t);
    for (const host of [
      'mallory.example:PORT',
      'mallory.example',
      'localhost.mallory.example',
      '127.0.0.1.mallory.example',
    ]) {
      assert.deepEqual(await ask(host), UNKNOWN_HOST, host);
      assert.deepEqual(await ask(host, { Origin: `http://${host}` }), UNKNOWN_HOST, host);
    }
  });

  test('that is refused is answered by one line that names the option --origin', async (t) => {
    const { port } = await startTestServer(t);
    const peer = await TcpClient.connect(port);
    peer.socket.write('GET / HTTP/1.1\r\nHost: go.example.org\r\nConnection: close\r\n\r\n');
    assert.match((await peer.readToEnd()).toString(), /^HTTP\/1\.1 421.*"error":"[^\n]*--origin[^\n]*"/s);
  });

  test('of a foreign name is refused, also with the headers of a proxy, because a page can set them', async (t) => {
    const ask = await openServer(t);
    for (const header of ['X-Forwarded-For', 'Forwarded', 'Via', 'X-Real-IP'])
      assert.deepEqual(await ask('mallory.example:PORT', { [header]: '192.0.2.7' }), UNKNOWN_HOST, header);
  });

  test('that is given twice is malformed, in any order', async (t) => {
    const { port } = await startTestServer(t);
    const upgrade =
      'Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n';
    for (const hosts of [
      'Host: localhost\r\nHost: mallory.example\r\n',
      'Host: mallory.example\r\nHost: localhost\r\n',
      'Host: localhost\r\nhost: localhost\r\n',
    ])
      for (const [request, rest] of [
        ['GET /', 'Connection: close\r\n'],
        ['GET /api/lobby', 'Connection: close\r\n'],
        ['POST /api/session', 'Connection: close\r\nContent-Length: 0\r\n'],
        ['GET /api/socket', `Connection: Upgrade\r\n${upgrade}`],
      ] as const) {
        const peer = await TcpClient.connect(port);
        peer.socket.write(`${request} HTTP/1.1\r\n${hosts}${rest}\r\n`);
        assert.match(
          (await peer.readToEnd()).toString(),
          /^HTTP\/1\.1 400 .*"error":"a request has one Host header"/s,
          hosts,
        );
      }
  });

  test('must be one of the configured hosts, if hosts are configured, or this machine', async (t) => {
    const ask = await openServer(t, { origin: ['https://go.example.org'] });
    assert.deepEqual(await ask('go.example.org'), ACCEPTED);
    assert.deepEqual(await ask('go.example.org:PORT'), ACCEPTED);
    assert.deepEqual(await ask('localhost:PORT'), ACCEPTED);
    assert.deepEqual(await ask('mallory.example', { 'X-Forwarded-For': '192.0.2.7' }), UNKNOWN_HOST);
  });
});
