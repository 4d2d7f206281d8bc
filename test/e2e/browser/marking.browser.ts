import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { withoutBrowser } from './browser.ts';
import type { Visitor } from './browser-user.ts';
import { TestServer } from './test-server.ts';

/**
 * Black's A2, B2 and C1 enclose the corner with white's stone A1. White has two stones elsewhere. By hand: with A1 dead, A1 and B1 are
 * black's; with A1 alive, B1 is neutral. The rest of the board borders on both colours.
 */
const TURNS = ['A2', 'A1', 'B2', 'J9', 'C1', 'H9'];

describe('marking dead stones in a browser', { skip: withoutBrowser }, () => {
  let hall: TestServer;
  before(async () => {
    hall = await TestServer.open();
  });
  afterEach(() => hall.sendHome());
  after(() => hall?.close());

  /** Alice has black. Both have passed. */
  async function passedOut(names: readonly [string, string], phone = false): Promise<{ alice: Visitor; bob: Visitor }> {
    const [black, white] = names;
    const alice = await hall.visitor(
      black,
      phone ? { browser: { viewport: { width: 360, height: 740 }, hasTouch: true } } : {},
    );
    const bob = await hall.visitor(white);
    await bob.lobby.enter();
    await alice.lobby.seek({ lines: 9, opponent: white, color: 'black' });
    await bob.lobby.acceptFrom(black);
    for (const [index, vertex] of TURNS.entries())
      await (index % 2 === 0 ? alice.game.play(vertex, 'black') : bob.game.play(vertex, 'white'));
    await alice.game.pass();
    await bob.game.pass();
    for (const { game } of [alice, bob]) await game.says('Mark the dead stones');
    return { alice, bob };
  }

  test('a whole game with a dead stone, which both accept; a spectator sees it, and so does the archive', async () => {
    const { alice, bob } = await passedOut(['ann', 'ben']);
    const carol = await hall.visitor('carol');
    await carol.goTo(`/games/${await alice.game.number()}`);
    await carol.game.says('The players mark dead stones.');
    assert.equal(await carol.game.has('Accept'), false);
    await alice.game.mark('A1, white stone, white’s area');
    for (const { game } of [alice, bob, carol]) await game.stands('A1, white stone, marked as dead, black’s area');
    await bob.game.press('Play on');
    await alice.game.says('Your turn');
    await alice.game.play('B1', 'black');
    await bob.game.pass();
    await alice.game.pass();
    for (const { game } of [alice, bob, carol]) await game.says('White wins by');
  });

  test('agreement: each change cancels it, and the score leaves the dead stone out', async () => {
    const { alice, bob } = await passedOut(['amy', 'bea'], true);
    await bob.game.mark('C1, black stone, black’s area');
    await alice.game.stands('C1, black stone, marked as dead, neutral area');
    await bob.game.press('Accept');
    await alice.game.says('bea accepts');
    await alice.game.mark('C1, black stone, marked as dead, neutral area');
    await bob.game.saysNoMore('bea accepts');
    await alice.game.mark('A1, white stone, white’s area');
    await bob.game.stands('A1, white stone, marked as dead, black’s area');
    await bob.game.press('Accept');
    await alice.game.press('Accept');
    for (const { game } of [alice, bob]) {
      await game.says('White wins by');
      await game.says('Both players agreed which stones are dead.');
      await game.stands('A1, white stone, marked as dead, black’s area');
    }
    // From the archive.
    await bob.goTo(`/games/${await alice.game.number()}`);
    await bob.game.stands('A1, white stone, marked as dead, black’s area');
  });
});
