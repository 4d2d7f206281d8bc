import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { NpmStart, serve, temporaryFolder } from './server-process.ts';
import { TcpClient } from './tcp-client.ts';

/** Starts a server with `npm start`, and a nu6 client that has entered. */
async function npmStartWithClient(t: TestContext): Promise<{ npm: NpmStart; alice: TcpClient }> {
  const file = temporaryFolder(t);
  const npm = new NpmStart('--port', '0', '--data', file('a.db'), '--log-level', 'error');
  t.after(() => npm.end('SIGKILL'));
  const [port = 0] = await npm.ports();
  const alice = await TcpClient.connect(port);
  alice.send('CORE.HELLO~alice');
  assert.equal(await alice.line(), 'CORE.HELLO');
  return { npm, alice };
}

describe('stopping', () => {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    test(`${signal}: every client receives the goodbye message of its protocol, and the exit code is 0`, async (t) => {
      const file = temporaryFolder(t);
      const tengen = serve(t, '--data', file('a.db'));
      const [port = 0] = await tengen.ports();
      const [nu6, nedap, later, remastered, daigo, gomokurs, other] = await Promise.all(
        Array.from({ length: 7 }, () => TcpClient.connect(port)),
      );
      assert(nu6 && nedap && later && remastered && daigo && gomokurs && other);
      nu6.send('CORE.HELLO~alice');
      assert.equal(await nu6.line(), 'CORE.HELLO');
      nedap.send('GO bob 9');
      assert.equal(await nedap.line(), 'WAITING');
      later.send('PLAYER carol', 'GO 11');
      assert.equal(await later.line(), 'WAITING');
      remastered.send('go 0.1.0');
      assert.equal(await remastered.line(), 'ok 0.1.0');
      assert.equal((await remastered.lines(3)).length, 3);
      daigo.send('HELO dave');
      assert.equal(await daigo.line(), 'OK');
      gomokurs.socket.write(Buffer.from('0a00000005302e312e30', 'hex'));
      assert.deepEqual(await gomokurs.bytes(1), Buffer.from('00', 'hex'));

      assert.equal(await tengen.end(signal), 0);
      assert.equal((await nu6.readToEnd()).toString(), 'CORE.BYE~👋\n');
      assert.equal((await nedap.readToEnd()).toString(), 'WARNING server stops\n');
      assert.equal((await later.readToEnd()).toString(), 'WARNING server stops\n');
      assert.equal((await remastered.readToEnd()).toString(), 'close\n');
      assert.equal((await daigo.readToEnd()).toString(), '');
      assert.deepEqual(await gomokurs.readToEnd(), Buffer.from('06', 'hex'));
      assert.equal((await other.readToEnd()).toString(), '');
    });
  }

  test('a game continues after the next start', async (t) => {
    const file = temporaryFolder(t);
    const first = serve(t, '--data', file('a.db'));
    let [port = 0] = await first.ports();
    let alice = await TcpClient.connect(port);
    let bob = await TcpClient.connect(port);
    alice.send('CORE.HELLO~alice', 'CORE.NEWGAME~9');
    assert.equal(await alice.line(), 'CORE.HELLO');
    bob.send('GO bob 9');
    assert.equal(await alice.line(), 'CORE.MATCH~BLACK~9~bob');
    alice.send('CORE.MOVE~40');
    assert.deepEqual(await bob.lines(3), ['WAITING', 'READY white alice 9', 'VALID black 4 4']);
    assert.equal(await first.end('SIGTERM'), 0);

    const second = serve(t, '--data', file('a.db'));
    [port = 0] = await second.ports();
    bob = await TcpClient.connect(port);
    bob.send('GO bob 9');
    assert.deepEqual(await bob.lines(3), ['WAITING', 'READY white alice 9', 'VALID black 4 4']);
    bob.send('MOVE 0 0');
    assert.equal(await bob.line(), 'VALID white 0 0');
    alice = await TcpClient.connect(port);
    alice.send('CORE.HELLO~alice', 'CORE.NEWGAME~9');
    assert.deepEqual(await alice.lines(4), ['CORE.HELLO', 'CORE.MATCH~BLACK~9~bob', 'CORE.MOVE~40', 'CORE.MOVE~0']);
  });

  test('a signal to npm start reaches the server', async (t) => {
    const { npm, alice } = await npmStartWithClient(t);
    // The signal ends npm's shell. The server detects this and stops.
    await npm.end('SIGTERM');
    assert.equal((await alice.readToEnd()).toString(), 'CORE.BYE~👋\n');
  });

  test('Ctrl-C ends npm start, and clients receive the goodbye message', async (t) => {
    const { npm, alice } = await npmStartWithClient(t);
    await npm.interrupt();
    assert.equal((await alice.readToEnd()).toString(), 'CORE.BYE~👋\n');
  });

  test('the process id in the log is that of the server, also under npm start', async (t) => {
    const file = temporaryFolder(t);
    const npm = new NpmStart('--port', '0', '--data', file('a.db'));
    t.after(() => npm.end('SIGKILL'));
    await npm.ports();
    const { pid } = JSON.parse(await npm.waitForLog('computer.ready'));
    t.after(() => {
      if (npm.child.exitCode === null) process.kill(pid, 'SIGKILL');
    });
    process.kill(pid, 'SIGUSR2');
    await npm.waitForLog('server.drained');
    process.kill(pid, 'SIGTERM');
    assert.equal(await npm.ended(), 0);
  });

  test('the server exits within 5 s, even if a client neither reads nor closes its connection', async (t) => {
    const file = temporaryFolder(t);
    const tengen = serve(t, '--data', file('a.db'));
    const [port = 0] = await tengen.ports();
    const alice = await TcpClient.connect(port);
    t.after(() => alice.socket.destroy());
    alice.send('CORE.HELLO~alice');
    assert.equal(await alice.line(), 'CORE.HELLO');
    alice.socket.pause();
    assert.equal(await Promise.race([tengen.end('SIGTERM'), delay(5_000, 'still running', { ref: false })]), 0);
  });

  test('a second signal changes nothing', async (t) => {
    const file = temporaryFolder(t);
    const tengen = serve(t, '--data', file('a.db'));
    await tengen.ports();
    tengen.child.kill('SIGTERM');
    assert.equal(await tengen.end('SIGINT'), 0);
  });
});
