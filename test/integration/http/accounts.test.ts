import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openDatabase } from '../../../src/database/database.ts';
import { TcpClient } from '../../e2e/serve/tcp-client.ts';
import { newSqlitePath } from '../../support/database/test-databases.ts';
import { FakeBrowser, PASSWORD } from '../../support/http/fake-browser.ts';
import { startTestServer } from '../../support/http/http-fixture.ts';
import { WebSocketClient } from '../../support/http/web-socket-client.ts';

/** An address of this machine from which no browser of these tests connects. */
const STRANGER = '127.0.0.2';

describe('an account', () => {
  test('is created, signed out of and signed in to with a cookie that scripts cannot read', async (t) => {
    const { url } = await startTestServer(t);
    const browser = new FakeBrowser(url);
    assert.equal(await browser.signedInName(), undefined);
    const { status, body, headers } = await browser.reserve('Alice');
    assert.deepEqual([status, body], [201, { name: 'Alice', administrator: false }]);
    const cookie = headers.get('Set-Cookie') ?? '';
    assert.match(cookie, /^tengen=[\w-]{43}; /);
    for (const attribute of ['Path=/', 'HttpOnly', 'SameSite=Strict']) assert.ok(cookie.includes(attribute), cookie);
    assert.doesNotMatch(cookie, /Secure|Domain/);
    assert.equal(headers.get('Cache-Control'), 'no-store');
    assert.equal(await browser.signedInName(), 'Alice');

    const before = browser.cookie;
    assert.equal((await browser.request('DELETE', '/api/session')).status, 204);
    assert.equal(browser.cookie, undefined);
    browser.cookie = before;
    assert.equal(await browser.signedInName(), undefined, 'the old cookie is no longer valid');
    assert.deepEqual((await browser.signIn('ALICE')).body, { name: 'Alice', administrator: false });
    assert.equal(await browser.signedInName(), 'Alice');
  });

  test('and its sign-ins survive a restart of the server', async (t) => {
    const database = newSqlitePath();
    const first = await startTestServer(t, { database });
    const browser = new FakeBrowser(first.url);
    await browser.reserve('alice');
    await first.stop();
    const second = await startTestServer(t, { database });
    const again = new FakeBrowser(second.url);
    again.cookie = browser.cookie;
    assert.equal(await again.signedInName(), 'alice');
    assert.equal((await again.reserve('alice')).status, 409);
    const stranger = await TcpClient.connect(second.port, STRANGER);
    stranger.send('HELO alice');
    assert.equal(await stranger.line(), 'ERROR 8');
    await second.stop();
    const reopened = await openDatabase(database);
    const rows = JSON.stringify([
      await reopened.selectFrom('account').selectAll().execute(),
      await reopened.selectFrom('signIn').selectAll().execute(),
    ]);
    await reopened.destroy();
    assert.ok(!rows.includes(PASSWORD) && !rows.includes(browser.cookie?.slice('tengen='.length) ?? ''));
  });

  test('is not signed in to by a wrong password, an unknown name or a malformed request', async (t) => {
    const { url } = await startTestServer(t);
    await new FakeBrowser(url).reserve('alice');
    const browser = new FakeBrowser(url);
    const wrong = await browser.signIn('alice', 'wrong');
    const unknown = await browser.signIn('nobody', 'wrong');
    assert.deepEqual([wrong.status, wrong.body], [403, unknown.body]);
    for (const body of [
      {},
      { name: 'alice' },
      { name: 'alice', password: '' },
      { name: 'alice', password: 'x'.repeat(201) },
      { name: 'alice', password: { $ne: null } },
      { name: ['alice'], password: PASSWORD },
      { name: 'alice', password: PASSWORD, administrator: true },
      null,
      [],
    ]) {
      const { status, body: answer } = await browser.request('POST', '/api/session', body);
      assert.deepEqual([status, Object.keys(answer)], [400, ['error']], JSON.stringify(body));
      assert.ok(!answer.error.includes(PASSWORD));
    }
    assert.equal(browser.cookie, undefined);
  });

  test('needs an allowed name and an allowed password', async (t) => {
    const { url } = await startTestServer(t, { bot: [], house: true });
    const browser = new FakeBrowser(url);
    for (const [name, password, status] of [
      ['', PASSWORD, 400],
      ['\u2800 ', PASSWORD, 400],
      ['\u0301', PASSWORD, 400],
      ['a\nSet-Cookie: tengen=x', PASSWORD, 400],
      ['x'.repeat(65), PASSWORD, 400],
      ['alice', 'seven77', 400],
      ['alice', 'x'.repeat(201), 400],
      ['alexandra', 'Alexandra', 400],
      ['guest-7', PASSWORD, 409],
      ['tengen', PASSWORD, 409],
      ['Tengen-2', PASSWORD, 409],
      ['ali\u200bce', PASSWORD, 409],
    ] as const) {
      const answer = await browser.reserve(name, password);
      assert.equal(answer.status, status, JSON.stringify([name, password, answer.body]));
      assert.match(answer.body.error, /^[^\n]+$/);
    }
    assert.equal((await browser.reserve('天元 Łódź', '八文字以上の合言葉')).status, 201);
    assert.equal(await browser.signedInName(), '天元 Łódź');
  });

  test('gets a new password, which signs every other browser out', async (t) => {
    const { url, port } = await startTestServer(t);
    const [here, there] = [new FakeBrowser(url), new FakeBrowser(url)];
    await here.reserve('alice');
    await there.signIn('alice');
    const tab = await WebSocketClient.open(port, undefined, { Cookie: there.cookie ?? '' });
    const before = here.cookie;
    const change = (current: string) => here.request('PUT', '/api/password', { current, password: 'battery staple' });
    assert.equal((await change('wrong')).status, 403);
    assert.equal((await change(PASSWORD)).status, 200);
    assert.notEqual(here.cookie, before);
    assert.equal(await tab.closeCode(), 4001, 'open sockets must sign in again');
    assert.deepEqual([await here.signedInName(), await there.signedInName()], ['alice', undefined]);
    assert.equal((await there.signIn('alice')).status, 403);
    assert.equal((await there.signIn('alice', 'battery staple')).status, 200);
    assert.equal(
      (await new FakeBrowser(url).request('PUT', '/api/password', { current: 'x', password: PASSWORD })).status,
      401,
    );
  });

  test('is signed in to by a body that arrives in parts', async (t) => {
    const { url } = await startTestServer(t);
    await new FakeBrowser(url).reserve('alice');
    const body = new ReadableStream({
      start(controller) {
        for (const piece of ['{"name":"al', `ice","password":"${PASSWORD}"`, '}'])
          controller.enqueue(Buffer.from(piece));
        controller.close();
      },
    });
    const init = { method: 'POST', body, duplex: 'half', headers: { 'Content-Type': 'application/json' } };
    assert.equal((await fetch(`${url}/api/session`, init as RequestInit)).status, 200);
  });

  test('is deleted only with its password, and then any client may use the name', async (t) => {
    const { url, port } = await startTestServer(t);
    const browser = new FakeBrowser(url);
    await browser.reserve('alice');
    const tab = await WebSocketClient.open(port, undefined, { Cookie: browser.cookie ?? '' });
    await tab.send({ kind: 'enter', name: 'alice' });
    assert.equal((await browser.request('DELETE', '/api/accounts', { password: 'wrong' })).status, 403);
    assert.equal((await browser.request('DELETE', '/api/accounts', { password: PASSWORD })).status, 204);
    assert.equal(browser.cookie, undefined);
    await tab.closeCode();
    assert.equal((await browser.signIn('alice')).status, 403);
    const stranger = await TcpClient.connect(port, STRANGER);
    stranger.send('HELO alice');
    assert.equal(await stranger.line(), 'OK');
  });

  test('created by a browser that is signed in ends the earlier sign-in', async (t) => {
    const { url } = await startTestServer(t);
    const browser = new FakeBrowser(url);
    await browser.reserve('alice');
    const alice = browser.cookie;
    await browser.reserve('bob');
    assert.equal(await browser.signedInName(), 'bob');
    browser.cookie = alice;
    assert.equal(await browser.signedInName(), undefined);
  });

  test('gets a new secret at each sign-in, whatever cookie the browser sends', async (t) => {
    const { url } = await startTestServer(t);
    const browser = new FakeBrowser(url);
    await browser.reserve('alice');
    browser.cookie = 'tengen=fixated';
    await browser.signIn('alice');
    assert.match(browser.cookie ?? '', /^tengen=[\w-]{43}$/);
    browser.cookie = 'tengen=fixated';
    assert.equal(await browser.signedInName(), undefined);
  });
});

