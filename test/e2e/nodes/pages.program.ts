import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, describe, type TestContext, test } from 'node:test';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import type { GameParametersJson } from '../../../src/protocols/api/value-schemas.ts';
import { databaseKinds } from '../../support/database/test-databases.ts';
import { eventually } from '../../support/eventually.ts';
import { AccountClient } from '../../support/http/account-client.ts';
import { EventStreamClient } from '../../support/http/event-stream-client.ts';
import { readMetrics } from '../../support/http/metrics-reader.ts';
import { WebSocketClient } from '../../support/http/web-socket-client.ts';
import { serve, type Tengen } from '../serve/server-process.ts';
import { TcpClient } from '../serve/tcp-client.ts';

const NATS = process.env['TENGEN_TEST_NATS'] ?? 'nats://127.0.0.1:4222';
const BOARD: GameParametersJson = { game: 'go', size: 9, komi: 0, ko: 'positional', suicide: 'allowed' };

const [, postgres] = await databaseKinds();
const nats = await connect({ servers: NATS.replace('nats://', ''), timeout: 5_000 }).catch((error: unknown) => {
  if (process.env['CI'] === 'true') throw error;
  return undefined;
});
after(() => nats?.close());
const skip = nats === undefined ? `no NATS server at ${NATS}; TENGEN_TEST_NATS names another` : postgres.skip;

interface Node {
  readonly tengen: Tengen;
  readonly url: string;
  readonly port: number;
  readonly ports: readonly number[];
}

/** Starts two nodes of a new installation. */
async function twoNodes(t: TestContext, ...furtherOptions: readonly string[]): Promise<[Node, Node]> {
  const name = `test-${randomBytes(6).toString('hex')}`;
  t.after(async () => {
    if (nats === undefined) return;
    const manager = await jetstreamManager(nats);
    for await (const { config } of manager.streams.list())
      if (config.name.includes(name)) await manager.streams.delete(config.name);
  });
  const options = ['--nats', `${NATS}?name=${name}`, '--database', await postgres.newPlace(), ...furtherOptions];
  const node = async (): Promise<Node> => {
    const tengen = serve(t, ...options);
    const [port = 0, ...ports] = await tengen.ports(
      1 + furtherOptions.filter((option) => option === '--listen').length,
    );
    return { tengen, port, ports, url: `http://127.0.0.1:${port}` };
  };
  const first = await node();
  return [first, await node()];
}

/** Starts a game between Alice, in a tab at the first node, and Bob, with nu6 at the second node. */
async function startGame(first: Node, second: Node): Promise<{ alice: WebSocketClient; bob: TcpClient }> {
  const alice = await WebSocketClient.open(first.port);
  assert.equal((await alice.send({ kind: 'enter', name: 'alice' })).kind, 'done');
  assert.equal((await alice.send({ kind: 'seek', board: BOARD })).kind, 'done');
  const bob = await TcpClient.connect(second.port);
  bob.send('CORE.HELLO~bob', 'CORE.NEWGAME~9');
  assert.deepEqual(await bob.lines(2), ['CORE.HELLO', 'CORE.MATCH~WHITE~9~alice']);
  return { alice, bob };
}

/** Connects a remastered client, checks its colour, and waits until it is ready. */
async function connectGuest(port: number, color: 0 | 1): Promise<TcpClient> {
  const peer = await TcpClient.connect(port);
  peer.send('go 0.1.0');
  assert.deepEqual((await peer.lines(4)).slice(0, 3), ['ok 0.1.0', 'mode normal', `color ${color}`]);
  peer.send('ack');
  assert.equal(await peer.line(), 'ready');
  return peer;
}

