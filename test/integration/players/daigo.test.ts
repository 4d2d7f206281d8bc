import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { MemoryJournal } from '../../../src/journal/memory-journal.ts';
import type { JournalEntry } from '../../../src/lobby/games/game-event.ts';
import { daigoClient } from '../../../src/protocols/daigo/client-session.ts';
import { PlayerFixture } from '../../support/players/player-fixture.ts';
import { InMemoryServer } from '../../support/server/in-memory-server.ts';

const GRACE = { grace: 30 };
const RULES = 'ko positional suicide forbidden komi 7';
const BLACK = `begun black on 5 against bob, ${RULES}`;
const WHITE = `begun white on 5 against anne, ${RULES}`;

interface Pair {
  readonly server: InMemoryServer;
  readonly anne: PlayerFixture;
  readonly bob: PlayerFixture;
}

function seats(server: InMemoryServer, packet?: number): { anne: PlayerFixture; bob: PlayerFixture } {
  const [anne, bob] = ['anne', 'bob'].map(
    (name) =>
      new PlayerFixture({
        ...{ server, protocol: daigoClient, listener: 'daigo?size=5', settings: `name=${name}&size=5` },
        ...(packet !== undefined && { packet }),
      }),
  ) as [PlayerFixture, PlayerFixture];
  return { anne, bob };
}

/** Anne waits and has black, bob joins her, and both have asked how things stand. */
async function meet(server: InMemoryServer, packet?: number): Promise<Pair> {
  await server.start();
  const { anne, bob } = seats(server, packet);
  assert.deepEqual(await anne.connect(), ['entered anne']);
  assert.deepEqual(await anne.want('seek'), ['waiting']);
  assert.deepEqual(await bob.connect(), ['entered bob']);
  assert.deepEqual(await bob.want('lobby'), ['lobby waiting: anne']);
  assert.deepEqual(await bob.want('seek'), [WHITE]);
  assert.deepEqual(await anne.takeNews(), []);
  await server.clock.advance(250);
  assert.deepEqual(await anne.takeNews(), [BLACK, 'your turn black']);
  return { server, anne, bob };
}

/** `mover` takes a turn, and `other` asks how things stand. */
async function turn(
  server: InMemoryServer,
  mover: PlayerFixture,
  other: PlayerFixture,
  words: string,
  told: string,
): Promise<void> {
  assert.deepEqual(await mover.want(words), [told]);
  await server.clock.advance(250);
  const next = told.includes('black') ? 'white' : 'black';
  assert.deepEqual(await other.takeNews(), [told, `your turn ${next}`]);
}

/** Black 0,0, white 4,4, black to move. */
async function begin(server: InMemoryServer, packet?: number): Promise<Pair> {
  const { anne, bob } = await meet(server, packet);
  await turn(server, anne, bob, 'play 0,0', 'played black 0,0');
  await turn(server, bob, anne, 'play 4,4', 'played white 4,4');
  return { server, anne, bob };
}

/** What it is told while it is dying is lost, and is never said to be kept. */
class MortalJournal extends MemoryJournal {
  isDying = false;
  override append(entries: readonly JournalEntry[]): Promise<void> {
    return this.isDying ? new Promise(() => {}) : super.append(entries);
  }
}

/** A game whose journal may be told that it dies. */
async function mortal(): Promise<Pair & { readonly journal: MortalJournal }> {
  const journal = new MortalJournal();
  return { ...(await begin(new InMemoryServer({}, journal))), journal };
}

async function restart(server: InMemoryServer, journal: MortalJournal, seats: readonly PlayerFixture[]): Promise<void> {
  for (const each of seats) {
    each.crash();
    await each.takeNews();
  }
  journal.isDying = false;
  await server.start();
}

const later = (server: InMemoryServer): Promise<void> => server.clock.advance(250);

