import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { MemoryJournal } from '../../../src/journal/memory-journal.ts';
import type { JournalEntry } from '../../../src/lobby/games/game-event.ts';
import { daigoClient } from '../../../src/protocols/daigo/client-session.ts';
import { ClientSessionFixture } from '../../support/players/client-session-fixture.ts';
import { InMemoryServer } from '../../support/server/in-memory-server.ts';

const GRACE = { grace: 30 };
const RULES = 'ko positional suicide forbidden komi 7';
const BLACK = `started black on 5 against bob, ${RULES}`;
const WHITE = `started white on 5 against anne, ${RULES}`;

interface Pair {
  readonly server: InMemoryServer;
  readonly anne: ClientSessionFixture;
  readonly bob: ClientSessionFixture;
}

function twoPlayers(
  server: InMemoryServer,
  packet?: number,
): { anne: ClientSessionFixture; bob: ClientSessionFixture } {
  const [anne, bob] = ['anne', 'bob'].map(
    (name) =>
      new ClientSessionFixture({
        ...{ server, protocol: daigoClient, listener: 'daigo?size=5', settings: `name=${name}&size=5` },
        ...(packet !== undefined && { packet }),
      }),
  ) as [ClientSessionFixture, ClientSessionFixture];
  return { anne, bob };
}

/** Starts a game: Anne seeks and has black, Bob joins her, and both have received the start. */
async function startGame(server: InMemoryServer, packet?: number): Promise<Pair> {
  await server.start();
  const { anne, bob } = twoPlayers(server, packet);
  assert.deepEqual(await anne.connect(), ['entered anne']);
  assert.deepEqual(await anne.perform('seek'), ['waiting']);
  assert.deepEqual(await bob.connect(), ['entered bob']);
  assert.deepEqual(await bob.perform('lobby'), ['lobby waiting: anne']);
  assert.deepEqual(await bob.perform('seek'), [WHITE]);
  assert.deepEqual(await anne.takeEvents(), []);
  await server.clock.advance(250);
  assert.deepEqual(await anne.takeEvents(), [BLACK, 'your turn black']);
  return { server, anne, bob };
}

/** `mover` makes a move. The opponent receives it at the next poll, after at most 250 ms. */
async function move(
  server: InMemoryServer,
  mover: ClientSessionFixture,
  opponent: ClientSessionFixture,
  intent: string,
  event: string,
): Promise<void> {
  assert.deepEqual(await mover.perform(intent), [event]);
  await server.clock.advance(250);
  const next = event.includes('black') ? 'white' : 'black';
  assert.deepEqual(await opponent.takeEvents(), [event, `your turn ${next}`]);
}

/** Starts a game with two moves: black on 0,0 and white on 4,4. */
async function startWithTwoMoves(server: InMemoryServer, packet?: number): Promise<Pair> {
  const { anne, bob } = await startGame(server, packet);
  await move(server, anne, bob, 'play 0,0', 'played black 0,0');
  await move(server, bob, anne, 'play 4,4', 'played white 4,4');
  return { server, anne, bob };
}

/** A journal that can lose entries as in a crash: while `losesEntries` is set, it stores nothing and acknowledges nothing. */
class LossyJournal extends MemoryJournal {
  losesEntries = false;
  override append(entries: readonly JournalEntry[]): Promise<void> {
    return this.losesEntries ? new Promise(() => {}) : super.append(entries);
  }
}

/** A game with a journal that can lose entries. */
async function startWithLossyJournal(): Promise<Pair & { readonly journal: LossyJournal }> {
  const journal = new LossyJournal();
  return { ...(await startWithTwoMoves(new InMemoryServer({}, journal))), journal };
}

async function restart(
  server: InMemoryServer,
  journal: LossyJournal,
  players: readonly ClientSessionFixture[],
): Promise<void> {
  for (const player of players) {
    player.crash();
    await player.takeEvents();
  }
  journal.losesEntries = false;
  await server.start();
}

const waitForPoll = (server: InMemoryServer): Promise<void> => server.clock.advance(250);

