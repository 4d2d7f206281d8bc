import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { nedapClient } from '../../../src/protocols/nedap/client-session.ts';
import { PlayerFixture } from '../../support/players/player-fixture.ts';
import { InMemoryServer } from '../../support/server/in-memory-server.ts';

const GRACE = { grace: 30 };
const RULES = 'ko positional suicide allowed komi 0';

interface Pair {
  readonly anne: PlayerFixture;
  readonly bob: PlayerFixture;
}

/** Anne speaks the document's dialect, waits and has black; bob speaks the later one and comes. */
async function meet(server: InMemoryServer, packet?: number): Promise<Pair> {
  await server.start();
  const options = { server, protocol: nedapClient, listener: 'plain', ...(packet !== undefined && { packet }) };
  const anne = new PlayerFixture({ ...options, settings: 'name=anne&size=5' });
  const bob = new PlayerFixture({ ...options, settings: 'name=bob&size=5&dialect=later&opponent=anne' });
  assert.deepEqual(await anne.connect(), ['entered anne']);
  assert.deepEqual(await anne.want('seek'), ['waiting']);
  await bob.connect();
  await server.clock.advance(100);
  assert.deepEqual(await bob.takeNews(), ['entered bob']);
  assert.deepEqual(await bob.want('seek'), ['waiting', `begun white on 5 against anne, ${RULES}`]);
  assert.deepEqual(await anne.takeNews(), [`begun black on 5 against bob, ${RULES}`]);
  await server.clock.advance(100);
  assert.deepEqual(await anne.takeNews(), ['your turn black']);
  return { anne, bob };
}

/** Black 0,0, white 4,3, told to both. */
async function begin(server: InMemoryServer, packet?: number): Promise<Pair> {
  const { anne, bob } = await meet(server, packet);
  assert.deepEqual(await anne.want('play 0,0'), ['played black 0,0']);
  await server.clock.advance(100);
  assert.deepEqual(await bob.takeNews(), ['played black 0,0', 'your turn white']);
  assert.deepEqual(await bob.want('play 4,3'), ['played white 4,3']);
  assert.deepEqual(await anne.takeNews(), ['played white 4,3', 'your turn black']);
  return { anne, bob };
}

