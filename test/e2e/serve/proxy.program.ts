import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { beforeEach, describe, type TestContext, test } from 'node:test';
import { FakeBrowser } from '../../support/http/fake-browser.ts';
import { type StartedServer, startTestServer } from '../../support/http/http-fixture.ts';
import { certificate } from '../../support/server/test-certificate.ts';
import { connectThroughProxy, PROXY, proxyHeader } from './proxy-client.ts';
import { RecordedLog } from './recorded-log.ts';
import { serve, temporaryFolder } from './server-process.ts';
import { TcpClient } from './tcp-client.ts';
import { connectTls } from './tls-client.ts';

const CLIENT = '203.0.113.7';

let log: RecordedLog;
beforeEach(() => {
  log = new RecordedLog();
});

const startTrusting = async (t: TestContext, options: Record<string, unknown> = {}): Promise<StartedServer> =>
  await startTestServer(t, { 'trust-proxy': [PROXY], listen: ['nu6://127.0.0.1:0'], ...options }, log);

/** The address of the latest client in the hub, which the lobby, the bans and the log use too. */
const lastAddress = (): unknown => log.fieldsOf('connection.protocol').at(-1)?.['address'];

describe('a trusted proxy', () => {
  for (const address of [CLIENT, '2001:db8::7', '::1']) {
    test(`sends the client address ${address}, on the plain port and on other listeners`, async (t) => {
      const { port, ports } = await startTrusting(t);
      for (const [index, each] of [port, ...ports].entries()) {
        const peer = await connectThroughProxy(each, address);
        peer.send(`CORE.HELLO~alice${index}`);
        assert.equal(await peer.line(), 'CORE.HELLO');
        assert.equal(lastAddress(), address);
      }
    });
  }

  test('may use version 1 of the PROXY protocol', async (t) => {
    const { port } = await startTrusting(t);
    const peer = await TcpClient.connect(port, PROXY);
    peer.socket.write(`PROXY TCP4 ${CLIENT} 127.0.0.1 54321 1919\r\nHELO dora\n`);
    assert.equal(await peer.line(), 'OK');
    assert.equal(lastAddress(), CLIENT);
  });

  test('may send its header byte by byte, or together with the client’s messages', async (t) => {
    const { port } = await startTrusting(t);
    const slow = await TcpClient.connect(port, PROXY);
    for (const byte of proxyHeader(CLIENT)) {
      slow.socket.write(Uint8Array.of(byte));
      await new Promise(setImmediate);
    }
    slow.send('HELO slow');
    assert.equal(await slow.line(), 'OK');
    const quick = await TcpClient.connect(port, PROXY);
    quick.socket.end(Buffer.concat([proxyHeader(CLIENT), Buffer.from('HELO quick\nLIST\n')]));
    assert.equal((await quick.readToEnd()).toString(), 'OK\nGAMES\n');
  });

  test('without a client address, the address is that of the proxy', async (t) => {
    const { port } = await startTrusting(t);
    for (const header of [proxyHeader(), Buffer.from('PROXY UNKNOWN\r\n')]) {
      const peer = await TcpClient.connect(port, PROXY);
      peer.socket.write(Buffer.concat([header, Buffer.from('PLAYER ned\nGO 9\n')]));
      assert.equal(await peer.line(), 'WAITING');
      assert.equal(lastAddress(), PROXY);
      peer.socket.destroy();
    }
  });

  test('is disconnected without a message if it sends anything but a header', async (t) => {
    const { port } = await startTrusting(t);
    for (const text of ['HELO dora\n', 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n', 'PROXY TCP4 here there 1 2\r\n']) {
      const peer = await TcpClient.connect(port, PROXY);
      peer.socket.write(text);
      assert.equal((await peer.readToEnd()).length, 0);
      assert.equal(log.fieldsOf('proxy.rejected').at(-1)?.['proxy'], PROXY);
    }
  });

  test('may forward connections with TLS', async (t) => {
    const { cert, key } = certificate('first');
    const { port } = await startTrusting(t, { 'tls-cert': cert, 'tls-key': key });
    const outside = await connectThroughProxy(port, CLIENT);
    outside.socket.removeAllListeners('data');
    const peer = new TcpClient(await connectTls(outside.socket));
    peer.send('HELO dora');
    assert.equal(await peer.line(), 'OK');
    assert.equal(lastAddress(), CLIENT);
  });

  test('forwards browsers, whose X-Forwarded-For header is ignored', async (t) => {
    const { port } = await startTrusting(t);
    const ask = async (address: string): Promise<void> => {
      const peer = await connectThroughProxy(port, address);
      peer.socket.write(
        'GET /api/lobby HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: 198.51.100.1\r\nConnection: close\r\n\r\n',
      );
      assert.match((await peer.readToEnd()).toString(), /^HTTP\/1\.1 200/);
    };
    await ask(CLIENT);
    await ask('198.51.100.9');
    assert.deepEqual(
      log.fieldsOf('request.answered').map(({ address }) => address),
      [CLIENT, '198.51.100.9'],
    );
  });
});

test('a ban applies to the client’s address, and not to other clients of the same proxy', async (t) => {
  const { port, url } = await startTrusting(t, { admin: ['root'] });
  const root = new FakeBrowser(url);
  assert.equal((await root.reserve('root')).status, 201);
  const banned = await root.request('POST', '/api/administration/bans', { address: CLIENT, hours: 1 });
  assert.equal(banned.status, 201);
  const refused = await connectThroughProxy(port, CLIENT);
  refused.send('HELO dora');
  assert.equal((await refused.readToEnd()).length, 0);
  const other = await connectThroughProxy(port, '203.0.113.8');
  other.send('HELO dora');
  assert.equal(await other.line(), 'OK');
});

test('the limit per address counts the client’s address, also before the protocol is known', async (t) => {
  const { cert, key } = certificate('first');
  const config = temporaryFolder(t)('tengen.toml');
  writeFileSync(config, `tls-cert = "${cert}"\ntls-key = "${key}"\n[limits]\nper-address = 1\n`);
  const tengen = serve(t, '--durability', 'none', '--trust-proxy', PROXY, '--config', config);
  const [port = 0] = await tengen.ports();
  const first = await connectThroughProxy(port, CLIENT);
  // The answer to a later client shows that the server has read the first header.
  const other = await connectThroughProxy(port, '203.0.113.8');
  other.send('HELO dora');
  assert.equal(await other.line(), 'OK');
  assert.equal(
    (await (await connectThroughProxy(port, CLIENT)).readToEnd()).toString(),
    'too many connections from your address\n',
  );
  first.send('HELO ada');
  assert.equal(await first.line(), 'OK');
});

test('a reserved name can be used only from the client address of its owner', async (t) => {
  const { port } = await startTrusting(t);
  const body = JSON.stringify({ name: 'alice', password: 'correct horse' });
  const owner = await connectThroughProxy(port, CLIENT);
  const head = 'Host: localhost\r\nContent-Type: application/json\r\nConnection: close';
  owner.socket.write(`POST /api/accounts HTTP/1.1\r\n${head}\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
  assert.match((await owner.readToEnd()).toString(), /^HTTP\/1\.1 201/);
  for (const peer of [
    await connectThroughProxy(port, '203.0.113.8'),
    await connectThroughProxy(port),
    await TcpClient.connect(port),
  ]) {
    peer.send('CORE.HELLO~alice');
    assert.equal(await peer.line(), 'CORE.ERROR~NAMETAKEN');
  }
  const alice = await connectThroughProxy(port, CLIENT);
  alice.send('CORE.HELLO~alice');
  assert.equal(await alice.line(), 'CORE.HELLO');
});

test('an administrator’s name cannot be reserved through a proxy on the same machine', async (t) => {
  const { port } = await startTrusting(t, { admin: ['root'] });
  const body = JSON.stringify({ name: 'root', password: 'correct horse' });
  const head = 'Host: localhost\r\nContent-Type: application/json\r\nConnection: close';
  for (const header of [proxyHeader(CLIENT), Buffer.from('PROXY UNKNOWN\r\n')]) {
    const peer = await TcpClient.connect(port, PROXY);
    peer.socket.write(header);
    peer.socket.write(`POST /api/accounts HTTP/1.1\r\n${head}\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
    assert.match((await peer.readToEnd()).toString(), /^HTTP\/1\.1 403/);
  }
});

describe('an untrusted client', () => {
  for (const [name, header] of [
    ['2', proxyHeader(CLIENT)],
    ['1', Buffer.from(`PROXY TCP4 ${CLIENT} 127.0.0.1 54321 1919\r\n`)],
  ] as const) {
    test(`cannot use version ${name} of the PROXY protocol`, async (t) => {
      const { port } = await startTrusting(t);
      const peer = await TcpClient.connect(port);
      peer.socket.write(Buffer.concat([header, Buffer.from('HELO dora\n')]));
      assert.match((await peer.readToEnd()).toString(), /^tengen speaks /);
      assert.deepEqual(log.fieldsOf('connection.protocol'), []);
    });
  }

  test('needs no header', async (t) => {
    const { port } = await startTrusting(t);
    const peer = await TcpClient.connect(port);
    peer.send('HELO dora');
    assert.equal(await peer.line(), 'OK');
    assert.equal(lastAddress(), '127.0.0.1');
  });
});
