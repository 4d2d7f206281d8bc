import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { withoutBrowser } from './browser.ts';
import { Hall } from './hall.ts';
import { Scene } from './scene.ts';

describe('somebody with an account', { skip: withoutBrowser }, () => {
  let hall: Hall;
  before(async () => {
    hall = await Hall.open('--house');
  });
  after(() => hall?.close());

  test('is called by its name from the start, and keeps the seat unless the question is answered by yes', async () => {
    const ada = await new Scene(hall).signedIn('ada');
    const { page } = ada;
    await ada.goTo('/account');
    const named = page.getByRole('button', { name: 'You are ada.' });
    const signOut = page.getByRole('button', { name: 'Sign out' });
    await named.waitFor();
    await ada.goTo('/');
    await ada.lobby.playComputer({ lines: 9 });
    await ada.game.play('E5', 'black');
    await ada.goTo('/account');
    await page.getByRole('link', { name: 'Back to your game' }).waitFor();
    await signOut.click();
    await page.getByRole('alert').getByText('whoever signs out loses their seat').waitFor();
    await page.getByRole('button', { name: 'No', exact: true }).click();
    await page.getByRole('link', { name: 'Back to your game' }).click();
    await ada.game.stands('E5, black stone');
    await ada.game.resign();
    await ada.game.says('You have lost');
    await ada.goTo('/account');
    // Nobody is asked who loses nothing.
    await signOut.click();
    await page.getByRole('button', { name: 'Choose a name' }).waitFor();
    assert.equal(await page.getByRole('alert').count(), 0);
    ada.check();
    await ada.leave();
  });

  test('is told in plain words what the archive cannot search for', async () => {
    const bea = await hall.visitor('bea');
    await bea.goTo('/archive?size=abc');
    await bea.page.getByText('The archive cannot search for that').waitFor();
    await bea.leave();
  });
});
