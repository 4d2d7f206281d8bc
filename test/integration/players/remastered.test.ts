import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { remasteredClient } from '../../../src/protocols/remastered/client-session.ts';
import { ClientSessionFixture } from '../../support/players/client-session-fixture.ts';
import { InMemoryServer } from '../../support/server/in-memory-server.ts';

const GRACE = { grace: 30 };
const RULES = 'ko positional suicide allowed komi 0';
const BLACK = `started black on 9, ${RULES}`;
const WHITE = `started white on 9, ${RULES}`;
const END = ['ended ?: close'];

interface Pair {
  readonly server: InMemoryServer;
  readonly black: ClientSessionFixture;
  readonly white: ClientSessionFixture;
}

function createPlayer(
  server: InMemoryServer,
  address: string,
  listener = 'remastered?size=9',
  packet?: number,
): ClientSessionFixture {
  const settings = 'size=9';
  return new ClientSessionFixture({
    ...{ server, protocol: remasteredClient, settings, listener, address },
    ...(packet !== undefined && { packet }),
  });
}

/** Starts a game: black connects first, and it is its turn. */
async function startGame(server: InMemoryServer, packet?: number, listener?: string): Promise<Pair> {
  await server.start();
  const black = createPlayer(server, '127.0.0.2', listener, packet);
  const white = createPlayer(server, '127.0.0.3', listener, packet);
  assert.deepEqual(await black.connect(), ['entered', 'waiting']);
  assert.deepEqual(await white.connect(), ['entered', WHITE]);
  assert.deepEqual(await black.takeEvents(), [BLACK, 'your turn black']);
  return { server, black, white };
}

/** Plays the stones alternately, beginning with black. Both players receive each stone, and the opponent is then to move. */
async function play({ black, white }: Pair, stones: readonly string[]): Promise<void> {
  for (const [index, stone] of stones.entries()) {
    const [mover, opponent, color, next] =
      index % 2 === 0 ? ([black, white, 'black', 'white'] as const) : ([white, black, 'white', 'black'] as const);
    assert.deepEqual(await mover.perform(`play ${stone}`), [`played ${color} ${stone}`]);
    assert.deepEqual(await opponent.takeEvents(), [`played ${color} ${stone}`, `your turn ${next}`]);
  }
}

