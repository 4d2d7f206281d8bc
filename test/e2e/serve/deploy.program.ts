import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { describe, type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { WebSocket } from 'ws';
import { eventually, inTime } from '../../support/eventually.ts';
import { freePort } from '../../support/server/free-port.ts';
import { temporaryFolder, Tengen } from './server-process.ts';
import { TcpClient } from './tcp-client.ts';

// The examples of deploy/ are run as they are, with other ports.

const example = (name: string): string =>
  readFileSync(fileURLToPath(new URL(`../../../deploy/${name}`, import.meta.url)), 'utf8');

/** The notice for a test that needs a program which is not installed. */
const without = (program: string, ...args: readonly string[]): string | false =>
  spawnSync(program, args).status === 0 ? false : `${program} is not installed`;

/** A server behind a proxy whose configuration is `text` with these ports. */
async function behind(t: TestContext, options: readonly string[], proxy: (server: number) => [string, string[]]) {
  const server = new Tengen('serve', '--port', '0', '--data', temporaryFolder(t)('tengen.db'), ...options);
  t.after(() => server.child.kill('SIGKILL'));
  const [port = 0] = await server.ports();
  const [program, args] = proxy(port);
  const child = spawn(program, args, { stdio: 'ignore' });
  // With SIGKILL, nginx would leave its workers behind.
  t.after(() => child.kill('SIGTERM'));
  return { server, port };
}

/** Resolves when the server answers through the proxy. */
const answers = (port: number): Promise<true> =>
  eventually('the proxy', async () => {
    try {
      return (await fetch(`http://127.0.0.1:${port}/healthz`, { signal: AbortSignal.timeout(1000) })).ok || undefined;
    } catch {
      return undefined;
    }
  });

/** A page at `host` opens its WebSocket through the proxy. */
async function passesWebSocket(port: number, host = `127.0.0.1:${port}`): Promise<void> {
  const headers = { host, origin: `http://${host}` };
  const socket = new WebSocket(`ws://127.0.0.1:${port}/api/socket`, { headers });
  await inTime('the WebSocket', once(socket, 'open'));
  socket.terminate();
}

const TRUST = ['--trust-proxy', '127.0.0.9', '--log-level', 'debug'];

/** A client of a text protocol and the page through the same port, and the client's own address in the log. */
async function passesEverything(server: Tengen, port: number): Promise<void> {
  await answers(port);
  const peer = await TcpClient.connect(port);
  peer.send('CORE.HELLO~alice');
  assert.equal(await peer.line(), 'CORE.HELLO');
  peer.send('CORE.NEWGAME~9');
  const lobby = await fetch(`http://127.0.0.1:${port}/api/lobby`);
  assert.equal(lobby.status, 200);
  assert.match(await lobby.text(), /alice/);
  await passesWebSocket(port);
  assert.match(server.stderr, /"address":"127\.0\.0\.1"/);
  peer.socket.destroy();
}

/** The proxies for every protocol: the example, what stands in it for the port of clients, and how it is run in the foreground. */
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

describe('the examples for proxies', () => {
  for (const { program, version, file, port: written, args } of PROXIES) {
    test(`${program} passes every protocol and the page`, { skip: without(program, version) }, async (t) => {
      const listen = await freePort();
      const { server } = await behind(t, TRUST, (port) => {
        const inFolder = temporaryFolder(t);
        const text = example(file)
          .replace(written, `127.0.0.1:${listen}`)
          .replaceAll('127.0.0.1:1920', `127.0.0.1:${port}`);
        writeFileSync(inFolder(file), text);
        return [program, args(inFolder(file), inFolder('pid'))];
      });
      await passesEverything(server, listen);
    });
  }

  test('Caddy passes the page', { skip: without('caddy', 'version') }, async (t) => {
    const listen = await freePort();
    await behind(t, ['--origin', `http://go.example.org:${listen}`], (port) => {
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
    await passesWebSocket(listen, `go.example.org:${listen}`);
  });
});
