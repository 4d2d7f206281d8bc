import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import { databaseKinds } from '../../support/database/test-databases.ts';
import { eventually } from '../../support/eventually.ts';
import { waitForArchivedGames } from '../../support/http/wait-for-archived-games.ts';
import { skipWithoutNats } from '../../support/nodes/nats-server.ts';
import { TcpClient } from '../serve/tcp-client.ts';
import { enter, move, startGame } from './game-between-nodes.ts';
import { Installation } from './installation.ts';

const [, postgres] = await databaseKinds();
const skip = skipWithoutNats() || postgres.skip;

describe('two nodes', { skip }, () => {
  test('are one server: a game between them is archived once, and both show it', async (context) => {
    const installation = await Installation.open(context, await postgres.newPlace());
    const [nodeA, nodeB] = [await installation.node(), await installation.node()];
    const { alice, bob } = await startGame(nodeA.port, nodeB.port);
    await move(alice, bob, 0);
    bob.send('CORE.SURRENDER');
    assert.match(await alice.line(), /^CORE\.GAMEOVER~BLACK~.*~SURRENDER$/);
    for (const { port } of [nodeA, nodeB]) {
      const games = await waitForArchivedGames(`http://127.0.0.1:${port}`, 1);
      assert.deepEqual(
        games.map(({ game }) => game),
        [1],
      );
    }
  });

  test('give a name to one client only', async (context) => {
    const installation = await Installation.open(context, await postgres.newPlace());
    const [nodeA, nodeB] = [await installation.node(), await installation.node()];
    await enter(nodeA.port, 'alice');
    const second = await TcpClient.connect(nodeB.port);
    second.send('CORE.HELLO~Alice');
    assert.match(await second.line(), /^CORE\.ERROR~NAMETAKEN/);
  });
});

describe('a failed node', { skip }, () => {
  test('costs its players only the connection: they reconnect to another node', async (context) => {
    const installation = await Installation.open(context, await postgres.newPlace());
    const [nodeA, nodeB] = [await installation.node(), await installation.node()];
    const { alice, bob } = await startGame(nodeA.port, nodeB.port);
    await move(alice, bob, 0);
    await nodeA.tengen.end('SIGKILL');
    const back = await eventually('Alice at the other node', async () => {
      const peer = await TcpClient.connect(nodeB.port);
      peer.send('CORE.HELLO~alice');
      if ((await peer.line()) === 'CORE.HELLO') return peer;
      peer.socket.destroy();
      return undefined;
    });
    back.send('CORE.NEWGAME~9');
    assert.deepEqual(await back.lines(2), ['CORE.MATCH~BLACK~9~bob', 'CORE.MOVE~0']);
    await move(bob, back, 1);
    await move(back, bob, 2);
  });

  test('that was stopped for 10 s detects that it was declared dead, and joins again', async (context) => {
    const installation = await Installation.open(context, await postgres.newPlace());
    const [nodeA, nodeB] = [await installation.node(), await installation.node()];
    const { alice, bob } = await startGame(nodeA.port, nodeB.port);
    nodeA.tengen.child.kill('SIGSTOP');
    await delay(10_000);
    bob.send('CORE.MOVE~5');
    assert.match(await bob.line(), /^CORE\.ERROR~PATIENCE/);
    nodeA.tengen.child.kill('SIGCONT');
    assert.equal((await alice.readToEnd()).toString(), '');
    await nodeA.tengen.waitForLog('node.dead');
    const back = await eventually('the node again', async () => {
      const peer = await TcpClient.connect(nodeA.port);
      peer.send('CORE.HELLO~alice', 'CORE.NEWGAME~9');
      const [hello, match] = await peer.lines(2).catch(() => []);
      return hello === 'CORE.HELLO' && match === 'CORE.MATCH~BLACK~9~bob' ? peer : undefined;
    });
    await move(back, bob, 3);
  });
});

