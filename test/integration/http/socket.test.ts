import assert from 'node:assert/strict';
import { once } from 'node:events';
import { describe, test } from 'node:test';
import { WebSocket } from 'ws';
import type { GameParametersJson } from '../../../src/protocols/api/value-schemas.ts';
import { TcpClient } from '../../e2e/serve/tcp-client.ts';
import { startTestServer } from '../../support/http/http-fixture.ts';
import { WebSocketClient } from '../../support/http/web-socket-client.ts';

const BOARD: GameParametersJson = { game: 'go', size: 9, komi: 0, ko: 'positional', suicide: 'allowed' };

/** Starts a game between Alice in a tab (black) and Bob over nu6 (white). */
async function startGame(port: number): Promise<{ alice: WebSocketClient; bob: TcpClient }> {
  const alice = await WebSocketClient.open(port);
  await alice.send({ kind: 'enter', name: 'alice' });
  assert.equal((await alice.send({ kind: 'seek', board: BOARD })).kind, 'done');
  const bob = await TcpClient.connect(port);
  bob.send('CORE.HELLO~bob', 'CORE.NEWGAME~9');
  assert.deepEqual(await bob.lines(2), ['CORE.HELLO', 'CORE.MATCH~WHITE~9~alice']);
  await alice.next('game');
  return { alice, bob };
}