describe('two nedap players at our server, one in each dialect', () => {
  for (const packet of [undefined, 1]) {
    test(`a game to two passes, and another after it, ${packet ?? 'all'} bytes at a time`, async () => {
      const { anne, bob } = await begin(new InMemoryServer(), packet);
      assert.deepEqual(await anne.want('pass'), ['passed black']);
      assert.deepEqual(await bob.takeNews(), ['passed black', 'your turn white']);
      assert.deepEqual(await bob.want('pass'), ['passed white', 'ended nobody score 1-1: END 1 1']);
      assert.deepEqual(await anne.takeNews(), ['passed white', 'ended nobody score 1-1: END 1.0 1.0']);
      assert.deepEqual(await bob.want('seek'), ['waiting']);
      assert.deepEqual(await anne.want('seek'), ['waiting', `begun white on 5 against bob, ${RULES}`]);
      assert.deepEqual(await bob.takeNews(), [`begun black on 5 against anne, ${RULES}`, 'your turn black']);
    });
  }

  test('one flips the table', async () => {
    const { anne, bob } = await begin(new InMemoryServer());
    const end = 'ended black resigned: TABLEFLIPPED white';
    assert.deepEqual(await bob.want('resign'), [end]);
    assert.deepEqual(await anne.takeNews(), [end]);
    assert.deepEqual(await anne.want('seek'), ['waiting']);
    assert.deepEqual((await bob.want('seek')).length, 2);
  });

  test('one plays what is illegal, and is thrown out', async () => {
    const { anne, bob } = await begin(new InMemoryServer());
    const words = 'INVALID a stone stands there';
    assert.deepEqual(await anne.want('play 4,3'), [`refused play: ${words}`, `ended white left: ${words}`]);
    assert.equal(anne.isConnected, false);
    const told = 'INVALID black a stone stands there';
    assert.deepEqual(await bob.takeNews(), [`remark: ${told}`, `ended white left: ${told}`]);
  });

  test('one says goodbye', async () => {
    const { anne, bob } = await begin(new InMemoryServer(GRACE));
    assert.deepEqual(await bob.want('leave'), []);
    assert.deepEqual(await anne.takeNews(), ['ended black: END 25.0 0.0']);
  });

  test('one is lost for good', async () => {
    const server = new InMemoryServer(GRACE);
    const { anne, bob } = await begin(server);
    assert.deepEqual(await bob.disconnect(), ['remark: the server hung up']);
    await server.clock.advance(30_000);
    assert.deepEqual(await anne.takeNews(), ['ended black: END 25.0 0.0']);
  });

  test('both are lost and come back', async () => {
    const server = new InMemoryServer(GRACE);
    const { anne, bob } = await begin(server);
    const told = ['played black 0,0', 'played white 4,3'];
    await bob.disconnect();
    await bob.connect();
    await server.clock.advance(100);
    assert.deepEqual(await bob.takeNews(), ['entered bob']);
    assert.deepEqual(await bob.want('seek'), ['waiting', `begun white on 5 against anne, ${RULES}`, ...told]);
    await anne.disconnect();
    assert.deepEqual(await anne.connect(), ['entered anne']);
    assert.deepEqual(await anne.want('seek'), ['waiting', `begun black on 5 against bob, ${RULES}`, ...told]);
    await server.clock.advance(99);
    assert.deepEqual(await anne.takeNews(), []);
    await server.clock.advance(1);
    assert.deepEqual(await anne.takeNews(), ['your turn black']);
    assert.deepEqual(await bob.takeNews(), []);
    assert.deepEqual(await anne.want('play 1,1'), ['played black 1,1']);
    await server.clock.advance(100);
    assert.deepEqual(await bob.takeNews(), ['played black 1,1', 'your turn white']);
  });

  test('the server dies, and one comes back', async () => {
    const server = new InMemoryServer();
    const { anne } = await begin(server);
    anne.crash();
    await anne.takeNews();
    await server.start();
    await anne.connect();
    const begun = `begun black on 5 against bob, ${RULES}`;
    assert.deepEqual(await anne.want('seek'), ['waiting', begun, 'played black 0,0', 'played white 4,3']);
  });

  test('a name that is taken, chat, and a wish taken back', async () => {
    const server = new InMemoryServer();
    const { anne, bob } = await meet(server);
    const carl = new PlayerFixture({ server, protocol: nedapClient, listener: 'nedap', settings: 'name=anne&size=5' });
    assert.deepEqual(await carl.connect(), ['entered anne']);
    assert.deepEqual(await carl.want('seek'), ['refused seek: WARNING that name is taken']);
    assert.deepEqual(await carl.want('enter carl'), ['entered carl']);
    assert.deepEqual(await carl.want('seek'), ['waiting']);
    assert.deepEqual(await anne.want('chat hello'), []);
    assert.deepEqual(await bob.takeNews(), ['chat anne: hello']);
    assert.deepEqual(await carl.want('chat hello'), []);
    assert.deepEqual(await bob.takeNews(), ['chat carl: hello']);
    assert.deepEqual(await anne.takeNews(), ['chat ?: carl: hello']);
    assert.deepEqual(await carl.want('cancel'), []);
    assert.equal(carl.isConnected, false);
    assert.equal(server.hub.statistics.players, 2);
  });

  test('a name that is taken, in the later dialect', async () => {
    const server = new InMemoryServer();
    await meet(server);
    const carl = new PlayerFixture({
      server,
      protocol: nedapClient,
      listener: 'plain',
      settings: 'name=anne&dialect=later',
    });
    assert.deepEqual(await carl.connect(), ['refused enter: WARNING that name is taken']);
    assert.deepEqual(await carl.want('enter carl'), []);
    await server.clock.advance(100);
    assert.deepEqual(await carl.takeNews(), ['entered carl']);
  });
});