describe('two remastered players at our server', () => {
  for (const packet of [undefined, 1]) {
    for (const listener of ['remastered?size=9', 'remastered?size=9&case=upper']) {
      test(`play captures, a ko and passes at ${listener}, in packets of ${packet ?? 'all'} bytes`, async () => {
        const pair = await startGame(new InMemoryServer(), packet, listener);
        const { black, white } = pair;
        await play(pair, ['1,0', '2,0', '0,1', '3,1', '1,2', '2,2', '7,7', '1,1', '2,1']);
        const again = 'refused play: yourturn: the server asks once more';
        assert.deepEqual(await white.perform('play 1,1'), [again, 'your turn white']);
        assert.deepEqual(await white.perform('play 9,9'), ['refused play: that is off the board', 'your turn white']);
        assert.deepEqual(await black.perform('play 8,8'), ['refused play: it is not our turn']);
        assert.deepEqual(await white.perform('pass'), ['passed white']);
        assert.deepEqual(await black.takeEvents(), ['passed white', 'your turn black']);
        assert.deepEqual(await black.perform('play 1,1'), ['played black 1,1']);
        assert.deepEqual(await white.takeEvents(), ['played black 1,1', 'your turn white']);
        assert.deepEqual(await white.perform('pass'), ['passed white']);
        assert.deepEqual(await black.takeEvents(), ['passed white', 'your turn black']);
        assert.deepEqual(await black.perform('pass'), ['passed black', ...END]);
        assert.deepEqual(await white.takeEvents(), END);
        assert(!black.isConnected && !white.isConnected);
      });
    }
  }

  test('a player resigns on either turn', async () => {
    for (const quitter of ['black', 'white'] as const) {
      const pair = await startGame(new InMemoryServer(GRACE));
      assert.deepEqual(await pair[quitter].perform('resign'), END);
      assert.deepEqual(await pair[quitter === 'black' ? 'white' : 'black'].takeEvents(), END);
    }
  });

  test('a player leaves', async () => {
    const { black, white } = await startGame(new InMemoryServer(GRACE));
    assert.deepEqual(await white.perform('leave'), []);
    assert.deepEqual(await black.takeEvents(), END);
  });

  test('a player loses the connection and does not return', async () => {
    const { server, black, white } = await startGame(new InMemoryServer(GRACE));
    await white.disconnect();
    await server.clock.advance(30_000);
    assert.deepEqual(await black.takeEvents(), END);
  });

  test('a player returns on either turn', async () => {
    const pair = await startGame(new InMemoryServer(GRACE));
    const { black, white } = pair;
    await play(pair, ['0,0', '8,8']);
    const board = 'on the board: black 0,0 white 8,8';
    assert.deepEqual(await white.disconnect(), ['remark: the server closed the connection']);
    assert.deepEqual(await white.connect(), ['entered', `${WHITE}, ${board}`]);
    await black.disconnect();
    assert.deepEqual(await black.connect(), ['entered', `${BLACK}, ${board}`, 'your turn black']);
    await play(pair, ['1,1', '2,2']);
  });

  test('a player returns after the answer to its stone was lost', async () => {
    const { black, white } = await startGame(new InMemoryServer(GRACE));
    void black.perform('play 0,0');
    await black.disconnect();
    assert.deepEqual(await white.takeEvents(), ['played black 0,0', 'your turn white']);
    assert.deepEqual(await black.connect(), ['entered', `${BLACK}, on the board: black 0,0`]);
    assert.deepEqual(await white.perform('pass'), ['passed white']);
    // The client does not know whose turn it was before, so it cannot detect the pass.
    assert.deepEqual(await black.takeEvents(), ['your turn black']);
  });

  test('both players return after a crash of the server', async () => {
    const pair = await startGame(new InMemoryServer());
    const { server, black, white } = pair;
    await play(pair, ['0,0', '8,8']);
    black.crash();
    white.crash();
    await Promise.all([black.takeEvents(), white.takeEvents()]);
    await server.start();
    assert.deepEqual(await white.connect(), ['entered', `${WHITE}, on the board: black 0,0 white 8,8`]);
    assert.equal((await black.connect()).at(-1), 'your turn black');
    await play(pair, ['1,1', '2,2']);
  });

  test('a player is refused by a full server and disconnects from one with another board size', async () => {
    const server = new InMemoryServer();
    await server.start();
    const full = 'remastered?size=9&seats=1';
    await createPlayer(server, '127.0.0.2', full).connect();
    await createPlayer(server, '127.0.0.3', full).connect();
    const third = createPlayer(server, '127.0.0.4', full);
    assert.deepEqual(await third.connect(), ['refused seek: full: every place there is taken']);
    const other = createPlayer(server, '127.0.0.5', 'remastered?size=13');
    assert.deepEqual(await other.connect(), ['entered', 'protocol error: the board has 13 lines, not 9']);
  });

  test('both players receive the end when the server stops', async () => {
    const { server, black, white } = await startGame(new InMemoryServer());
    await server.hub.stop();
    assert.deepEqual([await black.takeEvents(), await white.takeEvents()], [END, END]);
  });
});

describe('one remastered player alone at our server', () => {
  const LISTENER = 'remastered?size=9&mode=local';

  test('plays both colours, and returns on the turn of either', async () => {
    const server = new InMemoryServer(GRACE);
    await server.start();
    const alone = createPlayer(server, '127.0.0.2', LISTENER);
    const start = `started both on 9, ${RULES}`;
    assert.deepEqual(await alone.connect(), ['entered', start, 'your turn black']);
    assert.deepEqual(await alone.perform('play 0,0'), ['played black 0,0', 'your turn white']);
    assert.deepEqual(await alone.perform('pass'), ['passed white', 'your turn black']);
    await alone.disconnect();
    const returned = ['entered', `${start}, on the board: black 0,0`];
    assert.deepEqual(await alone.connect(), [...returned, 'your turn black']);
    void alone.perform('play 1,0');
    await alone.disconnect();
    const afterLostAnswer = `${start}, on the board: black 0,0 black 1,0`;
    assert.deepEqual(await alone.connect(), ['entered', afterLostAnswer, 'your turn white']);
    assert.deepEqual(await alone.perform('play 8,8'), ['played white 8,8', 'your turn black']);
    assert.deepEqual(await alone.perform('resign'), END);
  });

  test('passes automatically after 10 s if it has no legal stone', async () => {
    const server = new InMemoryServer();
    await server.start();
    const alone = createPlayer(server, '127.0.0.2', LISTENER);
    await alone.connect();
    // Black passes until white has the whole board but two eyes.
    for (let index = 0; index < 81; index++) {
      if (index === 1 || index === 79) continue;
      const point = `${index % 9},${Math.floor(index / 9)}`;
      assert.deepEqual(await alone.perform('pass'), ['passed black', 'your turn white']);
      assert.deepEqual(await alone.perform(`play ${point}`), [`played white ${point}`, 'your turn black']);
    }
    await server.clock.advance(9_999);
    assert.deepEqual(await alone.takeEvents(), []);
    await server.clock.advance(1);
    assert.deepEqual(await alone.takeEvents(), ['passed black', 'your turn white']);
    assert.deepEqual(await alone.perform('pass'), ['passed white', ...END]);
  });
});