describe('a WebSocket', () => {
  test('receives a key and its own name', async (t) => {
    const { port } = await startTestServer(t);
    const tab = await WebSocketClient.open(port);
    assert.match(tab.opened.key, /^[\w-]{32}$/);
    assert.equal(tab.opened.resumed, false);
    assert.deepEqual(await tab.next('you'), { kind: 'you' });
    assert.deepEqual(await tab.send({ kind: 'enter', name: 'alice' }), { kind: 'done', id: '1', name: 'alice' });
    assert.deepEqual(await tab.next('you'), { kind: 'you', name: 'alice' });
  });

  test('plays against a client of another protocol', async (t) => {
    const { port } = await startTestServer(t);
    const { alice, bob } = await startGame(port);
    await alice.send({ kind: 'play', point: { x: 4, y: 4 } });
    assert.equal(await bob.line(), 'CORE.MOVE~40');
    bob.send('CORE.MOVE~0');
    const [first, second] = [await alice.next('played'), await alice.next('played')];
    assert.deepEqual(
      [first.point, second.point],
      [
        { x: 4, y: 4 },
        { x: 0, y: 0 },
      ],
    );
    await alice.send({ kind: 'resign' });
    assert.equal((await alice.next('ended')).winner, 'white');
  });

  test('that was cut and is opened again with its key receives the current state of the game', async (t) => {
    const { port } = await startTestServer(t);
    const { alice, bob } = await startGame(port);
    await alice.send({ kind: 'play', point: { x: 4, y: 4 } });
    assert.equal(await bob.line(), 'CORE.MOVE~40');
    alice.cut();
    bob.send('CORE.MOVE~0');
    assert.equal(await bob.line(), 'CORE.MOVE~0');
    const again = await WebSocketClient.open(port, alice.opened.key);
    assert.deepEqual([again.opened.key, again.opened.resumed], [alice.opened.key, true]);
    const { name, seat } = await again.next('you');
    assert.deepEqual([name, seat?.color], ['alice', 'black']);
    const { state } = await again.next('game');
    assert.deepEqual(
      state.turns.map((turn) => turn.kind === 'play' && [turn.color, turn.point.x, turn.point.y]),
      [
        ['black', 4, 4],
        ['white', 0, 0],
      ],
    );
    assert.equal((await again.send({ kind: 'play', point: { x: 2, y: 2 } })).kind, 'done');
  });

  test('that is cut is reported as away to opponent and spectators after 3 s, and as back when it returns', async (t) => {
    const { port } = await startTestServer(t);
    const [alice, bob, carol] = [
      await WebSocketClient.open(port),
      await WebSocketClient.open(port),
      await WebSocketClient.open(port),
    ];
    await alice.send({ kind: 'enter', name: 'alice' });
    await bob.send({ kind: 'enter', name: 'bob' });
    for (const tab of [alice, bob]) await tab.send({ kind: 'seek', board: BOARD });
    assert.equal((await carol.send({ kind: 'watch', game: 1 })).kind, 'done');
    alice.cut();
    for (const tab of [bob, carol]) assert.equal((await tab.next('away')).color, 'black');
    await WebSocketClient.open(port, alice.opened.key);
    for (const tab of [bob, carol]) assert.equal((await tab.next('back')).color, 'black');
  });

  test('that is cut takes its seek out of the lobby after 3 s, and back into it when it returns', async (t) => {
    const { port } = await startTestServer(t);
    const [alice, bob] = [await WebSocketClient.open(port), await WebSocketClient.open(port)];
    for (const [tab, name] of [
      [alice, 'alice'],
      [bob, 'bob'],
    ] as const) {
      await tab.send({ kind: 'enter', name });
      await tab.send({ kind: 'observe' });
    }
    await alice.send({ kind: 'seek', board: BOARD });
    const nextSeekChange = async (kind: 'seek-added' | 'seek-removed') => {
      for (;;) {
        const { changes } = await bob.next('changes');
        const found = changes.find((change) => change.kind === kind);
        if (found) return found;
      }
    };
    await nextSeekChange('seek-added');
    alice.cut();
    assert.deepEqual(await nextSeekChange('seek-removed'), { kind: 'seek-removed', host: 'alice' });
    assert.equal((await bob.send({ kind: 'take', host: 'alice', board: BOARD })).kind, 'refused');
    const returned = await WebSocketClient.open(port, alice.opened.key);
    assert.deepEqual((await returned.next('you')).seek?.board, BOARD);
    await nextSeekChange('seek-added');
    await bob.send({ kind: 'take', host: 'alice', board: BOARD });
    assert.equal((await returned.next('game')).state.black.name, 'alice');
  });

  test('is one of several tabs that receive the same messages, except answers, which only the sender receives', async (t) => {
    const { port } = await startTestServer(t);
    const { alice } = await startGame(port);
    const second = await WebSocketClient.open(port, alice.opened.key);
    await second.next('game');
    await second.send({ kind: 'play', point: { x: 3, y: 3 } });
    assert.deepEqual((await alice.next('played')).point, { x: 3, y: 3 });
    assert.deepEqual((await second.next('played')).point, { x: 3, y: 3 });
    assert.equal((await alice.send({ kind: 'play', point: { x: 3, y: 3 } })).kind, 'refused');
    const answers = (tab: WebSocketClient) =>
      tab.received.filter(({ kind }) => kind === 'done' || kind === 'refused').length;
    assert.deepEqual([answers(alice), answers(second)], [3, 1]);
  });

  test('receives a chat message once, even if a new tab gets it again', async (t) => {
    const { port } = await startTestServer(t);
    const { alice } = await startGame(port);
    const carol = await WebSocketClient.open(port);
    await carol.send({ kind: 'enter', name: 'carol' });
    await carol.send({ kind: 'chat', text: 'hello', to: 'everyone' });
    await alice.next('chat');
    const second = await WebSocketClient.open(port, alice.opened.key);
    assert.equal((await second.next('chat')).text, 'hello');
    await alice.send({ kind: 'sync' });
    await second.send({ kind: 'sync' });
    for (const tab of [alice, second]) assert.equal(tab.received.filter(({ kind }) => kind === 'chat').length, 1);
  });

  test('with another key does not belong to the visit', async (t) => {
    const { port } = await startTestServer(t);
    const { alice } = await startGame(port);
    const stranger = await WebSocketClient.open(port, `${alice.opened.key.slice(1)}A`);
    assert.equal(stranger.opened.resumed, false);
    assert.notEqual(stranger.opened.key, alice.opened.key);
    assert.deepEqual(await stranger.next('you'), { kind: 'you' });
  });

  test('that leaves receives goodbye, and its key is no longer valid', async (t) => {
    const { port } = await startTestServer(t);
    const { alice, bob } = await startGame(port);
    alice.sendText('{"kind":"leave"}');
    assert.equal((await alice.next('goodbye')).why, 'left');
    assert.equal(await alice.closeCode(), 1000);
    assert.match(await bob.line(), /^CORE\.GAMEOVER~.*~DISCONNECT/);
    assert.equal((await WebSocketClient.open(port, alice.opened.key)).opened.resumed, false);
  });

  test('receives goodbye when the server stops', async (t) => {
    const server = await startTestServer(t);
    const { alice } = await startGame(server.port);
    const stopped = server.stop();
    assert.equal((await alice.next('goodbye')).why, 'stops');
    assert.equal(await alice.closeCode(), 1001);
    await stopped;
  });
});

