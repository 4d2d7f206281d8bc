import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { nedapClient } from '../../../src/protocols/nedap/client-session.ts';
import { ClientSessionFixture } from '../../support/players/client-session-fixture.ts';
import { InMemoryServer } from '../../support/server/in-memory-server.ts';

const GRACE = { grace: 30 };
const RULES = 'ko positional suicide allowed komi 0';

interface Pair {
  readonly anne: ClientSessionFixture;
  readonly bob: ClientSessionFixture;
}

/** Starts a game: Anne uses the documented dialect, seeks first and has black. Bob uses the later dialect. */
async function startGame(server: InMemoryServer, packet?: number): Promise<Pair> {
  await server.start();
  const options = { server, protocol: nedapClient, listener: 'plain', ...(packet !== undefined && { packet }) };
  const anne = new ClientSessionFixture({ ...options, settings: 'name=anne&size=5' });
  const bob = new ClientSessionFixture({ ...options, settings: 'name=bob&size=5&dialect=later&opponent=anne' });
  assert.deepEqual(await anne.connect(), ['entered anne']);
  assert.deepEqual(await anne.perform('seek'), ['waiting']);
  await bob.connect();
  await server.clock.advance(100);
  assert.deepEqual(await bob.takeEvents(), ['entered bob']);
  assert.deepEqual(await bob.perform('seek'), ['waiting', `started white on 5 against anne, ${RULES}`]);
  assert.deepEqual(await anne.takeEvents(), [`started black on 5 against bob, ${RULES}`]);
  await server.clock.advance(100);
  assert.deepEqual(await anne.takeEvents(), ['your turn black']);
  return { anne, bob };
}

/** Starts a game with two moves: black on 0,0 and white on 4,3. */
async function startWithTwoMoves(server: InMemoryServer, packet?: number): Promise<Pair> {
  const { anne, bob } = await startGame(server, packet);
  assert.deepEqual(await anne.perform('play 0,0'), ['played black 0,0']);
  await server.clock.advance(100);
  assert.deepEqual(await bob.takeEvents(), ['played black 0,0', 'your turn white']);
  assert.deepEqual(await bob.perform('play 4,3'), ['played white 4,3']);
  assert.deepEqual(await anne.takeEvents(), ['played white 4,3', 'your turn black']);
  return { anne, bob };
}

