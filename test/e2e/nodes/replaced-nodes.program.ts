import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { describe, type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { databaseKinds } from '../../support/database/test-databases.ts';
import { eventually } from '../../support/eventually.ts';
import { waitForArchivedGames } from '../../support/http/wait-for-archived-games.ts';
import { skipWithoutNats } from '../../support/nodes/nats-server.ts';
import { MAIN, Tengen } from '../serve/server-process.ts';
import { TcpClient } from '../serve/tcp-client.ts';
import { enter, move, startGame } from './game-between-nodes.ts';
import { Installation } from './installation.ts';

const [, postgres] = await databaseKinds();
const skip = skipWithoutNats() || postgres.skip;
/** The test of a later version replaces a line of the source. */
const withoutSource = MAIN.endsWith('.js') && 'the program is built';

const LATER = fileURLToPath(new URL('../../support/nodes/later-version.ts', import.meta.url));

/** A node of the next lobby version. */
class LaterNode extends Tengen {
  protected override start(args: readonly string[]): ChildProcess {
    return spawn(process.execPath, ['--import', LATER, MAIN, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  }
}

const open = async (context: TestContext): Promise<Installation> =>
  await Installation.open(context, await postgres.newPlace());

/** Reconnects a player, and checks that it is in its game on 9 lines with these moves. */
async function reconnect(port: number, name: string, match: string, moves: readonly number[]): Promise<TcpClient> {
  const peer = await eventually(`${name} at another node`, async () => {
    const attempt = await TcpClient.connect(port);
    attempt.send(`CORE.HELLO~${name}`);
    if ((await attempt.line().catch(() => '')) === 'CORE.HELLO') return attempt;
    attempt.socket.destroy();
    return undefined;
  });
  peer.send('CORE.NEWGAME~9');
  assert.deepEqual(await peer.lines(1 + moves.length), [match, ...moves.map((point) => `CORE.MOVE~${point}`)]);
  return peer;
}

/** Waits until the archive has a game, and returns its games. */
async function archivedGames(port: number): Promise<unknown> {
  const games = await waitForArchivedGames(`http://127.0.0.1:${port}`, 1);
  return games.map(({ game, turns, end }) => ({ game, turns, reason: end.reason }));
}

describe('replacing nodes', { skip }, () => {
  test('one after another loses no game and no move', async (context) => {
    const installation = await open(context);
    let nodes = [await installation.node(), await installation.node()];
    const [first, second] = nodes.map(({ port }) => port);
    let { alice, bob } = await startGame(first ?? 0, second ?? 0);
    await move(alice, bob, 0);
    const moves = [0];
    for (const name of ['alice', 'bob'] as const) {
      const [oldest, other] = nodes;
      assert(oldest !== undefined && other !== undefined);
      const fresh = await installation.node();
      assert.equal((await fetch(`http://127.0.0.1:${fresh.port}/readyz`)).status, 200);
      assert.equal(await oldest.tengen.end('SIGTERM'), 0);
      nodes = [other, fresh];
      if (name === 'alice') alice = await reconnect(fresh.port, name, 'CORE.MATCH~BLACK~9~bob', moves);
      else bob = await reconnect(fresh.port, name, 'CORE.MATCH~WHITE~9~alice', moves);
      for (const [mover, watcher, point] of [
        [bob, alice, 20 + moves.length],
        [alice, bob, 21 + moves.length],
      ] as const) {
        await move(mover, watcher, point);
        moves.push(point);
      }
    }
    bob.send('CORE.SURRENDER');
    assert.match(await alice.line(), /^CORE\.GAMEOVER~BLACK/);
    assert.deepEqual(await archivedGames(nodes[1]?.port ?? 0), [{ game: 1, turns: 5, reason: 'resigned' }]);
  });

  test('by nodes of a later version: the old nodes store the state and exit', {
    skip: withoutSource,
  }, async (context) => {
    const installation = await open(context);
    const old = [await installation.node(), await installation.node()];
    const [portA, portB] = old.map(({ port }) => port);
    const { alice, bob } = await startGame(portA ?? 0, portB ?? 0);
    await move(alice, bob, 0);
    await move(bob, alice, 1);
    const later = new LaterNode('serve', '--port', '0', ...installation.options);
    context.after(() => later.end('SIGKILL'));
    const [port = 0] = await later.ports();
    for (const { tengen } of old) {
      assert.equal(await tengen.ended(), 0, tengen.stderr);
      assert.match(tengen.stderr, /node\.replaced/);
    }
    for (const peer of [alice, bob]) assert.equal((await peer.readToEnd()).toString(), 'CORE.BYE~👋\n');
    const again = await reconnect(port, 'alice', 'CORE.MATCH~BLACK~9~bob', [0, 1]);
    const opponent = await reconnect(port, 'bob', 'CORE.MATCH~WHITE~9~alice', [0, 1]);
    await move(again, opponent, 2);
    // A node of the old version cannot join again.
    const late = new Tengen('serve', '--port', '0', ...installation.options);
    context.after(() => late.end('SIGKILL'));
    assert.equal(await late.ended(), 2);
    assert.match(late.stderr, /this node has lobby version 1, and the installation has 2/);
    opponent.send('CORE.SURRENDER');
    assert.match(await again.line(), /^CORE\.GAMEOVER~BLACK/);
    assert.deepEqual(await archivedGames(port), [{ game: 1, turns: 3, reason: 'resigned' }]);
  });

  test('a draining node starts no game and exits when it has none; the other nodes continue', async (context) => {
    const installation = await open(context);
    const [nodeA, nodeB] = [await installation.node('--drain', '600'), await installation.node()];
    const { alice, bob } = await startGame(nodeA.port, nodeB.port);
    const ended = nodeA.tengen.end('SIGTERM');
    await nodeA.tengen.waitForLog('server.draining');
    const ready = async (port: number): Promise<number> => (await fetch(`http://127.0.0.1:${port}/readyz`)).status;
    assert.deepEqual([await ready(nodeA.port), await ready(nodeB.port)], [503, 200]);
    const carol = await enter(nodeA.port, 'carol');
    carol.send('CORE.NEWGAME~9');
    assert.equal(await carol.line(), 'CORE.ERROR~PATIENCE~CORE.NEWGAME~9');
    const [dave, erin] = [await enter(nodeB.port, 'dave'), await enter(nodeB.port, 'erin')];
    for (const peer of [dave, erin]) peer.send('CORE.NEWGAME~9');
    for (const peer of [dave, erin]) assert.match(await peer.line(), /^CORE\.MATCH/);
    await move(alice, bob, 0);
    bob.send('CORE.SURRENDER');
    assert.match(await alice.line(), /^CORE\.GAMEOVER~BLACK/);
    assert.equal(await ended, 0);
    assert.equal((await alice.readToEnd()).toString(), 'CORE.BYE~👋\n');
    await move(dave, erin, 0);
  });
});