describe('two daigo players at our server', () => {
  for (const packet of [undefined, 1]) {
    test(`a game to two passes, refused stones in it, and another after it, ${packet ?? 'all'} bytes at a time`, async () => {
      const { server, anne, bob } = await begin(new InMemoryServer(), packet);
      assert.deepEqual(await anne.want('play 4,4'), ['refused play: ERROR 5', 'your turn black']);
      assert.deepEqual(await anne.want('play 0,5'), ['refused play: that is off the board', 'your turn black']);
      assert.deepEqual(await bob.want('pass'), ['refused pass: it is not our turn']);
      await turn(server, anne, bob, 'pass', 'passed black');
      assert.deepEqual(await bob.want('pass'), ['passed white', 'ended white score: RESULT 1']);
      await later(server);
      assert.deepEqual(await anne.takeNews(), ['passed white', 'ended white score: RESULT -1']);
      assert.deepEqual(await bob.want('seek'), ['waiting']);
      assert.deepEqual(await anne.want('seek bob'), [`begun white on 5 against bob, ${RULES}`]);
      await later(server);
      assert.deepEqual(await bob.takeNews(), [`begun black on 5 against anne, ${RULES}`, 'your turn black']);
    });
  }

  test('nobody of that name waits', async () => {
    const server = new InMemoryServer();
    await server.start();
    const { anne } = seats(server);
    await anne.connect();
    assert.deepEqual(await anne.want('seek bob'), ['refused seek: ERROR 6']);
  });

  test('a name that is taken', async () => {
    const server = new InMemoryServer();
    await server.start();
    const { anne, bob } = seats(server);
    await anne.connect();
    await bob.connect();
    const another = seats(server).bob;
    assert.deepEqual(await another.connect(), ['refused enter: ERROR 8']);
    assert.deepEqual(await another.want('enter eve'), ['entered eve']);
  });

  test('one gives up', async () => {
    const { server, anne, bob } = await begin(new InMemoryServer());
    assert.deepEqual(await anne.want('resign'), ['ended white resigned: OK']);
    await later(server);
    assert.deepEqual(await bob.takeNews(), ['ended white resigned: FORFEIT']);
  });

  test('one is gone, whoever is on turn', async () => {
    const first = await begin(new InMemoryServer());
    assert.deepEqual(await first.anne.want('leave'), []);
    await later(first.server);
    assert.deepEqual(await first.bob.takeNews(), ['ended white left: DISCONNECT']);
    const second = await begin(new InMemoryServer());
    await second.bob.disconnect();
    await later(second.server);
    assert.deepEqual(await second.anne.takeNews(), []);
    const told = ['refused play: ERROR 10', 'ended black left: DISCONNECT'];
    assert.deepEqual(await second.anne.want('play 1,1'), told);
  });

  test('one is silent for too long', async () => {
    const { server, anne, bob } = await begin(new InMemoryServer({ idle: 60 }));
    // A session reports at most once in 20 s that it was heard from.
    await server.clock.advance(81_000);
    assert.deepEqual(await bob.takeNews(), ['ended white left: DISCONNECT']);
    assert.deepEqual(await anne.want('pass'), ['refused pass: ERROR 2', 'ended ?: ERROR 2']);
  });
});

