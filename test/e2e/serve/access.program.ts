import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { beforeEach, describe, type TestContext, test } from 'node:test';
import { eventually } from '../../support/eventually.ts';
import { type StartedServer, served } from '../../support/http/http-fixture.ts';
import { certificate } from '../../support/server/test-certificate.ts';
import { connectThroughProxy, PROXY } from './proxy-client.ts';
import { RecordedLog } from './recorded-log.ts';
import { Tengen, temporaryFolder } from './server-process.ts';
import { TcpClient } from './tcp-client.ts';
import { connectTls } from './tls-client.ts';

const WEB = 'GET /api/lobby HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n';

let notes: RecordedLog;
beforeEach(() => {
  notes = new RecordedLog();
});

const letting = async (t: TestContext, options: Record<string, unknown>): Promise<StartedServer> =>
  await served(t, { listen: ['daigo://127.0.0.1:0'], ...options }, notes);

/** What somebody is told who begins with these words; who is kept out hears nothing. */
async function told(peer: TcpClient, words: string): Promise<string> {
  peer.socket.end(words);
  return (await peer.readToEnd()).toString();
}

async function isLetIn({ port, ports }: StartedServer, from: (port: number) => Promise<TcpClient>): Promise<void> {
  for (const each of [port, ...ports]) assert.equal(await told(await from(each), 'HELO dora\n'), 'OK\n');
  assert.match(await told(await from(port), WEB), /^HTTP\/1\.1 200/);
}

async function isKeptOut(
  { port, ports }: StartedServer,
  from: (port: number) => Promise<TcpClient>,
  address: string,
): Promise<void> {
  for (const [each, words] of [
    [port, 'HELO dora\n'],
    [ports[0] ?? 0, 'HELO dora\n'],
    [port, WEB],
    [port, ''],
  ] as const) {
    notes.lines.length = 0;
    assert.equal(await told(await from(each), words), '');
    assert.deepEqual(
      notes.fieldsOf('connection.denied').map((note) => note['address']),
      [address],
    );
  }
}

const directly = (address: string) => (port: number) => TcpClient.connect(port, address);
const behind = (address: string) => (port: number) => connectThroughProxy(port, address);

describe('who comes in', () => {
  test('is everybody but who is denied', async (t) => {
    const server = await letting(t, { deny: ['127.0.0.4/30', '2001:db8::/32'] });
    await isLetIn(server, directly('127.0.0.3'));
    await isKeptOut(server, directly('127.0.0.7'), '127.0.0.7');
    await isLetIn(server, directly('127.0.0.8'));
  });

  test('is nobody but who is allowed, and who is denied all the same is not', async (t) => {
    const server = await letting(t, { allow: ['127.0.0.4/30'], deny: ['127.0.0.5'] });
    await isLetIn(server, directly('127.0.0.4'));
    await isKeptOut(server, directly('127.0.0.5'), '127.0.0.5');
    await isKeptOut(server, directly('127.0.0.1'), '127.0.0.1');
  });

  test('is found by whom a proxy speaks for, who needs no permission itself', async (t) => {
    const server = await letting(t, { 'trust-proxy': [PROXY], allow: ['203.0.113.0/24'], deny: ['203.0.113.66'] });
    await isLetIn(server, behind('203.0.113.7'));
    await isKeptOut(server, behind('203.0.113.66'), '203.0.113.66');
    await isKeptOut(server, behind('198.51.100.1'), '198.51.100.1');
    await isKeptOut(server, directly('127.0.0.1'), '127.0.0.1');
  });

  test('is no proxy that is denied, whoever it speaks for', async (t) => {
    const server = await letting(t, { 'trust-proxy': [PROXY], deny: ['127.0.0.8/29'] });
    await isKeptOut(server, behind('203.0.113.7'), PROXY);
  });

  test('does not depend on TLS: who is kept out begins no handshake', async (t) => {
    const { cert, key } = certificate('first');
    const { port } = await letting(t, { deny: ['127.0.0.1'], 'tls-cert': cert, 'tls-key': key });
    await assert.rejects(connectTls(port), /ECONNRESET|disconnected/);
  });
});

test('SIGHUP reads the lists of the file anew, for who comes from then on; what the command line says stays', async (t) => {
  const config = temporaryFolder(t)('tengen.toml');
  writeFileSync(config, '');
  const options = ['--config', config, '--durability', 'none', '--deny', '127.0.0.5', '--log-level', 'info'];
  const tengen = new Tengen('serve', '--port', '0', ...options);
  t.after(() => tengen.end('SIGKILL'));
  const [port = 0] = await tengen.ports();
  const reload = async (text: string, words: string): Promise<void> => {
    tengen.stderr = '';
    writeFileSync(config, text);
    tengen.child.kill('SIGHUP');
    await tengen.waitForLog(words);
  };
  const hears = async (address: string): Promise<string> => told(await TcpClient.connect(port, address), 'HELO dora\n');

  const early = await TcpClient.connect(port, '127.0.0.3');
  early.send('HELO early');
  assert.equal(await early.line(), 'OK');
  await reload('allow = ["127.0.0.1", "127.0.0.5"]\ndeny = ["127.0.0.2"]\n', 'config.reloaded');
  assert.deepEqual([await hears('127.0.0.1'), await hears('127.0.0.3'), await hears('127.0.0.5')], ['OK\n', '', '']);
  early.send('LIST');
  assert.equal(await early.line(), 'GAMES', 'who is here stays');

  await reload('allow = ["nowhere"]\n', 'config.rejected');
  assert.deepEqual([await hears('127.0.0.1'), await hears('127.0.0.3')], ['OK\n', ''], 'everything is as it was');
  await reload('', 'config.reloaded');
  assert.deepEqual([await hears('127.0.0.3'), await hears('127.0.0.5')], ['OK\n', '']);
});

// `script` runs a command in a terminal of its own.
const script = ['/usr/bin/script', '/bin/script'].find(existsSync);

test('SIGHUP stops the server where its terminal is closed', {
  skip: script === undefined && 'no script(1)',
}, async (t) => {
  const command = `exec ${process.execPath} src/cli/main.ts serve --port 0 --durability none --log-level error`;
  const terminal = spawn(script ?? '', ['-qec', command, '/dev/null'], { stdio: ['pipe', 'pipe', 'ignore'] });
  t.after(() => terminal.kill('SIGKILL'));
  let said = '';
  terminal.stdout.on('data', (text) => {
    said += text;
  });
  await eventually('the server listens', () => /listening on \S+:\d+\s/.test(said));
  const peer = await TcpClient.connect(Number(/:(\d+)\s/.exec(said)?.[1]));
  peer.send('CORE.HELLO~alice');
  assert.equal(await peer.line(), 'CORE.HELLO');
  terminal.kill('SIGKILL');
  assert.equal((await peer.readToEnd()).toString(), 'CORE.BYE~👋\n');
});