describe('a WebSocket is closed', () => {
  for (const [fault, send, code] of [
    ['if its first message is not open', (tab: WebSocketClient) => tab.sendText('{"kind":"enter"}'), 1008],
    ['if its first message is not JSON', (tab: WebSocketClient) => tab.sendText('hello'), 1008],
    ['if it sends binary data', (tab: WebSocketClient) => tab.socket.send(Buffer.from('{}')), 1003],
    ['if a message is longer than 4,096 bytes', (tab: WebSocketClient) => tab.sendText(`"${'x'.repeat(4095)}"`), 1009],
  ] as const) {
    test(fault, async (t) => {
      const { port } = await startTestServer(t);
      const tab = await WebSocketClient.connect(port);
      send(tab);
      assert.equal(await tab.closeCode(), code);
    });
  }

  test('if its visit already has eight sockets', async (t) => {
    const { port } = await startTestServer(t);
    const first = await WebSocketClient.open(port);
    for (let count = 0; count < 7; count++) await WebSocketClient.open(port, first.opened.key);
    const ninth = await WebSocketClient.connect(port);
    ninth.sendText(JSON.stringify({ kind: 'open', key: first.opened.key }));
    assert.equal(await ninth.closeCode(), 1013);
    assert.equal((await first.send({ kind: 'enter' })).kind, 'done');
  });

  test('but not because of a malformed message, which is refused; a message may have several lines', async (t) => {
    const { port } = await startTestServer(t);
    const tab = await WebSocketClient.open(port);
    for (const text of ['', ' \n ', '[]', '{"kind":"dance"}', '{"kind":"enter","id":"a","name":7}']) tab.sendText(text);
    tab.sendText('{\r\n"kind":\n"enter",\n"id":"lines"\n}');
    const reasons: string[] = [];
    for (let count = 0; count < 5; count++) reasons.push((await tab.next('refused')).why);
    const done = await tab.next('done');
    assert.deepEqual(
      reasons,
      Array.from({ length: 5 }, () => 'malformed'),
    );
    assert.equal(done.id, 'lines');
  });
});

describe('a WebSocket is not opened', () => {
  async function refusalStatus(port: number, path: string, headers: Record<string, string>): Promise<number> {
    const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, { headers });
    const [, response] = await once(socket, 'unexpected-response');
    response.resume();
    return response.statusCode;
  }

  test("by another site's page", async (t) => {
    const { port } = await startTestServer(t);
    assert.equal(await refusalStatus(port, '/api/socket', { Origin: 'http://example.org' }), 403);
    assert.equal(await refusalStatus(port, '/api/socket', { Origin: 'null' }), 403);
    assert.equal(await refusalStatus(port, '/api/socket', { Origin: `http://127.0.0.1:${port + 1}` }), 403);
    const own = await WebSocketClient.open(port, undefined, { Origin: `http://127.0.0.1:${port}` });
    assert.deepEqual(await own.next('you'), { kind: 'you' });
  });

  test('at another path, or with an unknown token', async (t) => {
    const { port } = await startTestServer(t);
    assert.equal(await refusalStatus(port, '/api/sockets', {}), 404);
    assert.equal(await refusalStatus(port, '/api/socket', { Authorization: 'Bearer tengen_nobody' }), 401);
  });
});
