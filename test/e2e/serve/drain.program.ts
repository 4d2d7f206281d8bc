import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { serve, type Tengen, temporaryFolder } from './server-process.ts';
import { TcpClient } from './tcp-client.ts';

/** Waits until the log has this message. */
async function logged(tengen: Tengen, message: string): Promise<void> {
  await tengen.waitForLog(`"msg":"${message}"`);
}

/** Starts a game between two clients. The first has black. */
async function startGame(port: number): Promise<readonly [TcpClient, TcpClient]> {
  const [alice, bob] = [await TcpClient.connect(port), await TcpClient.connect(port)];
  for (const [peer, name] of [
    [alice, 'alice'],
    [bob, 'bob'],
  ] as const) {
    peer.send(`CORE.HELLO~${name}`, 'CORE.NEWGAME~9');
    assert.equal(await peer.line(), 'CORE.HELLO');
  }
  assert.equal(await alice.line(), 'CORE.MATCH~BLACK~9~bob');
  assert.equal(await bob.line(), 'CORE.MATCH~WHITE~9~alice');
  return [alice, bob];
}

/** A client whose request for a game is refused because the server drains. */
async function refusedClient(port: number): Promise<TcpClient> {
  const peer = await TcpClient.connect(port);
  peer.send('CORE.HELLO~carol', 'CORE.NEWGAME~9');
  assert.deepEqual(await peer.lines(2), ['CORE.HELLO', 'CORE.ERROR~PATIENCE~CORE.NEWGAME~9']);
  return peer;
}

describe('draining', () => {
  test('SIGUSR2: games continue and no game starts, until the next SIGUSR2', async (t) => {
    const tengen = serve(t, '--data', temporaryFolder(t)('a.db'), '--log-level', 'info');
    const [port = 0] = await tengen.ports();
    const [alice, bob] = await startGame(port);
    tengen.child.kill('SIGUSR2');
    await logged(tengen, 'mode.no-new-games');
    const carol = await refusedClient(port);
    alice.send('CORE.MOVE~40');
    assert.equal(await bob.line(), 'CORE.MOVE~40');
    bob.send('CORE.SURRENDER');
    assert.match(await bob.line(), /^CORE\.GAMEOVER~BLACK/);
    await logged(tengen, 'server.drained');
    tengen.child.kill('SIGUSR2');
    await logged(tengen, 'mode.open');
    carol.send('CORE.NEWGAME~9');
    bob.send('CORE.NEWGAME~9');
    assert.match(await carol.line(), /^CORE\.MATCH/);
    assert.equal(await tengen.end('SIGTERM'), 0);
  });

  test('--drain: SIGTERM stops the server when the last game has ended', async (t) => {
    const tengen = serve(t, '--data', temporaryFolder(t)('a.db'), '--drain', '600', '--log-level', 'info');
    const [port = 0] = await tengen.ports();
    const [alice, bob] = await startGame(port);
    const ended = tengen.end('SIGTERM');
    await logged(tengen, 'server.draining');
    const carol = await refusedClient(port);
    alice.send('CORE.PASS');
    assert.equal(await bob.line(), 'CORE.PASS');
    bob.send('CORE.PASS');
    assert.equal(await ended, 0);
    const end = 'CORE.PASS\nCORE.GAMEOVER~DRAW~0~0\nCORE.BYE~👋\n';
    assert.equal((await alice.readToEnd()).toString(), `CORE.PASS\n${end}`);
    assert.equal((await bob.readToEnd()).toString(), end);
    assert.equal((await carol.readToEnd()).toString(), 'CORE.BYE~👋\n');
  });

  test('--drain: a second signal, or the end of the time, stops the server at once, and the game is stored', async (t) => {
    const data = temporaryFolder(t)('a.db');
    const hurried = serve(t, '--data', data, '--drain', '600', '--log-level', 'info');
    const [port = 0] = await hurried.ports();
    const [alice] = await startGame(port);
    hurried.child.kill('SIGTERM');
    await logged(hurried, 'server.draining');
    assert.equal(await hurried.end('SIGINT'), 0);
    assert.equal((await alice.readToEnd()).toString(), 'CORE.BYE~👋\n');

    const late = serve(t, '--data', data, '--drain', '0.1');
    const [again = 0] = await late.ports();
    const back = await TcpClient.connect(again);
    back.send('CORE.HELLO~alice', 'CORE.NEWGAME~9');
    assert.deepEqual(await back.lines(2), ['CORE.HELLO', 'CORE.MATCH~BLACK~9~bob']);
    assert.equal(await late.end('SIGTERM'), 0);
  });
});