describe('a token', () => {
  test('is shown once, plays for its owner, and is revoked', async (t) => {
    const { url } = await startTestServer(t);
    const browser = new FakeBrowser(url);
    await browser.reserve('alice');
    const { status, body: created } = await browser.request('POST', '/api/tokens', { label: 'my bot' });
    assert.equal(status, 201);
    assert.match(created.secret, /^tengen_[\w-]{43}$/);
    const enter = () =>
      browser.requestWithToken(created.secret, 'POST', '/api/messages', { kind: 'enter', name: 'alice' });
    assert.equal((await enter()).body.kind, 'done');
    const { body: listed } = await browser.request('GET', '/api/tokens');
    assert.deepEqual(Object.keys(listed.tokens[0]).toSorted(), ['created', 'id', 'label', 'used']);
    assert.equal((await browser.request('DELETE', `/api/tokens/${created.id}`)).status, 204);
    assert.equal((await browser.request('DELETE', `/api/tokens/${created.id}`)).status, 404);
    assert.equal((await enter()).status, 401);
    assert.deepEqual((await browser.request('GET', '/api/tokens')).body, { tokens: [] });
  });

  test('does not give access to the account itself', async (t) => {
    const { url } = await startTestServer(t, { admin: ['root'] });
    const browser = new FakeBrowser(url);
    await browser.reserve('root');
    const { secret } = (await browser.request('POST', '/api/tokens', { label: 'bot' })).body;
    for (const [method, path, body] of [
      ['GET', '/api/tokens', undefined],
      ['POST', '/api/tokens', { label: 'another' }],
      ['DELETE', '/api/tokens/1', undefined],
      ['PUT', '/api/password', { current: PASSWORD, password: 'battery staple' }],
      ['DELETE', '/api/accounts', { password: PASSWORD }],
      ['GET', '/api/administration/bans', undefined],
      ['POST', '/api/administration/players/alice/remove', undefined],
    ] as const) {
      assert.equal((await browser.requestWithToken(secret, method, path, body)).status, 403, `${method} ${path}`);
      assert.equal((await new FakeBrowser(url).request(method, path, body)).status, 401, `${method} ${path}`);
    }
  });
});

