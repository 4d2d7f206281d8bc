import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { nu6Client } from '../../../src/protocols/nu6/client-session.ts';
import { ClientSessionFixture } from '../../support/players/client-session-fixture.ts';
import { InMemoryServer } from '../../support/server/in-memory-server.ts';

const GRACE = { grace: 30 };
const RULES = 'ko positional suicide allowed komi 0';

/** Starts a game: Anne seeks first and has black. Both have received the start of the game, and Anne her turn. */
async function startGame(
  server: InMemoryServer,
  packet?: number,
): Promise<{ anne: ClientSessionFixture; bob: ClientSessionFixture }> {
  await server.start();
  const [anne, bob] = ['anne', 'bob'].map(
    (name) =>
      new ClientSessionFixture({
        ...{ server, protocol: nu6Client, listener: 'nu6', settings: `name=${name}&size=5` },
        ...(packet !== undefined && { packet }),
      }),
  ) as [ClientSessionFixture, ClientSessionFixture];
  assert.deepEqual(await anne.connect(), ['entered anne']);
  assert.deepEqual(await anne.perform('seek'), ['waiting']);
  assert.deepEqual(await bob.connect(), ['entered bob']);
  assert.deepEqual(await bob.perform('seek'), ['waiting', `started white on 5 against anne, ${RULES}`]);
  assert.deepEqual(await anne.takeEvents(), ['joined bob', `started black on 5 against bob, ${RULES}`]);
  await server.clock.advance(100);
  assert.deepEqual(await anne.takeEvents(), ['your turn black']);
  return { anne, bob };
}

/** Starts a game with two moves: black on 0,0 and white on 4,4. */
async function startWithTwoMoves(
  server: InMemoryServer,
  packet?: number,
): Promise<{ anne: ClientSessionFixture; bob: ClientSessionFixture }> {
  const { anne, bob } = await startGame(server, packet);
  assert.deepEqual(await anne.perform('play 0,0'), ['played black 0,0']);
  await server.clock.advance(100);
  assert.deepEqual(await bob.takeEvents(), ['played black 0,0', 'your turn white']);
  assert.deepEqual(await bob.perform('play 4,4'), ['played white 4,4']);
  assert.deepEqual(await anne.takeEvents(), ['played white 4,4', 'your turn black']);
  return { anne, bob };
}

