import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, test } from 'node:test';
import { gameResource, lobby } from '../../../src/protocols/api/resource-schemas.ts';
import { TcpClient } from '../../e2e/serve/tcp-client.ts';
import { EventStreamClient } from '../../support/http/event-stream-client.ts';
import { startTestServer } from '../../support/http/http-fixture.ts';
import { WebSocketClient } from '../../support/http/web-socket-client.ts';
import { parseSgf } from '../../support/rules/parse-sgf.ts';

const LINES = 52;
/** Moves are on every second row, so that nothing is captured. */
const MOVES = 1_300;

/** Plays a game over nu6 with more moves than fit into one message. */
async function playLongGame(port: number): Promise<void> {
  const [alice, bob] = [await TcpClient.connect(port), await TcpClient.connect(port)];
  for (const [peer, name] of [
    [alice, 'alice'],
    [bob, 'bob'],
  ] as const) {
    peer.send(`CORE.HELLO~${name}`, `CORE.NEWGAME~${LINES}`);
    assert.equal(await peer.line(), 'CORE.HELLO');
  }
  for (const peer of [alice, bob]) assert.match(await peer.line(), /^CORE\.MATCH/);
  for (let count = 0; count < MOVES; count++) {
    const move = `CORE.MOVE~${(count % LINES) + Math.floor(count / LINES) * 2 * LINES}`;
    (count % 2 === 0 ? alice : bob).send(move);
    assert.equal(await alice.line(), move);
    assert.equal(await bob.line(), move);
  }
}

describe('a running game with more moves than fit into one message', () => {
  test('is complete in JSON and SGF, and is sent in parts to spectators', async (t) => {
    const { port, url } = await startTestServer(t);
    await playLongGame(port);
    const answer = await fetch(`${url}/api/games/1`);
    const resource = gameResource.parse(await answer.json());
    assert(resource.state === 'running');
    assert.deepEqual([resource.game.turns.length, resource.game.earlier], [MOVES, undefined]);
    const sgf = parseSgf(await (await fetch(`${url}/api/games/1.sgf`)).text());
    assert(sgf.ok);
    assert.equal(sgf.value[0]?.moves.length, MOVES);
    const events = await EventStreamClient.open(`${url}/api/games/1/events`);
    t.after(() => events.close());
    const first = await events.next('turns');
    const { state } = await events.next('game');
    assert.deepEqual([...first.turns, ...state.turns], resource.game.turns);
    const tab = await WebSocketClient.open(port);
    t.after(() => tab.socket.terminate());
    assert.equal((await tab.send({ kind: 'watch', game: 1 })).kind, 'done');
    assert.deepEqual(
      tab.received.filter(({ kind }) => kind !== 'you').map(({ kind }) => kind),
      ['turns', 'game', 'done'],
    );
  });
});

describe('a lobby with more players than fit into one message', () => {
  test('is complete over HTTP, also for 20 requests at once', async (t) => {
    const { port, url } = await startTestServer(t);
    const sockets = await Promise.all(
      Array.from({ length: 300 }, async (_, index) => {
        const socket = connect({ host: '127.0.0.1', port });
        socket.write(`CORE.HELLO~player${index}\n`);
        await once(socket, 'data');
        return socket;
      }),
    );
    t.after(() => {
      for (const socket of sockets) socket.destroy();
    });
    const answers = await Promise.all(Array.from({ length: 20 }, () => fetch(`${url}/api/lobby`)));
    for (const answer of answers) {
      const { players } = lobby.parse(await answer.json());
      assert.deepEqual([players.length, new Set(players.map(({ name }) => name)).size], [300, 300]);
    }
    const tab = await WebSocketClient.open(port);
    t.after(() => tab.socket.terminate());
    assert.equal((await tab.send({ kind: 'observe' })).kind, 'done');
    const counts = tab.received.flatMap((message) =>
      message.kind === 'directory' ? message.players.length : message.kind === 'changes' ? message.changes.length : [],
    );
    assert.deepEqual(counts, [250, 50]);
  });
});

describe('reading the lobby and a running game', () => {
  test('connects no client to the lobby', async (t) => {
    const { port, url } = await startTestServer(t, { metrics: 'loopback' });
    const [alice, bob] = [await TcpClient.connect(port), await TcpClient.connect(port)];
    alice.send('CORE.HELLO~alice', 'CORE.NEWGAME~9');
    await alice.line();
    bob.send('CORE.HELLO~bob', 'CORE.NEWGAME~9');
    await bob.line();
    await alice.line();
    for (const path of ['/api/lobby', '/api/games/1', '/api/games/1.sgf']) {
      const { status } = await fetch(`${url}${path}`);
      assert.equal(status, 200, path);
    }
    const metrics = await (await fetch(`${url}/metrics`)).text();
    const connections = metrics.split('\n').filter((line) => line.startsWith('tengen_connections_total'));
    assert.deepEqual(connections, ['tengen_connections_total{protocol="nu6"} 2']);
  });
});