describe('daigo players come back to our server', () => {
  const continues = (words: string): string => `${words}, continues`;

  test('whose turn it is or not', async () => {
    const { server, anne, bob } = await begin(new InMemoryServer(GRACE));
    assert.deepEqual(await anne.disconnect(), ['remark: the server hung up']);
    await anne.connect();
    assert.deepEqual(await anne.want('seek'), [continues(BLACK), 'your turn black']);
    await bob.disconnect();
    await bob.connect();
    assert.deepEqual(await bob.want('seek'), [continues(WHITE)]);
    await turn(server, anne, bob, 'play 1,1', 'played black 1,1');
  });

  test('before the first stone', async () => {
    const { anne, bob } = await meet(new InMemoryServer(GRACE));
    await bob.disconnect();
    await bob.connect();
    assert.deepEqual(await bob.want('seek'), [continues(WHITE)]);
    await anne.disconnect();
    await anne.connect();
    assert.deepEqual(await anne.want('seek'), [continues(BLACK), 'your turn black']);
  });

  test('the other has played meanwhile', async () => {
    const { anne, bob } = await begin(new InMemoryServer(GRACE));
    await bob.disconnect();
    assert.deepEqual(await anne.want('play 1,1'), ['played black 1,1']);
    await bob.connect();
    assert.deepEqual(await bob.want('seek'), [continues(WHITE), 'played black 1,1', 'your turn white']);
  });

  for (const words of ['play 1,1', 'pass']) {
    const told = words === 'pass' ? 'passed black' : 'played black 1,1';

    test(`a ${words} whose answer was lost`, async () => {
      const { server, anne, bob } = await begin(new InMemoryServer(GRACE));
      void anne.want(words);
      await anne.disconnect();
      await anne.connect();
      assert.deepEqual(await anne.want('seek'), [continues(BLACK), told]);
      await later(server);
      assert.deepEqual(await bob.takeNews(), [told, 'your turn white']);
    });

    test(`a ${words} that was answered meanwhile, its own answer lost`, async () => {
      const { server, anne, bob } = await begin(new InMemoryServer(GRACE));
      void anne.want(words);
      await anne.disconnect();
      await later(server);
      assert.deepEqual(await bob.want('play 3,3'), [told, 'your turn white', 'played white 3,3']);
      await anne.connect();
      assert.deepEqual(await anne.want('seek'), [continues(BLACK), told, 'played white 3,3', 'your turn black']);
    });

    test(`a ${words} that dies with the server`, async () => {
      const { server, journal, anne, bob } = await mortal();
      journal.isDying = true;
      void anne.want(words);
      await restart(server, journal, [anne, bob]);
      await anne.connect();
      assert.deepEqual(await anne.want('seek'), [continues(BLACK), 'your turn black']);
      await bob.connect();
      assert.deepEqual(await bob.want('seek'), [continues(WHITE)]);
      await turn(server, anne, bob, words, told);
    });
  }

  test('a stone between two passes that was taken', async () => {
    const { server, anne, bob } = await begin(new InMemoryServer(GRACE));
    await turn(server, anne, bob, 'play 1,1', 'played black 1,1');
    await turn(server, bob, anne, 'pass', 'passed white');
    void anne.want('play 2,2');
    await anne.disconnect();
    await later(server);
    assert.deepEqual(await bob.want('pass'), ['played black 2,2', 'your turn white', 'passed white']);
    await anne.connect();
    const told = ['played black 2,2', 'passed white', 'your turn black'];
    assert.deepEqual(await anne.want('seek'), [continues(BLACK), ...told]);
  });

  test('a stone after a pass that died with the server', async () => {
    const { server, journal, anne, bob } = await mortal();
    await turn(server, anne, bob, 'play 1,1', 'played black 1,1');
    await turn(server, bob, anne, 'pass', 'passed white');
    journal.isDying = true;
    void anne.want('play 2,2');
    await restart(server, journal, [anne, bob]);
    await anne.connect();
    assert.deepEqual(await anne.want('seek'), [continues(BLACK), 'played black 2,2']);
    await bob.connect();
    assert.deepEqual(await bob.want('seek'), [continues(WHITE), 'played black 2,2', 'your turn white']);
  });

  test('a second pass whose answer was lost has ended the game', async () => {
    const { server, anne, bob } = await begin(new InMemoryServer(GRACE));
    await turn(server, anne, bob, 'pass', 'passed black');
    void bob.want('pass');
    await bob.disconnect();
    await later(server);
    assert.deepEqual(await anne.takeNews(), ['passed white', 'ended white score: RESULT -1']);
    await bob.connect();
    const remark = 'remark: the game of before does not go on: ERROR 2';
    assert.deepEqual(await bob.want('seek'), [remark, 'waiting']);
  });

  test('too late', async () => {
    const { server, anne, bob } = await begin(new InMemoryServer(GRACE));
    await anne.disconnect();
    await server.clock.advance(30_250);
    assert.deepEqual(await bob.takeNews(), ['ended white left: DISCONNECT']);
    await anne.connect();
    const remark = 'remark: the game of before does not go on: ERROR 2';
    assert.deepEqual(await anne.want('seek'), [remark, 'waiting']);
  });

  test('somebody has come while one who waited was away', async () => {
    const server = new InMemoryServer(GRACE);
    await server.start();
    const { anne, bob } = seats(server);
    await anne.connect();
    await anne.want('seek');
    await bob.connect();
    assert.deepEqual(await bob.want('seek'), [WHITE]);
    await anne.disconnect();
    await anne.connect();
    assert.deepEqual(await anne.want('seek'), [BLACK, 'your turn black']);
  });
});