describe('two nu6 players at our server', () => {
  for (const packet of [undefined, 1]) {
    test(`play a game with refused moves to two passes, and a second game, in packets of ${packet ?? 'all'} bytes`, async () => {
      const { anne, bob } = await startWithTwoMoves(new InMemoryServer(), packet);
      const occupied = 'CORE.ERROR~ILLEGAL~OCCUPIED';
      assert.deepEqual(await anne.perform('play 4,4'), [`refused play: ${occupied}`, 'your turn black']);
      assert.deepEqual(await bob.perform('pass'), ['refused pass: it is not your turn']);
      assert.deepEqual(await anne.perform('pass'), ['passed black']);
      assert.deepEqual(await bob.takeEvents(), ['passed black', 'your turn white']);
      const end = 'ended draw score 1-1: CORE.GAMEOVER~DRAW~1~1';
      assert.deepEqual(await bob.perform('pass'), ['passed white', end]);
      assert.deepEqual(await anne.takeEvents(), ['passed white', end]);
      assert.deepEqual(await bob.perform('seek'), ['waiting']);
      const started = `started white on 5 against bob, ${RULES}`;
      assert.deepEqual(await anne.perform('seek'), ['waiting', started]);
      assert.deepEqual(await bob.takeEvents(), [`started black on 5 against anne, ${RULES}`, 'your turn black']);
    });
  }

  test('a player resigns', async () => {
    const { anne, bob } = await startWithTwoMoves(new InMemoryServer());
    const end = 'ended black resigned 1-1: CORE.GAMEOVER~BLACK~1~1~SURRENDER';
    assert.deepEqual(await bob.perform('resign'), [end]);
    assert.deepEqual(await anne.takeEvents(), [end]);
  });

  test('a player leaves', async () => {
    const { anne, bob } = await startWithTwoMoves(new InMemoryServer(GRACE));
    assert.deepEqual(await anne.perform('leave'), []);
    assert.equal(anne.isConnected, false);
    const end = 'ended white left 1-1: CORE.GAMEOVER~WHITE~1~1~DISCONNECT';
    assert.deepEqual(await bob.takeEvents(), [end, 'left anne']);
  });

  test('a player loses the connection and does not return', async () => {
    const server = new InMemoryServer(GRACE);
    const { anne, bob } = await startWithTwoMoves(server);
    assert.deepEqual(await anne.disconnect(), ['remark: the server closed the connection']);
    await server.clock.advance(30_000);
    assert.deepEqual((await bob.takeEvents()).at(-1), 'ended white left 1-1: CORE.GAMEOVER~WHITE~1~1~DISCONNECT');
  });

  test('a player loses the connection on either turn and returns', async () => {
    const server = new InMemoryServer(GRACE);
    const { anne, bob } = await startWithTwoMoves(server);
    const moves = ['played black 0,0', 'played white 4,4'];
    await bob.disconnect();
    await bob.connect();
    assert.deepEqual(await bob.perform('seek'), ['waiting', `started white on 5 against anne, ${RULES}`, ...moves]);
    await anne.disconnect();
    await anne.connect();
    assert.deepEqual(await anne.perform('seek'), ['waiting', `started black on 5 against bob, ${RULES}`, ...moves]);
    await server.clock.advance(99);
    assert.deepEqual(await anne.takeEvents(), []);
    await server.clock.advance(1);
    assert.deepEqual(await anne.takeEvents(), ['your turn black']);
    assert.deepEqual(await bob.takeEvents(), ['left anne', 'joined anne']);
    assert.deepEqual(await anne.perform('play 1,1'), ['played black 1,1']);
    await server.clock.advance(100);
    assert.deepEqual(await bob.takeEvents(), ['played black 1,1', 'your turn white']);
  });

  test('both players return after a crash of the server', async () => {
    const server = new InMemoryServer();
    const { anne, bob } = await startWithTwoMoves(server);
    anne.crash();
    bob.crash();
    await Promise.all([anne.takeEvents(), bob.takeEvents()]);
    await server.start();
    const moves = ['played black 0,0', 'played white 4,4'];
    for (const [player, color, opponent] of [
      [anne, 'black', 'bob'],
      [bob, 'white', 'anne'],
    ] as const) {
      await player.connect();
      assert.deepEqual(await player.perform('seek'), [
        'waiting',
        `started ${color} on 5 against ${opponent}, ${RULES}`,
        ...moves,
      ]);
    }
    await server.clock.advance(100);
    assert.deepEqual(await anne.takeEvents(), ['joined bob', 'your turn black']);
    assert.deepEqual(await bob.takeEvents(), []);
  });

  test('both players receive the end when the server stops', async () => {
    const server = new InMemoryServer();
    const { anne, bob } = await startWithTwoMoves(server);
    await server.hub.stop();
    for (const player of [anne, bob]) {
      assert.deepEqual(await player.takeEvents(), ['remark: CORE.BYE~👋']);
      assert.equal(player.isConnected, false);
    }
  });

  test('a name that is taken is refused, and chat and the list of players are delivered', async () => {
    const server = new InMemoryServer();
    const { anne, bob } = await startGame(server);
    const carl = new ClientSessionFixture({ server, protocol: nu6Client, listener: 'plain', settings: 'name=Anne' });
    assert.deepEqual(await carl.connect(), ['refused enter: CORE.ERROR~NAMETAKEN']);
    assert.deepEqual(await carl.perform('enter carl'), ['entered carl']);
    assert.deepEqual(await carl.perform('lobby'), ['lobby present: anne, bob, carl']);
    assert.deepEqual(await carl.perform('chat to bob: hello'), []);
    assert.deepEqual(await carl.perform('chat to dora: hello'), ['refused chat: CHAT.ERROR~UNKNOWNRECIPIENT']);
    assert.deepEqual(await carl.perform('leave'), []);
    assert.deepEqual(await bob.takeEvents(), ['joined carl', 'chat carl: hello', 'left carl']);
    assert.deepEqual(await anne.takeEvents(), ['joined carl', 'left carl']);
  });
});
