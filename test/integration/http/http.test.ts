import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { TcpClient } from '../../e2e/serve/tcp-client.ts';
import { startHttpServer, startTestServer } from '../../support/http/http-fixture.ts';

const GET = 'GET /api/lobby HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n';

describe('a request', () => {
  test('may arrive byte by byte, after blank lines', async (t) => {
    const { port } = await startTestServer(t);
    const peer = await TcpClient.connect(port);
    for (const byte of Buffer.from(`\r\n${GET}`)) peer.socket.write(Uint8Array.of(byte));
    assert.match((await peer.readToEnd()).toString(), /^HTTP\/1\.1 200 OK\r\n.*\r\n\r\n\{"players":\[\]/s);
  });

  test('may arrive together with the next one, and both are answered', async (t) => {
    const { port } = await startTestServer(t);
    const peer = await TcpClient.connect(port);
    peer.socket.write(GET.replace('Connection: close\r\n', '').repeat(2) + GET);
    assert.equal((await peer.readToEnd()).toString().match(/HTTP\/1\.1 200 OK/g)?.length, 3);
  });

  test('is answered if its client has ended its side of the connection', async (t) => {
    const { port } = await startTestServer(t);
    const peer = await TcpClient.connect(port);
    peer.socket.end(GET);
    assert.match((await peer.readToEnd()).toString(), /^HTTP\/1\.1 200 OK/);
  });

  test('that only reads may have a body, which is ignored', async (t) => {
    const { port } = await startTestServer(t);
    for (const body of ['Content-Length: 3\r\n\r\n{}\n', 'Transfer-Encoding: chunked\r\n\r\n3\r\n{}\n\r\n0\r\n\r\n']) {
      const peer = await TcpClient.connect(port);
      peer.socket.write(`GET /api/lobby HTTP/1.1\r\nHost: here\r\nConnection: close\r\n${body}`);
      assert.match((await peer.readToEnd()).toString(), /^HTTP\/1\.1 200 /, body);
    }
  });

  test('that is malformed is answered by 400, and the connection is closed', async (t) => {
    const { port } = await startTestServer(t);
    const peer = await TcpClient.connect(port);
    peer.socket.write('GET / tengen please\r\n\r\n');
    assert.match((await peer.readToEnd()).toString(), /^HTTP\/1\.1 400 /);
  });

  test('to a listener of one protocol is read as a line of that protocol', async (t) => {
    const { ports } = await startTestServer(t, { listen: ['daigo://127.0.0.1:0'] });
    const peer = await TcpClient.connect(ports[0] ?? 0);
    peer.socket.write('GET / HTTP/1.1\r\n');
    assert.equal(await peer.line(), 'ERROR -1');
  });

  test('that is incomplete does not keep the server from stopping', async (t) => {
    const { port, stop } = await startTestServer(t);
    const peers = await Promise.all(
      ['GET', 'GET / HTTP/1.1\r\nHo', `POST /api/messages HTTP/1.1\r\n`].map(async (text) => {
        const peer = await TcpClient.connect(port);
        peer.socket.write(text);
        return peer;
      }),
    );
    await fetch(`http://127.0.0.1:${port}/api/lobby`);
    await stop();
    for (const peer of peers) await peer.readToEnd();
  });

  test('that arrives too slowly is closed, and so is a connection that is idle too long', async (t) => {
    const shortRequest = await startHttpServer(t, {}, { head: 20, request: 40, keepAlive: 10_000, idle: 10_000 });
    const slow = await TcpClient.connect(shortRequest.port);
    slow.socket.write('GET / HTTP/1.1\r\nHost');
    assert.match((await slow.readToEnd()).toString(), /^HTTP\/1\.1 408 /);
    const shortKeepAlive = await startHttpServer(t, {}, { head: 10_000, request: 10_000, keepAlive: 20, idle: 10_000 });
    const idle = await TcpClient.connect(shortKeepAlive.port);
    idle.socket.write('GET /api/lobby HTTP/1.1\r\nHost: here\r\n\r\n');
    assert.match((await idle.readToEnd()).toString(), /^HTTP\/1\.1 200 /);
  });

  test('is answered, like all requests before it, if the client then ends its side of the connection', async (t) => {
    const { port } = await startTestServer(t);
    for (const [path, times] of [
      ['/readyz', 1],
      ['/api/archive', 1],
      ['/api/lobby', 20],
    ] as const) {
      const peer = await TcpClient.connect(port);
      peer.socket.end(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`.repeat(times));
      assert.equal((await peer.readToEnd()).toString().match(/HTTP\/1\.1 200 /g)?.length, times, path);
    }
  });

  test('may be sent 32 times before an answer, and a client that sends more is disconnected', async (t) => {
    const { port } = await startHttpServer(t, {});
    const requests = (times: number, last = ''): string =>
      'GET /api/nothing HTTP/1.1\r\nHost: here\r\n\r\n'.repeat(times - 1) +
      `GET /api/nothing HTTP/1.1\r\nHost: here\r\n${last}\r\n`;
    const patient = await TcpClient.connect(port);
    patient.socket.write(requests(32, 'Connection: close\r\n'));
    assert.equal((await patient.readToEnd()).toString().match(/HTTP\/1\.1 404 /g)?.length, 32);
    const greedy = await TcpClient.connect(port);
    greedy.socket.write(requests(1_000));
    assert.equal((await greedy.readToEnd()).toString().match(/HTTP\/1\.1 404 /g), null);
  });
});

describe('a failure', () => {
  const ask = async (url: string, init: RequestInit = {}) => {
    const answer = await fetch(url, init);
    const body: unknown = await answer.json();
    assert(typeof body === 'object' && body !== null && 'error' in body && typeof body.error === 'string');
    assert.deepEqual(Object.keys(body), ['error']);
    assert.doesNotMatch(body.error, /\n/);
    return [answer.status, body.error, answer] as const;
  };

  test('always has the same form', async (t) => {
    const { url } = await startTestServer(t);
    assert.equal((await ask(`${url}/api/nothing`))[0], 404);
    assert.equal((await ask(`${url}/nothing`))[0], 404);
    assert.equal((await ask(`${url}/api/games/7`))[0], 404);
    assert.equal((await ask(`${url}/api/games/7.sgf`))[0], 404);
    assert.equal((await ask(`${url}/api/games/7/events`))[0], 404);
    assert.equal((await ask(`${url}/api/games/0`))[0], 400);
    assert.equal((await ask(`${url}/api/games/seven`))[0], 400);
    assert.equal((await ask(`${url}/api/games/seven.sgf`))[0], 400);
    for (const place of ['players/%00', 'archive?player=a%00', 'archive?protocol=%00', 'archive.zip?player=%00'])
      assert.equal((await ask(`${url}/api/${place}`))[0], 400, place);
    assert.equal((await ask(`${url}/api/events`))[0], 401);
    assert.equal((await ask(`${url}/api/socket`))[0], 426);
    const [status, , answer] = await ask(`${url}/api/lobby`, { method: 'PUT' });
    assert.deepEqual([status, answer.headers.get('Allow')], [405, 'GET, HEAD']);
    assert.equal((await ask(`${url}/api/messages`))[0], 405);
  });

  test('of a request with a body has an error of one line', async (t) => {
    const { url } = await startTestServer(t);
    const post = (body: string, headers: Record<string, string> = { 'Content-Type': 'application/json' }) =>
      ask(`${url}/api/messages`, { method: 'POST', body, headers });
    assert.equal((await post('{"kind":'))[0], 400);
    assert.equal((await post('{"kind":"dance"}'))[0], 400);
    assert.match((await post('{"kind":"play","point":{"x":-1,"y":0}}'))[1], /^point\.x: /);
    assert.equal((await post('{"kind":"pass"}', { 'Content-Type': 'text/plain' }))[0], 415);
    assert.equal((await post('{"kind":"pass"}'))[0], 401);
    assert.equal((await post(JSON.stringify('x'.repeat(70_000))))[0], 413);
    const slowly = new ReadableStream({
      start(controller) {
        for (let chunk = 0; chunk < 70; chunk++) controller.enqueue(Buffer.alloc(1000, ' '));
        controller.close();
      },
    });
    const init = { method: 'POST', body: slowly, duplex: 'half', headers: { 'Content-Type': 'application/json' } };
    assert.equal((await ask(`${url}/api/messages`, init as RequestInit))[0], 413);
  });

  test('is described in words, with the value that was sent', async (t) => {
    const { url } = await startTestServer(t);
    for (const [query, error] of [
      ['size=abc', 'size: a whole number is expected, not abc'],
      ['size=', 'size: a whole number is expected, not an empty text'],
      ['size=0x10', 'size: a whole number is expected, not 0x10'],
      ['size=1.5', 'size: a whole number is expected, not 1.5'],
      ['size=1000', 'size: must be at most 255, not 1000'],
      ['before=0', 'before: must be at least 1, not 0'],
      ['game=chess', 'game: go or gomoku is expected, not chess'],
      ['from=yesterday', 'from: a day such as 2026-01-31 is expected, not yesterday'],
      [`player=${'x'.repeat(65)}`, 'player: must have at most 64 characters'],
      [`size=${'7'.repeat(60)}x`, `size: a whole number is expected, not ${'7'.repeat(40)}…`],
    ] as const) {
      const answer = await ask(`${url}/api/archive?${query}`);
      assert.deepEqual(answer.slice(0, 2), [400, error], query);
    }
    for (const [body, error] of [
      ['{"kind":"play","point":{"x":-1,"y":0}}', 'point.x: must be at least 0, not -1'],
      ['{"kind":"play","point":{"x":"a","y":0}}', 'point.x: a whole number is expected, not a'],
      ['{"kind":"play","point":{"x":1.5,"y":0}}', 'point.x: a whole number is expected, not 1.5'],
      ['{"kind":"play","point":{"x":1}}', 'point.y: is missing'],
      ['{"kind":"play","point":[1,2]}', 'point: an object is expected, not a list'],
      ['{"kind":"play"}', 'point: is missing'],
      ['{"kind":"pass","why":1}', 'unknown field why'],
      [
        '{"kind":"seek","board":{"game":"go","size":9,"komi":0,"ko":"positional","suicide":"allowed","time":{"kind":"absolute","main":999}}}',
        'board.time.main: must be at least 1000, not 999',
      ],
      [
        '{"kind":"seek","board":{"game":"go","size":9,"komi":0,"ko":"positional","suicide":"allowed","time":{"kind":"byo-yomi","main":0,"period":1000,"periods":101}}}',
        'board.time.periods: must be at most 100, not 101',
      ],
      ['{"kind":"offer","what":"peace"}', 'what: undo, draw or adjourn is expected, not peace'],
      ['{"kind":"rename","name":""}', 'name: must not be empty'],
      ['{"kind":"rename","name":null}', 'name: a text is expected, not null'],
      ['{"kind":"chat","text":"hello","to":"bob"}', 'to: has none of the expected forms'],
    ] as const) {
      const headers = { 'Content-Type': 'application/json' };
      const answer = await ask(`${url}/api/messages`, { method: 'POST', body, headers });
      assert.deepEqual(answer.slice(0, 2), [400, error], body);
    }
    const [, error] = await ask(`${url}/api/messages`, {
      method: 'POST',
      body: '{"kind":"dance"}',
      headers: { 'Content-Type': 'application/json' },
    });
    assert.match(error, /^kind: enter, rename, .* or sync is expected$/);
  });

  test('is the answer to a change that a page of another site requests', async (t) => {
    const { url } = await startTestServer(t);
    const headers = { Origin: 'https://example.org', 'Content-Type': 'application/json' };
    assert.equal((await ask(`${url}/api/messages`, { method: 'POST', body: '{"kind":"pass"}', headers }))[0], 403);
    assert.equal((await fetch(`${url}/api/lobby`, { headers })).status, 200);
  });
});

describe('the page', () => {
  /** A page as vite builds it, beside a secret file that the server must not send. */
  async function built(t: TestContext) {
    const folder = await mkdtemp(join(tmpdir(), 'tengen-'));
    t.after(() => rm(folder, { recursive: true }));
    const page = join(folder, 'page');
    await mkdir(join(page, 'assets'), { recursive: true });
    await writeFile(join(folder, 'secret.txt'), 'secret');
    await writeFile(join(page, 'index.html'), `<!doctype html>${'<p>'.repeat(500)}`);
    await writeFile(join(page, 'assets', 'index-abc123.js'), `'use strict';${' '.repeat(500)}`);
    await writeFile(join(page, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
    return page;
  }

  test('is sent at each of its addresses, and its files under their names', async (t) => {
    const { url } = await startHttpServer(t, { page: await built(t) });
    for (const path of [
      '/',
      '/games/17',
      '/archive?player=alice',
      '/players/%E7%A2%81',
      '/ratings',
      '/inspector/3',
      '/account',
      '/administration',
    ]) {
      const answer = await fetch(url + path);
      assert.equal(answer.status, 200, path);
      assert.equal(answer.headers.get('Content-Type'), 'text/html; charset=utf-8');
      assert.equal(answer.headers.get('Cache-Control'), 'no-cache');
      assert.match(await answer.text(), /^<!doctype html>/);
    }
    const script = await fetch(`${url}/assets/index-abc123.js`);
    assert.equal(script.headers.get('Content-Type'), 'text/javascript; charset=utf-8');
    assert.equal(script.headers.get('Cache-Control'), 'public, max-age=31536000, immutable');
    assert.equal((await fetch(`${url}/favicon.svg`)).headers.get('Content-Type'), 'image/svg+xml');
    assert.equal((await fetch(`${url}/assets/index-abc124.js`)).status, 404);
  });

  test('is also the answer to a browser at an unknown address, where programs get a line of JSON', async (t) => {
    const { url } = await startHttpServer(t, { page: await built(t) });
    const opened = async (path: string, accepts: string) => {
      const answer = await fetch(url + path, { headers: { Accept: accepts } });
      return [answer.status, answer.headers.get('Content-Type'), (await answer.text()).slice(0, 9)];
    };
    const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
    for (const path of ['/games', '/no/such/place', '/players/', '/index.php'])
      assert.deepEqual(await opened(path, browser), [404, 'text/html; charset=utf-8', '<!doctype'], path);
    for (const [path, accepts] of [
      ['/no/such/place', '*/*'],
      ['/api/nothing', browser],
    ] as const)
      assert.deepEqual(await opened(path, accepts), [404, 'application/json', '{"error":'], path);
    assert.equal((await fetch(`${url}/no/such/place`, { method: 'POST', headers: { Accept: browser } })).status, 404);
  });

  test('is compressed if the client accepts this, and not sent again if it has not changed', async (t) => {
    const { url } = await startHttpServer(t, { page: await built(t) });
    for (const [accepts, sent] of [
      ['gzip, deflate, br', 'br'],
      ['gzip;q=1.0', 'gzip'],
      ['gzip;q=0, identity', null],
      ['identity', null],
    ] as const) {
      const answer = await fetch(url, { headers: { 'Accept-Encoding': accepts } });
      assert.equal(answer.headers.get('Content-Encoding'), sent);
      assert.match(await answer.text(), /^<!doctype html>(?:<p>){500}$/);
    }
    const tag = (await fetch(url)).headers.get('ETag') ?? '';
    const again = await fetch(url, { headers: { 'If-None-Match': tag } });
    assert.deepEqual([again.status, await again.text()], [304, '']);
    const head = await fetch(url, { method: 'HEAD' });
    assert.deepEqual([head.status, await head.text()], [200, '']);
  });

  test('is the only folder whose files are sent', async (t) => {
    const { port } = await startHttpServer(t, { page: await built(t) });
    for (const path of [
      '/../secret.txt',
      '/assets/../../secret.txt',
      '/assets/..%2f..%2fsecret.txt',
      '/%2e%2e/secret.txt',
      '/assets/%2e%2e/%2e%2e/secret.txt',
      '/secret.txt',
      '//secret.txt',
      '/assets/index-abc123.js%00.html',
    ]) {
      const peer = await TcpClient.connect(port);
      peer.socket.write(`GET ${path} HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n`);
      const answer = (await peer.readToEnd()).toString();
      assert.match(answer, /^HTTP\/1\.1 4\d\d /, path);
      assert.doesNotMatch(answer, /\r\n\r\nsecret/);
    }
  });

  test('is replaced by the build command if it has not been built', async (t) => {
    const { url } = await startHttpServer(t, { page: join(tmpdir(), 'no-such-page') });
    const answer = await fetch(url);
    assert.equal(answer.status, 503);
    assert.match(await answer.text(), /npm run build:page/);
  });

  test('may run and load only its own files, by the headers of every answer', async (t) => {
    const { url } = await startHttpServer(t, { page: await built(t) });
    for (const path of ['/', '/assets/index-abc123.js', '/api/lobby', '/api/nothing']) {
      const { headers } = await fetch(url + path);
      const policy = (headers.get('Content-Security-Policy') ?? '').split('; ');
      for (const directive of ["default-src 'none'", "script-src 'self'", "style-src 'self'", "frame-ancestors 'none'"])
        assert(policy.includes(directive), `${path} ${directive}`);
      assert.doesNotMatch(policy.join(), /unsafe/);
      assert.equal(headers.get('X-Content-Type-Options'), 'nosniff');
      assert.equal(headers.get('Referrer-Policy'), 'same-origin');
      assert.equal(headers.get('Cross-Origin-Opener-Policy'), 'same-origin');
    }
  });
});
