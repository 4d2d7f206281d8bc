import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { withoutBrowser } from './launch-browser.ts';
import { TestServer } from './test-server.ts';
import type { Visitor } from './visitor.ts';

/**
 * Black's A2, B2 and C1 enclose the corner with white's stone A1. White has two stones elsewhere. By hand: with A1
 * dead, A1 and B1 are black's; with A1 alive, B1 is neutral. The rest of the board borders on both colours.
 */
const MOVES = ['A2', 'A1', 'B2', 'J9', 'C1', 'H9'];

describe('marking dead stones in a browser', { skip: withoutBrowser }, () => {
  let server: TestServer;
  before(async () => {
    server = await TestServer.open();
  });
  afterEach(() => server.closeVisitors());
  after(() => server?.close());

  /** Alice (black) and Bob have played the moves and passed. */
  async function passedOut(names: readonly [string, string], phone = false): Promise<{ alice: Visitor; bob: Visitor }> {
    const [black, white] = names;
    const alice = await server.visitor(
      black,
      phone ? { browser: { viewport: { width: 360, height: 740 }, hasTouch: true } } : {},
    );
    const bob = await server.visitor(white);
    await bob.lobby.enter();
    await alice.lobby.seek({ lines: 9, opponent: white, color: 'black' });
    await bob.lobby.acceptChallenge(black);
    for (const [index, vertex] of MOVES.entries())
      await (index % 2 === 0 ? alice.game.play(vertex, 'black') : bob.game.play(vertex, 'white'));
    await alice.game.pass();
    await bob.game.pass();
    for (const { game } of [alice, bob]) await game.waitForText('Mark the dead stones');
    return { alice, bob };
  }

  test('a spectator sees the marks; play continues after "Resume play"', async () => {
    const { alice, bob } = await passedOut(['ann', 'ben']);
    const carol = await server.visitor('carol');
    await carol.goTo(`/games/${await alice.game.number()}`);
    await carol.game.waitForText('The players are marking dead stones.');
    assert.equal(await carol.game.hasButton('Accept'), false);
    await alice.game.mark('A1, white stone, white’s area');
    for (const { game } of [alice, bob, carol])
      await game.waitForPoint('A1, white stone, marked as dead, black’s area');
    await bob.game.press('Resume play');
    await alice.game.waitForText('Your turn');
    await alice.game.play('B1', 'black');
    await bob.game.pass();
    await alice.game.pass();
    for (const { game } of [alice, bob, carol]) await game.waitForText('White wins by');
  });

  test('each change of the marks cancels an acceptance; the score and the archive do not count the dead stone', async () => {
    const { alice, bob } = await passedOut(['amy', 'bea'], true);
    await bob.game.mark('C1, black stone, black’s area');
    await alice.game.waitForPoint('C1, black stone, marked as dead, neutral area');
    await bob.game.press('Accept');
    await alice.game.waitForText('bea has accepted');
    await alice.game.mark('C1, black stone, marked as dead, neutral area');
    await bob.game.waitForNoText('bea has accepted');
    await alice.game.mark('A1, white stone, white’s area');
    await bob.game.waitForPoint('A1, white stone, marked as dead, black’s area');
    await bob.game.press('Accept');
    await alice.game.press('Accept');
    for (const { game } of [alice, bob]) {
      await game.waitForText('White wins by');
      await game.waitForText('Both players agreed on the dead stones.');
      await game.waitForPoint('A1, white stone, marked as dead, black’s area');
    }
    // Now the page reads the game from the archive.
    await bob.goTo(`/games/${await alice.game.number()}`);
    await bob.game.waitForPoint('A1, white stone, marked as dead, black’s area');
  });

  test('"Suggest dead stones" marks the stone that cannot live; the players can change the mark', async () => {
    const alice = await server.visitor('ada');
    const bob = await server.visitor('bo');
    await bob.lobby.enter();
    await alice.lobby.seek({ lines: 5, opponent: 'bo', color: 'black' });
    await bob.lobby.acceptChallenge('ada');
    // Black's wall on the second line leaves one line for white's stone A3.
    for (const vertex of ['B1', 'B2', 'B3', 'B4', 'B5']) {
      await alice.game.play(vertex, 'black');
      if (vertex === 'B1') await bob.game.play('A3', 'white');
      else await bob.game.pass();
    }
    await alice.game.pass();
    await alice.game.press('Suggest dead stones');
    for (const { game } of [alice, bob]) {
      await game.waitForPoint('A3, white stone, marked as dead, black’s area');
      await game.waitForText('1 dead stone.');
    }
    await bob.game.mark('A3, white stone, marked as dead, black’s area');
    await alice.game.waitForText('0 dead stones.');
    await bob.game.press('Suggest dead stones');
    await alice.game.waitForPoint('A3, white stone, marked as dead, black’s area');
    await bob.game.waitForPoint('A3, white stone, marked as dead, black’s area');
    await bob.game.press('Accept');
    await alice.game.press('Accept');
    await alice.game.waitForText('Black wins by');
  });
});
