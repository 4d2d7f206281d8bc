import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { TcpClient } from '../../e2e/serve/tcp-client.ts';
import { newSqlitePath } from '../../support/database/test-databases.ts';
import { FakeBrowser, PASSWORD } from '../../support/http/fake-browser.ts';
import { type StartedServer, startTestServer } from '../../support/http/http-fixture.ts';
import { WebSocketClient } from '../../support/http/web-socket-client.ts';

const STRANGER = '127.0.0.2';
const OTHER = '127.0.0.3';

/** Starts a server and signs its administrator in. */
async function startWithAdministrator(
  t: TestContext,
  options: Record<string, unknown> = {},
): Promise<{ server: StartedServer; root: FakeBrowser }> {
  const server = await startTestServer(t, { admin: ['Root'], ...options });
  const root = new FakeBrowser(server.url);
  assert.deepEqual((await root.reserve('root')).body, { name: 'root', administrator: true });
  return { server, root };
}

/** A client of nu6 that has entered with a name. */
async function player(port: number, name: string, address: string): Promise<TcpClient> {
  const peer = await TcpClient.connect(port, address);
  peer.send(`CORE.HELLO~${name}`);
  assert.equal(await peer.line(), 'CORE.HELLO');
  return peer;
}

describe('an administrator', () => {
  test('is only the owner of a name in the configuration', async (t) => {
    const { server } = await startWithAdministrator(t);
    const alice = new FakeBrowser(server.url);
    await alice.reserve('alice');
    for (const [method, path, body] of [
      ['GET', '/api/administration/bans', undefined],
      ['POST', '/api/administration/bans', { name: 'root', hours: 1 }],
      ['DELETE', '/api/administration/bans/1', undefined],
      ['POST', '/api/administration/games/1/stop', undefined],
      ['POST', '/api/administration/players/root/remove', undefined],
      ['POST', '/api/administration/accounts/root/password', undefined],
    ] as const) {
      assert.equal((await alice.request(method, path, body)).status, 403, path);
      assert.equal((await new FakeBrowser(server.url).request(method, path, body)).status, 401, path);
    }
  });

  test('is not created by a request through a proxy', async (t) => {
    const { url } = await startTestServer(t, { admin: ['root'] });
    for (const header of ['X-Forwarded-For', 'Forwarded', 'Via', 'X-Real-IP']) {
      const body = { name: 'root', password: PASSWORD };
      const { status } = await new FakeBrowser(url).request('POST', '/api/accounts', body, { [header]: '192.0.2.1' });
      assert.equal(status, 403, header);
    }
  });

  test('is not created by a page of another site whose host name leads to the server', async (t) => {
    const { url, port } = await startTestServer(t, { admin: ['root'], origin: ['https://go.example.org'] });
    const body = JSON.stringify({ name: 'root', password: PASSWORD });
    const reserve = async (host: string): Promise<string> => {
      const peer = await TcpClient.connect(port);
      const head = `Host: ${host}\r\nOrigin: http://${host}\r\nContent-Type: application/json\r\nConnection: close`;
      peer.socket.write(`POST /api/accounts HTTP/1.1\r\n${head}\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
      return (await peer.readToEnd()).toString().slice(0, 'HTTP/1.1 403'.length);
    };
    for (const host of [
      'mallory.example',
      `mallory.example:${port}`,
      '127.0.0.1.mallory.example',
      '127.mallory.example',
    ]) {
      assert.equal(await reserve(host), 'HTTP/1.1 421', host);
    }
    assert.equal(await reserve('go.example.org'), 'HTTP/1.1 403', 'through a proxy that only sets the host');
    assert.equal((await new FakeBrowser(url).signIn('root')).status, 403);
    assert.equal(await reserve(`localhost:${port}`), 'HTTP/1.1 201');
  });

  test('stops a game, which then has no winner', async (t) => {
    const { server, root } = await startWithAdministrator(t);
    const [alice, bob] = [await player(server.port, 'alice', STRANGER), await player(server.port, 'bob', OTHER)];
    alice.send('CORE.NEWGAME~5');
    bob.send('CORE.NEWGAME~5');
    assert.match(await alice.line(), /^CORE\.MATCH/);
    await bob.line();
    const { games } = (await root.request('GET', '/api/lobby')).body;
    const stop = (game: number) => root.request('POST', `/api/administration/games/${game}/stop`);
    assert.equal((await stop(games[0].game)).status, 204);
    assert.match(await alice.line(), /^CORE\.GAMEOVER/);
    assert.equal((await stop(games[0].game)).status, 404);
    assert.deepEqual((await root.request('GET', '/api/lobby')).body.games, []);
  });

  test('removes a player, who may connect again', async (t) => {
    const { server, root } = await startWithAdministrator(t);
    const alice = await player(server.port, 'Łódź of nu6', STRANGER);
    const remove = (name: string) =>
      root.request('POST', `/api/administration/players/${encodeURIComponent(name)}/remove`);
    assert.equal((await remove('łódź OF nu6')).status, 204);
    await alice.readToEnd();
    assert.equal((await remove('łódź OF nu6')).status, 404);
    await player(server.port, 'Łódź of nu6', STRANGER);
  });

  test('gives a new password to a player who has forgotten it', async (t) => {
    const { server, root } = await startWithAdministrator(t);
    const alice = new FakeBrowser(server.url);
    await alice.reserve('alice');
    const { secret } = (await alice.request('POST', '/api/tokens', { label: 'bot' })).body;
    const reset = (name: string) => root.request('POST', `/api/administration/accounts/${name}/password`);
    assert.equal((await reset('nobody')).status, 404);
    const { status, body } = await reset('ALICE');
    assert.equal(status, 200);
    assert.equal(await alice.signedInName(), undefined);
    assert.equal((await alice.requestWithToken(secret, 'GET', '/api/session')).status, 401);
    assert.equal((await alice.signIn('alice')).status, 403);
    assert.equal((await alice.signIn('alice', body.password)).status, 200);
  });
});

describe('a ban', () => {
  const ban = (root: FakeBrowser, fields: object) =>
    root.request('POST', '/api/administration/bans', { hours: 1, ...fields });

  test('of an address takes effect at once, over every protocol and over HTTP, and can be lifted', async (t) => {
    const { server, root } = await startWithAdministrator(t, { listen: ['daigo://127.0.0.1:0'] });
    const there = await player(server.port, 'mallory', STRANGER);
    const silent = await TcpClient.connect(server.port, STRANGER);
    const tab = await WebSocketClient.open(server.port, undefined, {}, STRANGER);
    const elsewhere = await player(server.port, 'alice', OTHER);
    const { status, body } = await ban(root, { address: STRANGER, reason: 'floods' });
    assert.deepEqual([status, body.address, body.reason], [201, STRANGER, 'floods']);
    await there.readToEnd();
    await tab.closeCode();
    silent.send('HELO mallory');
    assert.equal((await silent.readToEnd()).toString(), '');
    for (const [port, line] of [
      [server.port, 'CORE.HELLO~mallory'],
      [server.port, 'go 0.1.0'],
      [server.ports[0] ?? 0, 'HELO mallory'],
    ] as const) {
      const again = await TcpClient.connect(port, STRANGER);
      again.send(line);
      assert.equal((await again.readToEnd()).toString(), '', line);
    }
    const request = await TcpClient.connect(server.port, STRANGER);
    request.send('GET / HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r');
    assert.match((await request.readToEnd()).toString(), /^HTTP\/1\.1 403 .*this address is banned/s);
    const upgrade = await TcpClient.connect(server.port, STRANGER);
    const headers = 'Host: here\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13';
    upgrade.send(`GET /api/socket HTTP/1.1\r\n${headers}\r\nSec-WebSocket-Key: ${'A'.repeat(22)}==\r\n\r`);
    assert.match((await upgrade.readToEnd()).toString(), /^HTTP\/1\.1 403 /);
    elsewhere.send('CORE.PASS');
    assert.equal(await elsewhere.line(), 'CORE.ERROR~PROTOCOL~CORE.PASS', 'other clients stay connected');

    assert.deepEqual((await root.request('GET', '/api/administration/bans')).body, { bans: [body] });
    assert.equal((await root.request('DELETE', `/api/administration/bans/${body.id}`)).status, 204);
    assert.equal((await root.request('DELETE', `/api/administration/bans/${body.id}`)).status, 404);
    await player(server.port, 'mallory', STRANGER);
  });

  test('of an address refuses sockets from there that belong to a visit from elsewhere, whose other sockets may reconnect', async (t) => {
    const { server, root } = await startWithAdministrator(t);
    const home = await WebSocketClient.open(server.port, undefined, {}, OTHER);
    await home.send({ kind: 'enter', name: 'mallory' });
    const away = await WebSocketClient.open(server.port, home.opened.key, {}, STRANGER);
    const silent = await WebSocketClient.connect(server.port, {}, STRANGER);
    assert.equal((await ban(root, { address: STRANGER })).status, 201);
    assert.deepEqual([await away.closeCode(), await home.closeCode()], [4001, 4001]);
    silent.sendText(JSON.stringify({ kind: 'open', key: home.opened.key }));
    assert.equal(await silent.closeCode(), 4001);
    await assert.rejects(WebSocketClient.connect(server.port, {}, STRANGER), /403/);
    const again = await WebSocketClient.open(server.port, home.opened.key, {}, OTHER);
    assert.equal((await again.next('you')).name, 'mallory');
  });

  test('of an address refuses an account only from that address', async (t) => {
    const { server, root } = await startWithAdministrator(t);
    const alice = new FakeBrowser(server.url);
    await alice.reserve('alice');
    const headers = { Cookie: alice.cookie ?? '' };
    const home = await WebSocketClient.open(server.port, undefined, headers, OTHER);
    const away = await WebSocketClient.open(server.port, undefined, headers, STRANGER);
    await ban(root, { address: STRANGER });
    assert.deepEqual([await home.closeCode(), await away.closeCode()], [4001, 4001]);
    await assert.rejects(WebSocketClient.open(server.port, undefined, headers, STRANGER), /403/);
    await WebSocketClient.open(server.port, undefined, headers, OTHER);
  });

  test('of a name disconnects its player, and its owner cannot sign in, play or send messages', async (t) => {
    const { server, root } = await startWithAdministrator(t);
    const mallory = new FakeBrowser(server.url);
    await mallory.reserve('mallory');
    const { secret } = (await mallory.request('POST', '/api/tokens', { label: 'bot' })).body;
    const tab = await WebSocketClient.open(server.port, undefined, { Cookie: mallory.cookie ?? '' });
    await tab.send({ kind: 'enter', name: 'somebody' });
    const { body } = await ban(root, { name: 'Mallory' });
    await tab.closeCode();
    assert.equal(await mallory.signedInName(), undefined);
    assert.equal((await mallory.signIn('mallory')).status, 403);
    assert.equal(
      (await mallory.requestWithToken(secret, 'POST', '/api/messages', { kind: 'enter', name: 'mallory' })).status,
      401,
    );
    for (const address of ['127.0.0.1', STRANGER]) {
      const peer = await TcpClient.connect(server.port, address);
      peer.send('CORE.HELLO~MALLORY');
      assert.equal(await peer.line(), 'CORE.ERROR~NAMETAKEN');
    }
    await root.request('DELETE', `/api/administration/bans/${body.id}`);
    assert.equal(await mallory.signedInName(), 'mallory');
  });

  test('survives a restart of the server', async (t) => {
    const database = newSqlitePath();
    const { server, root } = await startWithAdministrator(t, { database });
    await ban(root, { address: STRANGER });
    await ban(root, { name: 'mallory' });
    await server.stop();
    const { port } = await startTestServer(t, { database });
    const banned = await TcpClient.connect(port, STRANGER);
    banned.send('HELO alice');
    assert.equal((await banned.readToEnd()).toString(), '');
    const peer = await TcpClient.connect(port, OTHER);
    peer.send('HELO mallory');
    assert.equal(await peer.line(), 'ERROR 8');
  });

  test('is refused for administrators, computer players and this machine, and needs one name or one address', async (t) => {
    const { root } = await startWithAdministrator(t, { house: true });
    for (const [fields, expected] of [
      [{ name: 'ROOT' }, 409],
      [{ name: 'tengen' }, 409],
      [{ name: 'Tengen-3' }, 409],
      [{ address: '127.0.0.1' }, 409],
      [{ address: '::ffff:127.0.0.1' }, 409],
      [{ name: 'a', address: STRANGER }, 400],
      [{}, 400],
      [{ name: '' }, 400],
      [{ name: 'a\0b' }, 400],
      [{ name: 'a', reason: 'a\0b' }, 400],
      [{ address: 'localhost' }, 400],
      [{ address: '127.0.0.0/8' }, 400],
      [{ name: 'a', hours: 0 }, 400],
      [{ name: 'a', hours: 1e9 }, 400],
    ] as const) {
      const { status } = await ban(root, fields);
      assert.equal(status, expected, JSON.stringify(fields));
    }
    assert.deepEqual((await root.request('GET', '/api/administration/bans')).body, { bans: [] });
    assert.equal((await root.request('POST', '/api/administration/players/tengen/remove')).status, 409);
  });
});