describe('two nedap players at our server, one in each dialect', () => {
  for (const packet of [undefined, 1]) {
    test(`play a game to two passes and a second game, in packets of ${packet ?? 'all'} bytes`, async () => {
      const { anne, bob } = await startWithTwoMoves(new InMemoryServer(), packet);
      assert.deepEqual(await anne.perform('pass'), ['passed black']);
      assert.deepEqual(await bob.takeEvents(), ['passed black', 'your turn white']);
      assert.deepEqual(await bob.perform('pass'), ['passed white', 'ended draw score 1-1: END 1 1']);
      assert.deepEqual(await anne.takeEvents(), ['passed white', 'ended draw score 1-1: END 1.0 1.0']);
      assert.deepEqual(await bob.perform('seek'), ['waiting']);
      assert.deepEqual(await anne.perform('seek'), ['waiting', `started white on 5 against bob, ${RULES}`]);
      assert.deepEqual(await bob.takeEvents(), [`started black on 5 against anne, ${RULES}`, 'your turn black']);
    });
  }

  test('a player resigns by TABLEFLIP', async () => {
    const { anne, bob } = await startWithTwoMoves(new InMemoryServer());
    const end = 'ended black resigned: TABLEFLIPPED white';
    assert.deepEqual(await bob.perform('resign'), [end]);
    assert.deepEqual(await anne.takeEvents(), [end]);
    assert.deepEqual(await anne.perform('seek'), ['waiting']);
    assert.deepEqual((await bob.perform('seek')).length, 2);
  });

  test('a player who makes an illegal move is disconnected', async () => {
    const { anne, bob } = await startWithTwoMoves(new InMemoryServer());
    const refusal = 'INVALID a stone stands there';
    assert.deepEqual(await anne.perform('play 4,3'), [`refused play: ${refusal}`, `ended white left: ${refusal}`]);
    assert.equal(anne.isConnected, false);
    const message = 'INVALID black a stone stands there';
    assert.deepEqual(await bob.takeEvents(), [`remark: ${message}`, `ended white left: ${message}`]);
  });

  test('a player leaves', async () => {
    const { anne, bob } = await startWithTwoMoves(new InMemoryServer(GRACE));
    assert.deepEqual(await bob.perform('leave'), []);
    assert.deepEqual(await anne.takeEvents(), ['ended black: END 25.0 0.0']);
  });

  test('a player loses the connection and does not return', async () => {
    const server = new InMemoryServer(GRACE);
    const { anne, bob } = await startWithTwoMoves(server);
    assert.deepEqual(await bob.disconnect(), ['remark: the server closed the connection']);
    await server.clock.advance(30_000);
    assert.deepEqual(await anne.takeEvents(), ['ended black: END 25.0 0.0']);
  });

  test('both players lose their connections and return', async () => {
    const server = new InMemoryServer(GRACE);
    const { anne, bob } = await startWithTwoMoves(server);
    const moves = ['played black 0,0', 'played white 4,3'];
    await bob.disconnect();
    await bob.connect();
    await server.clock.advance(100);
    assert.deepEqual(await bob.takeEvents(), ['entered bob']);
    assert.deepEqual(await bob.perform('seek'), ['waiting', `started white on 5 against anne, ${RULES}`, ...moves]);
    await anne.disconnect();
    assert.deepEqual(await anne.connect(), ['entered anne']);
    assert.deepEqual(await anne.perform('seek'), ['waiting', `started black on 5 against bob, ${RULES}`, ...moves]);
    await server.clock.advance(99);
    assert.deepEqual(await anne.takeEvents(), []);
    await server.clock.advance(1);
    assert.deepEqual(await anne.takeEvents(), ['your turn black']);
    assert.deepEqual(await bob.takeEvents(), []);
    assert.deepEqual(await anne.perform('play 1,1'), ['played black 1,1']);
    await server.clock.advance(100);
    assert.deepEqual(await bob.takeEvents(), ['played black 1,1', 'your turn white']);
  });

  test('a player returns after a crash of the server', async () => {
    const server = new InMemoryServer();
    const { anne } = await startWithTwoMoves(server);
    anne.crash();
    await anne.takeEvents();
    await server.start();
    await anne.connect();
    const started = `started black on 5 against bob, ${RULES}`;
    assert.deepEqual(await anne.perform('seek'), ['waiting', started, 'played black 0,0', 'played white 4,3']);
  });

  test('a name that is taken is refused, chat is delivered, and a seek is cancelled', async () => {
    const server = new InMemoryServer();
    const { anne, bob } = await startGame(server);
    const carl = new ClientSessionFixture({
      server,
      protocol: nedapClient,
      listener: 'nedap',
      settings: 'name=anne&size=5',
    });
    assert.deepEqual(await carl.connect(), ['entered anne']);
    assert.deepEqual(await carl.perform('seek'), ['refused seek: WARNING that name is taken']);
    assert.deepEqual(await carl.perform('enter carl'), ['entered carl']);
    assert.deepEqual(await carl.perform('seek'), ['waiting']);
    assert.deepEqual(await anne.perform('chat hello'), []);
    assert.deepEqual(await bob.takeEvents(), ['chat anne: hello']);
    assert.deepEqual(await carl.perform('chat hello'), []);
    assert.deepEqual(await bob.takeEvents(), ['chat carl: hello']);
    assert.deepEqual(await anne.takeEvents(), ['chat ?: carl: hello']);
    assert.deepEqual(await carl.perform('cancel'), []);
    assert.equal(carl.isConnected, false);
    assert.equal(server.hub.statistics.players, 2);
  });

  test('a name that is taken is refused in the later dialect', async () => {
    const server = new InMemoryServer();
    await startGame(server);
    const carl = new ClientSessionFixture({
      server,
      protocol: nedapClient,
      listener: 'plain',
      settings: 'name=anne&dialect=later',
    });
    assert.deepEqual(await carl.connect(), ['refused enter: WARNING that name is taken']);
    assert.deepEqual(await carl.perform('enter carl'), []);
    await server.clock.advance(100);
    assert.deepEqual(await carl.takeEvents(), ['entered carl']);
  });
});
