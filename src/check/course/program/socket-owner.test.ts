import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { describe, type TestContext, test } from 'node:test';
import { MARK, newMark } from './program-processes.ts';
import { isPortOfOtherProgram, isSocketOf } from './socket-owner.ts';

interface Started {
  readonly pid: number | undefined;
  readonly mark: string;
  readonly child: ChildProcess;
}

/** Runs a line of JavaScript as a tested program. `net` is Node's module. */
function start(t: TestContext, script: string): Started {
  const mark = newMark();
  const child = spawn(process.execPath, ['-e', `const net = require('node:net'); ${script}`], {
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, [MARK]: mark },
  });
  t.after(() => child.kill('SIGKILL'));
  return { pid: child.pid, mark, child };
}

async function listen(t: TestContext): Promise<{ server: Server; port: number }> {
  const server = createServer().listen(0, '127.0.0.1');
  t.after(() => server.close());
  await once(server, 'listening');
  return { server, port: (server.address() as AddressInfo).port };
}

const idle = 'setInterval(() => {}, 1000);';

describe('the program of a socket', { skip: process.platform !== 'linux' }, () => {
  for (const [family, host] of [
    ['IPv4', '127.0.0.1'],
    ['IPv4 with an IPv6 socket', '::ffff:127.0.0.1'],
  ]) {
    test(`a connection over ${family} comes from the program that has it open`, async (t) => {
      const { server, port } = await listen(t);
      const own = start(t, `net.connect(${port}, '${host}');`);
      const [socket]: Socket[] = await once(server, 'connection');
      assert(socket);
      t.after(() => socket.destroy());
      assert(isSocketOf(own, socket));
      assert(!isSocketOf(start(t, idle), socket));
    });
  }

  test('a connection from the same port of another address is another connection', async (t) => {
    const { server, port } = await listen(t);
    const own = start(t, `net.connect({ port: ${port}, host: '127.0.0.1' });`);
    const [first]: Socket[] = await once(server, 'connection');
    const other = start(
      t,
      `net.connect({ port: ${port}, host: '127.0.0.1', localAddress: '127.0.0.2', localPort: ${first?.remotePort} });`,
    );
    const [second]: Socket[] = await once(server, 'connection');
    assert(first && second);
    t.after(() => [first, second].map((each) => each.destroy()));
    assert.equal(second.remotePort, first.remotePort);
    assert(isSocketOf(own, first) && !isSocketOf(own, second));
    assert(isSocketOf(other, second) && !isSocketOf(other, first));
  });

  test('a connection belongs to no program after its process has ended', async (t) => {
    const { server, port } = await listen(t);
    const own = start(t, `net.connect(${port}, '127.0.0.1', () => process.exit());`);
    const [[socket]] = await Promise.all([once(server, 'connection') as Promise<Socket[]>, once(own.child, 'exit')]);
    assert(socket);
    t.after(() => socket.destroy());
    assert(!isSocketOf(own, socket));
  });

  test('a port belongs to the tested program that listens on it. Any other process may listen', async (t) => {
    const own = start(t, `net.createServer().listen(0, function () { console.log(this.address().port) });`);
    const [text] = await once(own.child.stdout as NonNullable<ChildProcess['stdout']>, 'data');
    const other = start(t, idle);
    assert(!isPortOfOtherProgram(Number(text), own));
    assert(isPortOfOtherProgram(Number(text), other));
    const { port } = await listen(t);
    assert(!isPortOfOtherProgram(port, own));
  });
});