describe('two nodes with real servers', { skip }, () => {
  test('are one server for the page: a visit continues at the other node, also after its own node was killed', async (t) => {
    const [nodeA, nodeB] = await twoNodes(t);
    const { alice, bob } = await startGame(nodeA, nodeB);
    const again = await WebSocketClient.open(nodeB.port, alice.opened.key);
    assert.equal(again.opened.resumed, true);
    assert.equal((await again.next('you')).name, 'alice');
    await again.next('game');
    assert.equal((await again.send({ kind: 'play', point: { x: 4, y: 4 } })).kind, 'done');
    assert.equal(await bob.line(), 'CORE.MOVE~40');
    assert.deepEqual((await alice.next('played')).point, { x: 4, y: 4 });
    await nodeA.tengen.end('SIGKILL');
    assert.equal(await again.closeCode(), 4001);
    const back = await WebSocketClient.open(nodeB.port, alice.opened.key, undefined, '127.0.0.9');
    assert.deepEqual([back.opened.resumed, back.opened.key], [false, alice.opened.key]);
    assert.equal((await back.send({ kind: 'enter', name: 'alice' })).kind, 'done');
    assert.equal((await back.next('game')).state.turns.length, 1);
    bob.send('CORE.MOVE~0');
    assert.deepEqual((await back.next('played')).point, { x: 0, y: 0 });
  });

  test('are one server for programs: an account plays with posts to one node and events of the other', async (t) => {
    const [nodeA, nodeB] = await twoNodes(t);
    const robot = await AccountClient.create(nodeA.url, 'robot');
    // The client opens an event stream before it enters, too.
    const early = await EventStreamClient.open(`${nodeB.url}/api/events`, robot.bearer);
    t.after(() => early.close());
    assert.equal((await early.next('you')).name, undefined);
    assert.equal((await robot.send({ kind: 'enter', name: 'robot' })).kind, 'done');
    const events = await EventStreamClient.open(`${nodeB.url}/api/events`, robot.bearer);
    t.after(() => events.close());
    assert.equal((await events.next('you')).name, 'robot');
    await robot.send({ kind: 'seek', board: BOARD });
    const bob = await TcpClient.connect(nodeB.port);
    bob.send('CORE.HELLO~bob', 'CORE.NEWGAME~9');
    assert.deepEqual(await bob.lines(2), ['CORE.HELLO', 'CORE.MATCH~WHITE~9~robot']);
    for (const stream of [early, events]) await stream.next('game');
    const answer = await fetch(`${nodeB.url}/api/messages`, {
      method: 'POST',
      headers: { ...robot.bearer, 'Content-Type': 'application/json' },
      body: JSON.stringify({ kind: 'play', point: { x: 1, y: 0 } }),
    });
    assert.deepEqual([answer.status, await answer.json()], [200, { kind: 'done' }]);
    for (const stream of [early, events]) assert.deepEqual((await stream.next('played')).point, { x: 1, y: 0 });
    assert.equal(await bob.line(), 'CORE.MOVE~1');
  });

  test('show the same lists, games and chat, and report ready and their metrics', async (t) => {
    const [nodeA, nodeB] = await twoNodes(t);
    const { alice, bob } = await startGame(nodeA, nodeB);
    for (const { url } of [nodeA, nodeB]) {
      assert.equal((await fetch(`${url}/readyz`)).status, 200);
      const lobby = (await (await fetch(`${url}/api/lobby`)).json()) as {
        players: { name: string }[];
        games: object[];
      };
      assert.deepEqual(lobby.players.map(({ name }) => name).sort(), ['alice', 'bob']);
      assert.equal(lobby.games.length, 1);
    }
    const spectator = await WebSocketClient.open(nodeB.port);
    await spectator.send({ kind: 'enter', name: 'carol' });
    await spectator.send({ kind: 'watch', game: 1 });
    await spectator.next('game');
    await alice.send({ kind: 'play', point: { x: 4, y: 4 } });
    assert.deepEqual((await spectator.next('played')).point, { x: 4, y: 4 });
    await alice.send({ kind: 'chat', text: 'hello', to: 'everyone' });
    assert.equal((await spectator.next('chat')).text, 'hello');
    assert.equal(await bob.line(), 'CORE.MOVE~40');
    const metrics = await Promise.all([nodeA, nodeB].map(({ url }) => readMetrics(url)));
    assert.deepEqual(
      metrics.map(({ rows }) => [rows.get('tengen_node_number'), rows.get('tengen_node_members')]),
      [
        [1, 2],
        [2, 2],
      ],
    );
  });

  test('a guest reconnects to the same listener of the other node, at another port', async (t) => {
    const [nodeA, nodeB] = await twoNodes(t, '--listen', 'remastered://127.0.0.1:0?size=9', '--resume', '60');
    const [first = 0, second = 0] = [nodeA.ports[0], nodeB.ports[0]];
    assert.notEqual(first, second);
    const guest = await connectGuest(first, 0);
    const opponent = await connectGuest(second, 1);
    assert.equal(await guest.line(), 'yourturn');
    guest.send('ack', 'place 4 4');
    assert.equal(await opponent.line(), 'place 0 4 4');
    await nodeA.tengen.end('SIGKILL');
    // The seat is reserved once the node is declared dead.
    const names = async (): Promise<number> => {
      const { players } = (await (await fetch(`${nodeB.url}/api/lobby`)).json()) as { players: object[] };
      return players.length;
    };
    await eventually('the death of the node', async () => ((await names()) === 1 ? true : undefined));
    const back = await TcpClient.connect(second);
    back.send('go 0.1.0');
    const [, , color, stones] = await back.lines(4);
    assert.equal(color, 'color 0');
    assert.equal(stones?.indexOf('0'), 'stones '.length + 40);
  });
});