describe('two daigo players at our server', () => {
  for (const packet of [undefined, 1]) {
    test(`play a game with refused moves to two passes, and a second game, in packets of ${packet ?? 'all'} bytes`, async () => {
      const { server, anne, bob } = await startWithTwoMoves(new InMemoryServer(), packet);
      assert.deepEqual(await anne.perform('play 4,4'), ['refused play: ERROR 5', 'your turn black']);
      assert.deepEqual(await anne.perform('play 0,5'), ['refused play: that is off the board', 'your turn black']);
      assert.deepEqual(await bob.perform('pass'), ['refused pass: it is not our turn']);
      await move(server, anne, bob, 'pass', 'passed black');
      assert.deepEqual(await bob.perform('pass'), ['passed white', 'ended white score: RESULT 1']);
      await waitForPoll(server);
      assert.deepEqual(await anne.takeEvents(), ['passed white', 'ended white score: RESULT -1']);
      assert.deepEqual(await bob.perform('seek'), ['waiting']);
      assert.deepEqual(await anne.perform('seek bob'), [`started white on 5 against bob, ${RULES}`]);
      await waitForPoll(server);
      assert.deepEqual(await bob.takeEvents(), [`started black on 5 against anne, ${RULES}`, 'your turn black']);
    });
  }

  test('a seek for a player who is not waiting is refused', async () => {
    const server = new InMemoryServer();
    await server.start();
    const { anne } = twoPlayers(server);
    await anne.connect();
    assert.deepEqual(await anne.perform('seek bob'), ['refused seek: ERROR 6']);
  });

  test('a name that is taken is refused', async () => {
    const server = new InMemoryServer();
    await server.start();
    const { anne, bob } = twoPlayers(server);
    await anne.connect();
    await bob.connect();
    const another = twoPlayers(server).bob;
    assert.deepEqual(await another.connect(), ['refused enter: ERROR 8']);
    assert.deepEqual(await another.perform('enter eve'), ['entered eve']);
  });

  test('a player resigns', async () => {
    const { server, anne, bob } = await startWithTwoMoves(new InMemoryServer());
    assert.deepEqual(await anne.perform('resign'), ['ended white resigned: OK']);
    await waitForPoll(server);
    assert.deepEqual(await bob.takeEvents(), ['ended white resigned: FORFEIT']);
  });

  test('a player leaves or loses the connection on either turn', async () => {
    const first = await startWithTwoMoves(new InMemoryServer());
    assert.deepEqual(await first.anne.perform('leave'), []);
    await waitForPoll(first.server);
    assert.deepEqual(await first.bob.takeEvents(), ['ended white left: DISCONNECT']);
    const second = await startWithTwoMoves(new InMemoryServer());
    await second.bob.disconnect();
    await waitForPoll(second.server);
    assert.deepEqual(await second.anne.takeEvents(), []);
    const events = ['refused play: ERROR 10', 'ended black left: DISCONNECT'];
    assert.deepEqual(await second.anne.perform('play 1,1'), events);
  });

  test('a player who sends nothing for too long has left the game', async () => {
    const { server, anne, bob } = await startWithTwoMoves(new InMemoryServer({ idle: 60 }));
    // A session reports received bytes at most once in 20 s.
    await server.clock.advance(81_000);
    assert.deepEqual(await bob.takeEvents(), ['ended white left: DISCONNECT']);
    assert.deepEqual(await anne.perform('pass'), ['refused pass: ERROR 2', 'ended ?: ERROR 2']);
  });
});