describe('a node whose state differs from that of the first node', { skip }, () => {
  test('stops with a log line', async (context) => {
    const installation = await Installation.open(context, await postgres.newPlace());
    const { tengen } = await installation.node();
    const { connect } = await import('@nats-io/transport-node');
    const { jetstream, jetstreamManager } = await import('@nats-io/jetstream');
    const connection = await connect({ servers: `127.0.0.1:${installation.nats.port}` });
    const { streams } = await jetstreamManager(connection);
    let [messages, read] = [0, 0];
    const hashUpTo = async (sequence: number): Promise<number> => {
      while (read < sequence) {
        const stored = await streams.getMessage('tengen-test-1', { seq: ++read });
        messages = crc32(stored?.data ?? '', messages);
      }
      return messages;
    };
    const publish = async (message: object): Promise<number> =>
      (await jetstream(connection).publish('tengen.test.1.log', JSON.stringify(message))).seq;
    // Another node reports a different hash. Of several reports about one message, the first one counts.
    for (let node = 2; tengen.child.exitCode === null && node < 12; node++) {
      const sequence = await publish({ kind: 'join', key: `key-${node}` });
      const applied = { sequence, hash: 1, messages: await hashUpTo(sequence) };
      await publish({ kind: 'batch', node, number: 1, inputs: [], applied });
      await delay(500);
    }
    await connection.close();
    assert.equal(await tengen.ended(), 1);
    assert.match(
      tengen.stderr,
      /"error":"this node has another state at message \d+ than node \d+","msg":"node\.failed"/,
    );
  });
});

describe('NATS', { skip }, () => {
  test('that is killed and started again loses no move and no connection', async (context) => {
    const installation = await Installation.open(context, await postgres.newPlace());
    const [nodeA, nodeB] = [await installation.node(), await installation.node()];
    const { alice, bob } = await startGame(nodeA.port, nodeB.port);
    await move(alice, bob, 0);
    await installation.nats.kill();
    bob.send('CORE.MOVE~1');
    await delay(2_000);
    await installation.nats.start();
    assert.equal(await alice.line(), 'CORE.MOVE~1');
    assert.equal(await bob.line(), 'CORE.MOVE~1');
    await move(alice, bob, 2);
  });

  test('that has lost the end of its store is followed by a new epoch, and no move that a client received is lost', async (context) => {
    const installation = await Installation.open(context, await postgres.newPlace());
    const [nodeA, nodeB] = [await installation.node(), await installation.node()];
    const { alice, bob } = await startGame(nodeA.port, nodeB.port);
    await installation.nats.kill('SIGTERM');
    installation.nats.copyStore();
    await installation.nats.start();
    for (let point = 0; point < 6; point += 2) {
      await move(alice, bob, point);
      await move(bob, alice, point + 1);
    }
    await installation.nats.kill();
    installation.nats.loseTail();
    await installation.nats.start();
    await nodeA.tengen.waitForLog('"epoch":2');
    await nodeB.tengen.waitForLog('"epoch":2');
    // Commands in these seconds are refused as "not now". nu6 has no message for that, so the test waits.
    await delay(2_000);
    await move(alice, bob, 20);
    await move(bob, alice, 21);
    // A node that starts now reads the snapshot of the epoch.
    const third = await installation.node();
    const carol = await enter(third.port, 'carol');
    carol.send('CHAT.LOBBY');
    alice.socket.destroy();
    assert.match(await bob.line(), /^CORE\.GAMEOVER/);
  });
});

describe('snapshots', { skip }, () => {
  test('replace earlier messages for a node that starts', async (context) => {
    const installation = await Installation.open(context, await postgres.newPlace());
    const [nodeA, nodeB] = [await installation.node(), await installation.node()];
    const { alice, bob } = await startGame(nodeA.port, nodeB.port);
    for (let point = 0; point < 40; point += 2) {
      await move(alice, bob, point);
      await move(bob, alice, point + 1);
    }
    // The heartbeats alone are two messages per second.
    const first = await eventually('a purged stream', async () => await firstSequence(installation.nats.port));
    assert(first > 1);
    const third = await installation.node();
    for (const { tengen } of [nodeA, nodeB]) await tengen.end('SIGKILL');
    const back = await eventually('Alice at the third node', async () => {
      const peer = await TcpClient.connect(third.port);
      peer.send('CORE.HELLO~alice', 'CORE.NEWGAME~9');
      const [hello] = await peer.lines(1);
      return hello === 'CORE.HELLO' ? peer : undefined;
    });
    const lines = await back.lines(41);
    assert.equal(lines[0], 'CORE.MATCH~BLACK~9~bob');
    assert.equal(lines.at(-1), 'CORE.MOVE~39');
  });
});

/** The first sequence number in the stream; undefined while no message has been purged. */
async function firstSequence(port: number): Promise<number | undefined> {
  const { connect } = await import('@nats-io/transport-node');
  const { jetstreamManager } = await import('@nats-io/jetstream');
  const connection = await connect({ servers: `127.0.0.1:${port}` });
  const { state } = await (await jetstreamManager(connection)).streams.info('tengen-test-1');
  await connection.close();
  return state.first_seq > 1 ? state.first_seq : undefined;
}
