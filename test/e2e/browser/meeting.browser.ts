import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { Nu6Client } from '../../support/clients/nu6.ts';
import { withoutBrowser } from './browser.ts';
import { Opponent } from './opponent.ts';
import { Hall } from './test-server.ts';

describe('finding an opponent', { skip: withoutBrowser }, () => {
  let hall: Hall;
  before(async () => {
    hall = await Hall.open('--house', '--house-wait', '600');
  });
  afterEach(() => hall.sendHome());
  after(() => hall?.close());

  test('while one waits, a panel says for what and how long, and the focus is on its button', async () => {
    const alice = await hall.visitor('alice');
    await alice.lobby.seek({ lines: 11 });
    await alice.lobby.waits();
    await alice.page.getByText('You are alice · waiting for an opponent on Go 11 × 11').waitFor();
    await focusIs(alice.page, 'Cancel');
    const waited = alice.page.getByRole('timer', { name: 'waiting time' }).first();
    await waited.filter({ hasText: '0:01' }).waitFor();
    assert.equal(await alice.page.getByText('No other open games.').isVisible(), true);
    await alice.page.keyboard.press('Enter');
    await alice.page.getByText('You are alice', { exact: true }).waitFor();
    await focusIs(alice.page, 'Find an opponent');
  });

  test('the computer can be played instead of waiting', async () => {
    const beth = await hall.visitor('beth');
    await beth.lobby.seek({ lines: 9, color: 'white' });
    await beth.lobby.waits();
    await beth.lobby.playComputerInstead();
    await beth.game.says('tengen');
    await beth.game.isOnTurn();
  });

  test('the list of open games says how long each has waited, and who takes the others', async () => {
    const bob = await Opponent.at(hall.port(), new Nu6Client({ name: 'bob' }));
    bob.do((client) => client.seek(13));
    const carol = await hall.visitor('carol');
    const open = carol.page.getByRole('region', { name: 'Open games' });
    await open.getByRole('listitem').filter({ hasText: 'bob' }).getByRole('timer').waitFor();
    await open.getByText('A program that finds no person soon plays the computer.').waitFor();
    bob.hangUp();
  });
});

/** Waits until the button with this name has the focus. */
async function focusIs(page: Page, button: string): Promise<void> {
  await page.waitForFunction(`document.activeElement?.textContent === ${JSON.stringify(button)}`, undefined, {
    timeout: 5000,
  });
}