describe('a daigo player reconnects to our server', () => {
  const continues = (start: string): string => `${start}, continues`;

  test('on either turn', async () => {
    const { server, anne, bob } = await startWithTwoMoves(new InMemoryServer(GRACE));
    assert.deepEqual(await anne.disconnect(), ['remark: the server closed the connection']);
    await anne.connect();
    assert.deepEqual(await anne.perform('seek'), [continues(BLACK), 'your turn black']);
    await bob.disconnect();
    await bob.connect();
    assert.deepEqual(await bob.perform('seek'), [continues(WHITE)]);
    await move(server, anne, bob, 'play 1,1', 'played black 1,1');
  });

  test('before the first move', async () => {
    const { anne, bob } = await startGame(new InMemoryServer(GRACE));
    await bob.disconnect();
    await bob.connect();
    assert.deepEqual(await bob.perform('seek'), [continues(WHITE)]);
    await anne.disconnect();
    await anne.connect();
    assert.deepEqual(await anne.perform('seek'), [continues(BLACK), 'your turn black']);
  });

  test('after the opponent has moved', async () => {
    const { anne, bob } = await startWithTwoMoves(new InMemoryServer(GRACE));
    await bob.disconnect();
    assert.deepEqual(await anne.perform('play 1,1'), ['played black 1,1']);
    await bob.connect();
    assert.deepEqual(await bob.perform('seek'), [continues(WHITE), 'played black 1,1', 'your turn white']);
  });

  for (const intent of ['play 1,1', 'pass']) {
    const event = intent === 'pass' ? 'passed black' : 'played black 1,1';

    test(`after a ${intent} whose answer was lost`, async () => {
      const { server, anne, bob } = await startWithTwoMoves(new InMemoryServer(GRACE));
      void anne.perform(intent);
      await anne.disconnect();
      await anne.connect();
      assert.deepEqual(await anne.perform('seek'), [continues(BLACK), event]);
      await waitForPoll(server);
      assert.deepEqual(await bob.takeEvents(), [event, 'your turn white']);
    });

    test(`after a ${intent} whose answer was lost and to which the opponent has replied`, async () => {
      const { server, anne, bob } = await startWithTwoMoves(new InMemoryServer(GRACE));
      void anne.perform(intent);
      await anne.disconnect();
      await waitForPoll(server);
      assert.deepEqual(await bob.perform('play 3,3'), [event, 'your turn white', 'played white 3,3']);
      await anne.connect();
      assert.deepEqual(await anne.perform('seek'), [continues(BLACK), event, 'played white 3,3', 'your turn black']);
    });

    test(`after a ${intent} that was lost in a crash of the server`, async () => {
      const { server, journal, anne, bob } = await startWithLossyJournal();
      journal.losesEntries = true;
      void anne.perform(intent);
      await restart(server, journal, [anne, bob]);
      await anne.connect();
      assert.deepEqual(await anne.perform('seek'), [continues(BLACK), 'your turn black']);
      await bob.connect();
      assert.deepEqual(await bob.perform('seek'), [continues(WHITE)]);
      await move(server, anne, bob, intent, event);
    });
  }

  test('after a stone between two passes whose answer was lost', async () => {
    const { server, anne, bob } = await startWithTwoMoves(new InMemoryServer(GRACE));
    await move(server, anne, bob, 'play 1,1', 'played black 1,1');
    await move(server, bob, anne, 'pass', 'passed white');
    void anne.perform('play 2,2');
    await anne.disconnect();
    await waitForPoll(server);
    assert.deepEqual(await bob.perform('pass'), ['played black 2,2', 'your turn white', 'passed white']);
    await anne.connect();
    const events = ['played black 2,2', 'passed white', 'your turn black'];
    assert.deepEqual(await anne.perform('seek'), [continues(BLACK), ...events]);
  });

  test('after a stone that followed a pass and was lost in a crash of the server', async () => {
    const { server, journal, anne, bob } = await startWithLossyJournal();
    await move(server, anne, bob, 'play 1,1', 'played black 1,1');
    await move(server, bob, anne, 'pass', 'passed white');
    journal.losesEntries = true;
    void anne.perform('play 2,2');
    await restart(server, journal, [anne, bob]);
    await anne.connect();
    assert.deepEqual(await anne.perform('seek'), [continues(BLACK), 'played black 2,2']);
    await bob.connect();
    assert.deepEqual(await bob.perform('seek'), [continues(WHITE), 'played black 2,2', 'your turn white']);
  });

  test('after a second pass whose answer was lost: the game has ended', async () => {
    const { server, anne, bob } = await startWithTwoMoves(new InMemoryServer(GRACE));
    await move(server, anne, bob, 'pass', 'passed black');
    void bob.perform('pass');
    await bob.disconnect();
    await waitForPoll(server);
    assert.deepEqual(await anne.takeEvents(), ['passed white', 'ended white score: RESULT -1']);
    await bob.connect();
    const remark = 'remark: the earlier game does not continue: ERROR 2';
    assert.deepEqual(await bob.perform('seek'), [remark, 'waiting']);
  });

  test('too late: the game has ended', async () => {
    const { server, anne, bob } = await startWithTwoMoves(new InMemoryServer(GRACE));
    await anne.disconnect();
    await server.clock.advance(30_250);
    assert.deepEqual(await bob.takeEvents(), ['ended white left: DISCONNECT']);
    await anne.connect();
    const remark = 'remark: the earlier game does not continue: ERROR 2';
    assert.deepEqual(await anne.perform('seek'), [remark, 'waiting']);
  });

  test('after an opponent has joined the waiting player', async () => {
    const server = new InMemoryServer(GRACE);
    await server.start();
    const { anne, bob } = twoPlayers(server);
    await anne.connect();
    await anne.perform('seek');
    await bob.connect();
    assert.deepEqual(await bob.perform('seek'), [WHITE]);
    await anne.disconnect();
    await anne.connect();
    assert.deepEqual(await anne.perform('seek'), [BLACK, 'your turn black']);
  });
});
