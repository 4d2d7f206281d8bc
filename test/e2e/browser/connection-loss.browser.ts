import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { Nu6Client } from '../../support/clients/nu6.ts';
import { CuttableRelay } from '../../support/server/cuttable-relay.ts';
import { withoutBrowser } from './launch-browser.ts';
import { Opponent } from './opponent.ts';
import { TestServer } from './test-server.ts';
import type { Visitor } from './visitor.ts';

describe('lost connections', { skip: withoutBrowser }, () => {
  let server: TestServer;
  before(async () => {
    server = await TestServer.open();
  });
  const closing: (() => void)[] = [];
  afterEach(async () => {
    await server.closeVisitors();
    for (const close of closing.splice(0)) close();
  });
  after(() => server?.close());

  /** Starts a game on 9 lines: Alice, with this name, has black; Bob plays over nu6. */
  async function startGame(name: string, url = server.url): Promise<{ alice: Visitor; bob: Opponent<Nu6Client> }> {
    const alice = await server.visitor(name, { url });
    await alice.lobby.seek({ lines: 9 });
    await alice.lobby.waitForSeek();
    const bob = await Opponent.connect(server.port(), new Nu6Client({ name: 'bob' }));
    closing.push(() => bob.hangUp());
    bob.act((client) => client.seek(9));
    return { alice, bob };
  }

  test('a connection that cannot be opened is reported until it is open', async () => {
    const { page } = await server.visitor('eve');
    const other = await page.context().newPage();
    let isBlocked = true;
    await other.routeWebSocket('**/api/socket', (socket) => {
      if (isBlocked) void socket.close();
      else socket.connectToServer();
    });
    await other.goto(server.url);
    const notice = other.getByText('Connection lost.');
    await notice.waitFor();
    isBlocked = false;
    await notice.waitFor({ state: 'detached' });
  });

  test('a move that the opponent made in the meantime is shown after the reconnection', async (t) => {
    const line = await CuttableRelay.open(server.port());
    closing.push(() => line.close());
    const { alice, bob } = await startGame('ada', line.url);
    alice.mayLoseConnection = true;
    const times: number[] = [];
    for (const [own, theirs] of ['E5 C3', 'F5 C4', 'G5 C5', 'H5 C6'].map((pair) => pair.split(' '))) {
      await alice.game.play(own!, 'black');
      line.cut();
      await alice.page.getByText('Connection lost.').waitFor();
      await bob.move(theirs!, 9);
      await bob.waitUntil(({ isReadyToMove }) => !isReadyToMove);
      assert.equal(await alice.game.hasStone(theirs!), false);
      const mended = performance.now();
      line.mend();
      await alice.game.waitForPoint(`${theirs}, white stone, last move`);
      times.push(Math.round(performance.now() - mended));
    }
    t.diagnostic(`milliseconds until the missed move was shown: ${times.join(', ')}`);
    await alice.game.pass();
    await bob.move('pass', 9);
    await alice.game.waitForText('White wins by 7.5 points');
  });

  test('a page that is loaded again during a game continues the game', async () => {
    const { alice, bob } = await startGame('beth');
    await alice.game.play('E5', 'black');
    await alice.page.reload();
    await alice.game.waitForPoint('E5, black stone, last move');
    await bob.move('C3', 9);
    await alice.game.waitForPoint('C3, white stone, last move');
    // Other pages have a link back to the game.
    await alice.goTo('/archive');
    await alice.page.getByRole('link', { name: 'Back to your game' }).click();
    await alice.game.play('F5', 'black');
    await bob.move('pass', 9);
    await alice.game.pass();
    await alice.game.waitForText('White wins by 6.5 points');
    await bob.waitUntil(({ game }) => game?.ending !== undefined);
  });

  test('a player who has lost the connection is named until the player is back', async (t) => {
    const graceServer = await TestServer.open('--grace', '60');
    t.after(() => graceServer.close());
    const alice = await graceServer.visitor('alice');
    await alice.lobby.seek({ lines: 9 });
    await alice.lobby.waitForSeek();
    const connectBob = async (): Promise<Opponent<Nu6Client>> => {
      const bob = await Opponent.connect(graceServer.port(), new Nu6Client({ name: 'bob', returns: true }));
      closing.push(() => bob.hangUp());
      bob.act((client) => client.seek(9));
      return bob;
    };
    const bob = await connectBob();
    await alice.game.waitForTurn();
    const notice = alice.page.getByText('bob has disconnected.');
    assert.equal(await notice.isVisible(), false);
    bob.hangUp();
    await notice.waitFor();
    await alice.page
      .getByRole('timer', { name: 'how long the seat is kept' })
      .filter({ hasText: /^0:5\d$/ })
      .waitFor();
    await connectBob();
    await notice.waitFor({ state: 'detached' });
  });

  test('two tabs of one browser are one player', async () => {
    const { alice, bob } = await startGame('cleo');
    await alice.game.play('E5', 'black');
    await bob.move('C3', 9);
    const second = await alice.openTab(`/games/${await alice.game.number()}`);
    await second.game.waitForPoint('C3, white stone, last move');
    await second.game.play('F5', 'black');
    await alice.game.waitForPoint('F5, black stone, last move');
    await bob.move('C4', 9);
    await second.game.waitForPoint('C4, white stone, last move');
    await second.page.close();
    await alice.game.play('G5', 'black');
    await bob.waitUntil(({ isReadyToMove }) => isReadyToMove);
    bob.act((client) => client.resign());
    await alice.game.waitForText('You won');
  });

  test('after a restart the server has the game, and the pages reconnect', async () => {
    const [alice, bob] = [await server.visitor('alice'), await server.visitor('bob')];
    alice.mayLoseConnection = true;
    bob.mayLoseConnection = true;
    await bob.lobby.enter();
    await alice.lobby.seek({ lines: 9, opponent: 'bob', color: 'black' });
    await bob.lobby.acceptChallenge('alice');
    await alice.game.play('E5', 'black');
    await bob.game.waitForPoint('E5, black stone, last move');
    await server.restart();
    for (const { page } of [alice, bob])
      await page.getByText(/^(?:The server|Connection lost)/).waitFor({ state: 'hidden' });
    await bob.game.play('C3', 'white');
    await alice.game.play('F5', 'black');
    await bob.game.pass();
    await alice.game.pass();
    for (const { game } of [alice, bob]) await game.press('Accept');
    for (const { game } of [alice, bob]) {
      await game.waitForText('White wins by 6.5 points');
      assert.deepEqual(await game.stones(), ['E5 black', 'F5 black', 'C3 white']);
    }
  });
});
