import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { withoutBrowser } from './launch-browser.ts';
import { Scene } from './screenshot-scenes.ts';
import { TestServer } from './test-server.ts';
import type { Visitor } from './visitor.ts';

describe('adjourning in a browser', { skip: withoutBrowser }, () => {
  let server: TestServer;
  before(async () => {
    server = await TestServer.open();
  });
  after(() => server?.close());

  const press = async ({ page }: Visitor, name: string): Promise<void> => {
    await page.getByRole('button', { name, exact: true }).click();
  };

  test('two players with accounts adjourn their game, see it on their account pages, and continue it', async () => {
    const scene = new Scene(server);
    const ada = await scene.signedIn('ada');
    const ben = await scene.signedIn('ben');
    // The page starts a new visit after the sign-in.
    for (const visitor of [ada, ben]) await visitor.goTo('/');
    await ben.lobby.sendChat('hello');
    await ada.lobby.seek({ lines: 9, opponent: 'ben', color: 'black' });
    await ben.lobby.acceptChallenge('ada');
    await ada.game.play('E5', 'black');
    const number = await ada.game.number();
    await press(ada, 'Ask to adjourn');
    await ada.game.waitForText('You have asked to adjourn.');
    await ben.game.waitForText('ada asks to adjourn the game.');
    await press(ben, 'Agree');
    for (const { game } of [ada, ben]) await game.waitForText('Adjourned: it continues when both players ask for it');
    // The page of the game is open to other users, too.
    const eve = await server.visitor('eve');
    for (const visitor of [ada, eve]) {
      await visitor.goTo(`/games/${number}`);
      await visitor.game.waitForText('Adjourned: it continues when both players ask for it');
      await visitor.game.waitForPoint('E5, black stone, last move');
    }
    await eve.leave();
    for (const visitor of [ada, ben]) {
      await visitor.goTo('/account');
      await visitor.page.getByRole('heading', { name: 'Adjourned games' }).waitFor();
    }
    await ada.page.getByRole('main').getByText('9 × 9, black, 1 move.').waitFor();
    await ben.goTo('/');
    await press(ada, 'Continue');
    await ada.page.getByText('You have asked to continue. Waiting for your opponent…').waitFor();
    await ben.page.getByText('ada wants to continue your adjourned game').waitFor();
    await press(ben, 'Continue');
    for (const visitor of [ada, ben]) assert.equal(await visitor.game.number(), number);
    await ben.game.waitForPoint('E5, black stone, last move');
    await ben.game.play('C3', 'white');
    await ada.game.waitForPoint('C3, white stone, last move');
    await ada.game.resign();
    await ben.game.waitForText('White wins by resignation');
    await ben.goTo('/account');
    assert.equal(await ben.page.getByRole('heading', { name: 'Adjourned games' }).count(), 0);
    for (const visitor of [ada, ben]) {
      visitor.check();
      await visitor.leave();
    }
  });

  test('a game of a player without an account cannot be adjourned', async () => {
    const cleo = await new Scene(server).signedIn('cleo');
    const dan = await server.visitor('dan');
    await cleo.goTo('/');
    await dan.lobby.enter();
    await cleo.lobby.seek({ lines: 9, opponent: 'dan', color: 'black' });
    await dan.lobby.acceptChallenge('cleo');
    await cleo.game.play('E5', 'black');
    assert.equal(await cleo.page.getByRole('button', { name: 'Offer a draw' }).count(), 1);
    assert.equal(await cleo.page.getByRole('button', { name: 'Ask to adjourn' }).count(), 0);
    await cleo.game.resign();
    await cleo.leave();
    await dan.leave();
  });
});
