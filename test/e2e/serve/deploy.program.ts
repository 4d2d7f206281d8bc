import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { describe, type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { WebSocket } from 'ws';
import { eventually, inTime } from '../../support/eventually.ts';
import { freePort } from '../../support/server/free-port.ts';
import { Tengen, temporaryFolder } from './server-process.ts';
import { TcpClient } from './tcp-client.ts';

// Runs the configuration files of deploy/ with other ports.

const example = (name: string): string =>
  readFileSync(fileURLToPath(new URL(`../../../deploy/${name}`, import.meta.url)), 'utf8');

/** The reason to skip a test whose program is not installed; false if it is installed. */
const without = (program: string, ...args: readonly string[]): string | false =>
  spawnSync(program, args).status === 0 ? false : `${program} is not installed`;

/** Starts a server and a proxy. `proxy` returns the proxy's program and arguments for the port of the server. */
async function startBehindProxy(
  t: TestContext,
  options: readonly string[],
  proxy: (server: number) => [string, string[]],
) {
  const server = new Tengen('serve', '--port', '0', '--data', temporaryFolder(t)('tengen.db'), ...options);
  t.after(() => server.child.kill('SIGKILL'));
  const [port = 0] = await server.ports();
  const [program, args] = proxy(port);
  const child = spawn(program, args, { stdio: 'ignore' });
  // With SIGKILL, nginx would leave its workers behind.
  t.after(() => child.kill('SIGTERM'));
  return { server, port };
}

/** Waits until the server answers through the proxy. */
const waitForAnswer = (port: number): Promise<true> =>
  eventually('the proxy', async () => {
    try {
      return (await fetch(`http://127.0.0.1:${port}/healthz`, { signal: AbortSignal.timeout(1000) })).ok || undefined;
    } catch {
      return undefined;
    }
  });

/** Checks that a page at `host` can open its WebSocket through the proxy. */
async function assertWebSocketOpens(port: number, host = `127.0.0.1:${port}`): Promise<void> {
  const headers = { host, origin: `http://${host}` };
  const socket = new WebSocket(`ws://127.0.0.1:${port}/api/socket`, { headers });
  await inTime('the WebSocket', once(socket, 'open'));
  socket.terminate();
}

const TRUST = ['--trust-proxy', '127.0.0.9', '--log-level', 'debug'];

/** Checks that a text protocol and the page work through one port, and that the log has the client's own address. */
async function assertAllProtocolsWork(server: Tengen, port: number): Promise<void> {
  await waitForAnswer(port);
  const peer = await TcpClient.connect(port);
  peer.send('CORE.HELLO~alice');
  assert.equal(await peer.line(), 'CORE.HELLO');
  peer.send('CORE.NEWGAME~9');
  const lobby = await fetch(`http://127.0.0.1:${port}/api/lobby`);
  assert.equal(lobby.status, 200);
  assert.match(await lobby.text(), /alice/);
  await assertWebSocketOpens(port);
  assert.match(server.stderr, /"address":"127\.0\.0\.1"/);
  peer.socket.destroy();
}

/**
 * Proxies for every protocol: the file in deploy/, a pattern of the clients' port in the file, and the arguments to run
 * in the foreground.
 */
const PROXIES = [
  {
    program: 'haproxy',
    version: '-v',
    file: 'haproxy.cfg',
    port: /(?<=bind ):1919$/m,
    args: (path: string): string[] => ['-db', '-f', path],
  },
  {
    program: 'nginx',
    version: '-v',
    file: 'nginx.conf',
    port: /(?<=listen )1919/,
    args: (path: string, pid: string): string[] => ['-c', path, '-e', 'stderr', '-g', `daemon off; pid ${pid};`],
  },
];

describe('the proxy configurations of deploy/', () => {
  for (const { program, version, file, port: portPattern, args } of PROXIES) {
    test(`${program} passes every protocol and the page`, { skip: without(program, version) }, async (t) => {
      const listen = await freePort();
      const { server } = await startBehindProxy(t, TRUST, (port) => {
        const inFolder = temporaryFolder(t);
        const text = example(file)
          .replace(portPattern, `127.0.0.1:${listen}`)
          .replaceAll('127.0.0.1:1920', `127.0.0.1:${port}`);
        writeFileSync(inFolder(file), text);
        return [program, args(inFolder(file), inFolder('pid'))];
      });
      await assertAllProtocolsWork(server, listen);
    });
  }

  test('Caddy passes the page', { skip: without('caddy', 'version') }, async (t) => {
    const listen = await freePort();
    await startBehindProxy(t, ['--origin', `http://go.example.org:${listen}`], (port) => {
      const path = temporaryFolder(t)('Caddyfile');
      const site = example('Caddyfile')
        .replace('go.example.org {', `http://go.example.org:${listen} {\n    bind 127.0.0.1`)
        .replace('127.0.0.1:1919', `127.0.0.1:${port}`);
      writeFileSync(path, `{\n    admin off\n}\n${site}`);
      return ['caddy', ['run', '--adapter', 'caddyfile', '--config', path]];
    });
    const response = await eventually('Caddy', async () => {
      const { status, stdout } = spawnSync('curl', [
        '-s',
        '--resolve',
        `go.example.org:${listen}:127.0.0.1`,
        `http://go.example.org:${listen}/api/lobby`,
      ]);
      return status === 0 && stdout.length > 0 ? stdout.toString() : undefined;
    });
    assert.match(response, /"players"/);
    await assertWebSocketOpens(listen, `go.example.org:${listen}`);
  });
});