describe('a page of another site', () => {
  test('cannot make a browser sign in, create an account or change anything', async (t) => {
    const { url } = await startTestServer(t);
    const browser = new FakeBrowser(url);
    await browser.reserve('alice');
    for (const Origin of [
      'https://example.org',
      'null',
      `${url}.example.org`,
      'http://127.0.0.1:1',
      'http://localhost',
    ]) {
      const headers = { Origin };
      for (const [method, path, body] of [
        ['POST', '/api/accounts', { name: 'mallory', password: PASSWORD }],
        ['POST', '/api/session', { name: 'alice', password: PASSWORD }],
        ['DELETE', '/api/session', undefined],
        ['POST', '/api/tokens', { label: 'stolen' }],
        ['PUT', '/api/password', { current: PASSWORD, password: 'battery staple' }],
        ['DELETE', '/api/accounts', { password: PASSWORD }],
      ] as const) {
        assert.equal((await browser.request(method, path, body, headers)).status, 403, `${Origin} ${method} ${path}`);
      }
    }
    assert.equal(await browser.signedInName(), 'alice');
  });

  test('cannot send a form', async (t) => {
    const { url } = await startTestServer(t);
    const browser = new FakeBrowser(url);
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
      const body = { name: 'mallory', password: PASSWORD };
      const { status } = await browser.request('POST', '/api/accounts', body, { 'Content-Type': type });
      assert.ok(status === 400 || status === 415, `${type}: ${status}`);
    }
  });

  test('a browser that uses https gets a cookie only for https', async (t) => {
    const { url, port } = await startTestServer(t);
    const browser = new FakeBrowser(url);
    const headers = { Origin: `https://127.0.0.1:${port}` };
    const answer = await browser.request('POST', '/api/accounts', { name: 'alice', password: PASSWORD }, headers);
    assert.match(answer.headers.get('Set-Cookie') ?? '', /; Secure/);
  });
});

describe('guessing of passwords', () => {
  test('is answered by 429 with the time to wait, and the browser of the owner can still sign in', async (t) => {
    const { url } = await startTestServer(t);
    const alice = new FakeBrowser(url);
    await alice.reserve('alice');
    await alice.request('DELETE', '/api/session');
    const guesses = await Promise.all(
      Array.from({ length: 25 }, () => new FakeBrowser(url).signIn('alice', 'not this one')),
    );
    const statuses = guesses.map(({ status }) => status);
    assert.deepEqual(
      [statuses.filter((each) => each === 403).length, statuses.filter((each) => each === 429).length],
      [10, 15],
    );
    const refused = guesses.find(({ status }) => status === 429);
    assert.match(refused?.headers.get('Retry-After') ?? '', /^(?:[1-5]\d|60)$/);
    assert.deepEqual(refused?.body, { error: 'too many attempts: try again later' });
    const { status, headers } = await alice.signIn('alice');
    assert.equal(status, 200);
    for (const attribute of ['Path=/', 'HttpOnly', 'SameSite=Strict'])
      for (const cookie of headers.getSetCookie()) assert.ok(cookie.includes(attribute), cookie);
  });
});

test('no secret is in the log', async (t) => {
  const lines: string[] = [];
  const record = (fields: object, message: string): void => void lines.push(JSON.stringify([fields, message]));
  const { url } = await startTestServer(t, { admin: ['alice'] }, { debug: record, info: record, error: record });
  const browser = new FakeBrowser(url);
  await browser.reserve('alice');
  await browser.signIn('alice', 'a wrong password');
  const { secret } = (await browser.request('POST', '/api/tokens', { label: 'bot' })).body;
  await browser.requestWithToken(secret, 'GET', '/api/session');
  await browser.requestWithToken(`${secret}x`, 'GET', '/api/session');
  await browser.request('POST', '/api/session', { name: 'alice', password: { a: 'nested secret' } });
  const log = lines.join('\n');
  assert.match(log, /account.created/);
  for (const hidden of [PASSWORD, 'a wrong password', 'nested secret', secret, browser.cookie?.slice(7) ?? '?']) {
    assert.ok(!log.includes(hidden), hidden);
  }
});
