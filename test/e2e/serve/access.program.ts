import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { beforeEach, describe, type TestContext, test } from 'node:test';
import { eventually } from '../../support/eventually.ts';
import { type StartedServer, startTestServer } from '../../support/http/http-fixture.ts';
import { certificate } from '../../support/server/test-certificate.ts';
import { connectThroughProxy, PROXY } from './proxy-client.ts';
import { RecordedLog } from './recorded-log.ts';
import { Tengen, temporaryFolder } from './server-process.ts';
import { TcpClient } from './tcp-client.ts';
import { connectTls } from './tls-client.ts';

const WEB = 'GET /api/lobby HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n';

let log: RecordedLog;
beforeEach(() => {
  log = new RecordedLog();
});

const start = async (t: TestContext, options: Record<string, unknown>): Promise<StartedServer> =>
  await startTestServer(t, { listen: ['daigo://127.0.0.1:0'], ...options }, log);

/**
 * Sends a text and ends its side of the connection. Returns everything that the server sends; a denied client receives
 * nothing.
 */
async function exchange(peer: TcpClient, text: string): Promise<string> {
  peer.socket.end(text);
  return (await peer.readToEnd()).toString();
}

async function assertAccepted(
  { port, ports }: StartedServer,
  from: (port: number) => Promise<TcpClient>,
): Promise<void> {
  for (const each of [port, ...ports]) assert.equal(await exchange(await from(each), 'HELO dora\n'), 'OK\n');
  assert.match(await exchange(await from(port), WEB), /^HTTP\/1\.1 200/);
}

async function assertDenied(
  { port, ports }: StartedServer,
  from: (port: number) => Promise<TcpClient>,
  address: string,
): Promise<void> {
  for (const [each, text] of [
    [port, 'HELO dora\n'],
    [ports[0] ?? 0, 'HELO dora\n'],
    [port, WEB],
    [port, ''],
  ] as const) {
    log.lines.length = 0;
    assert.equal(await exchange(await from(each), text), '');
    assert.deepEqual(
      log.fieldsOf('connection.denied').map((fields) => fields['address']),
      [address],
    );
  }
}

const directly = (address: string) => (port: number) => TcpClient.connect(port, address);
const behind = (address: string) => (port: number) => connectThroughProxy(port, address);

describe('the address lists', () => {
  test('with --deny alone, all other addresses are accepted', async (t) => {
    const server = await start(t, { deny: ['127.0.0.4/30', '2001:db8::/32'] });
    await assertAccepted(server, directly('127.0.0.3'));
    await assertDenied(server, directly('127.0.0.7'), '127.0.0.7');
    await assertAccepted(server, directly('127.0.0.8'));
  });

  test('with --allow, only its addresses are accepted, except those in --deny', async (t) => {
    const server = await start(t, { allow: ['127.0.0.4/30'], deny: ['127.0.0.5'] });
    await assertAccepted(server, directly('127.0.0.4'));
    await assertDenied(server, directly('127.0.0.5'), '127.0.0.5');
    await assertDenied(server, directly('127.0.0.1'), '127.0.0.1');
  });

  test('for a connection through a trusted proxy, the client’s address is checked, and the proxy’s address need not be allowed', async (t) => {
    const server = await start(t, { 'trust-proxy': [PROXY], allow: ['203.0.113.0/24'], deny: ['203.0.113.66'] });
    await assertAccepted(server, behind('203.0.113.7'));
    await assertDenied(server, behind('203.0.113.66'), '203.0.113.66');
    await assertDenied(server, behind('198.51.100.1'), '198.51.100.1');
    await assertDenied(server, directly('127.0.0.1'), '127.0.0.1');
  });

  test('a denied proxy is refused with every client address', async (t) => {
    const server = await start(t, { 'trust-proxy': [PROXY], deny: ['127.0.0.8/29'] });
    await assertDenied(server, behind('203.0.113.7'), PROXY);
  });

  test('a denied client cannot start a TLS handshake', async (t) => {
    const { cert, key } = certificate('first');
    const { port } = await start(t, { deny: ['127.0.0.1'], 'tls-cert': cert, 'tls-key': key });
    await assert.rejects(connectTls(port), /ECONNRESET|disconnected/);
  });
});

test('SIGHUP reads the lists of the config file again for new connections; the options of the command line stay', async (t) => {
  const config = temporaryFolder(t)('tengen.toml');
  writeFileSync(config, '');
  const options = ['--config', config, '--durability', 'none', '--deny', '127.0.0.5', '--log-level', 'info'];
  const tengen = new Tengen('serve', '--port', '0', ...options);
  t.after(() => tengen.end('SIGKILL'));
  const [port = 0] = await tengen.ports();
  const reload = async (text: string, logText: string): Promise<void> => {
    tengen.stderr = '';
    writeFileSync(config, text);
    tengen.child.kill('SIGHUP');
    await tengen.waitForLog(logText);
  };
  const answerTo = async (address: string): Promise<string> =>
    exchange(await TcpClient.connect(port, address), 'HELO dora\n');

  const early = await TcpClient.connect(port, '127.0.0.3');
  early.send('HELO early');
  assert.equal(await early.line(), 'OK');
  await reload('allow = ["127.0.0.1", "127.0.0.5"]\ndeny = ["127.0.0.2"]\n', 'config.reloaded');
  assert.deepEqual(
    [await answerTo('127.0.0.1'), await answerTo('127.0.0.3'), await answerTo('127.0.0.5')],
    ['OK\n', '', ''],
  );
  early.send('LIST');
  assert.equal(await early.line(), 'GAMES', 'an open connection stays');

  await reload('allow = ["nowhere"]\n', 'config.rejected');
  assert.deepEqual([await answerTo('127.0.0.1'), await answerTo('127.0.0.3')], ['OK\n', ''], 'the lists are unchanged');
  await reload('', 'config.reloaded');
  assert.deepEqual([await answerTo('127.0.0.3'), await answerTo('127.0.0.5')], ['OK\n', '']);
});

// `script` runs a command in a terminal of its own.
const script = ['/usr/bin/script', '/bin/script'].find(existsSync);

test('the server stops when its terminal is closed (SIGHUP)', {
  skip: script === undefined && 'no script(1)',
}, async (t) => {
  const command = `exec ${process.execPath} src/cli/main.ts serve --port 0 --durability none --log-level error`;
  const terminal = spawn(script ?? '', ['-qec', command, '/dev/null'], { stdio: ['pipe', 'pipe', 'ignore'] });
  t.after(() => terminal.kill('SIGKILL'));
  let output = '';
  terminal.stdout.on('data', (text) => {
    output += text;
  });
  await eventually('the server listens', () => /listening on \S+:\d+\s/.test(output));
  const peer = await TcpClient.connect(Number(/:(\d+)\s/.exec(output)?.[1]));
  peer.send('CORE.HELLO~alice');
  assert.equal(await peer.line(), 'CORE.HELLO');
  terminal.kill('SIGKILL');
  assert.equal((await peer.readToEnd()).toString(), 'CORE.BYE~👋\n');
});
