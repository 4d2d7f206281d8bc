import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import type { Locator } from 'playwright-core';
import { withoutBrowser } from './launch-browser.ts';
import { TestServer } from './test-server.ts';
import type { Visitor, VisitorOptions } from './visitor.ts';

const PHONE: VisitorOptions = { browser: { viewport: { width: 390, height: 844 }, hasTouch: true } };

describe('the panel beside the board', { skip: withoutBrowser }, () => {
  let server: TestServer;
  before(async () => {
    server = await TestServer.open();
  });
  afterEach(() => server.closeVisitors());
  after(() => server?.close());

  /** A game on 9 lines between two visitors. The first one has black. */
  async function gameOf(names: readonly [string, string], options?: VisitorOptions): Promise<[Visitor, Visitor]> {
    const [black, white] = [await server.visitor(names[0], options), await server.visitor(names[1], options)];
    await white.lobby.enter();
    await black.lobby.seek({ lines: 9, opponent: names[1], color: 'black' });
    await white.lobby.acceptChallenge(names[0]);
    await black.game.waitForTurn();
    return [black, white];
  }

  test('the question about a pass is inside its frame, and replaces the reason of a refusal', async () => {
    const [alice, bob] = await gameOf(['alice', 'bob']);
    await alice.game.play('E5', 'black');
    await bob.game.play('C3', 'white');
    await alice.game.waitForTurn();
    await alice.game.chooseStone('E5, black stone');
    await alice.game.waitForText('There is a stone on E5');
    await alice.game.press('Pass');
    const question = alice.page.getByRole('group', { name: /^Much of the board is still open/ });
    const [frame, text] = [await boxOf(question), await boxOf(question.locator('legend'))];
    assert.ok(text.y >= frame.y + 8, `the text begins at ${text.y}, the frame at ${frame.y}`);
    assert.equal(await alice.page.getByText('There is a stone on E5').isVisible(), false);
  });

  test('on a phone, Pass is the widest button of a player, and Resign is small and at the edge', async () => {
    const [alice] = await gameOf(['ann', 'ben'], PHONE);
    const button = (name: string) => boxOf(alice.page.getByRole('main').getByRole('button', { name, exact: true }));
    const [pass, undo, draw, resign] = [
      await button('Pass'),
      await button('Ask to undo'),
      await button('Offer a draw'),
      await button('Resign'),
    ];
    assert.ok(pass.width > 2 * Math.max(undo.width, draw.width, resign.width), 'Pass has a row of its own');
    assert.ok(resign.width < Math.min(undo.width, draw.width));
    assert.equal(Math.round(resign.x + resign.width), Math.round(pass.x + pass.width));
  });

  test('on a phone, the message of the opponent can be closed, and lines of the chat have a time', async () => {
    const [alice, bob] = await gameOf(['ada', 'bix'], PHONE);
    await bob.game.sendChat('good luck');
    const message = alice.page.getByRole('link', { name: 'bix: good luck' });
    await message.waitFor();
    await alice.game.press('Close');
    await message.waitFor({ state: 'detached' });
    assert.match(await alice.page.getByRole('log').innerText(), /^bix good luck \d\d:\d\d$/);
    await bob.game.sendChat('have fun');
    await alice.page.getByRole('link', { name: 'bix: have fun' }).waitFor();
  });

  test('the analysis of a short game says that it has too few moves, and that no point has an owner', async () => {
    const [alice, bob] = await gameOf(['abe', 'bess']);
    await alice.game.play('E5', 'black');
    await bob.game.resign();
    await alice.game.waitForText('This game is too short for a search for mistakes.');
    assert.equal(await alice.game.hasButton('Find the biggest mistakes'), false);
    await alice.game.press('Estimate the score');
    await alice.game.waitForText(/No point has a probable owner yet\.$/);
  });

  test('the list of moves is higher on a higher screen', async () => {
    const [alice] = await gameOf(['alf', 'bert']);
    const list = alice.page.locator('.moves-view');
    const { height } = await boxOf(list);
    await alice.page.setViewportSize({ width: 1280, height: 1000 });
    assert.ok((await boxOf(list)).height > 1.5 * height);
  });

  test('in a game without a clock, the notice about an absent opponent mentions no clock', async () => {
    const [alice, bob] = await gameOf(['amy', 'bea']);
    await bob.leave();
    await alice.game.waitForText('bea has disconnected. Their seat is kept for');
  });
});

async function boxOf(element: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  const box = await element.boundingBox();
  if (box === null) throw new Error(`not visible: ${element}`);
  return box;
}
