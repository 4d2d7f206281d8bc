import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { withoutBrowser } from './browser.ts';
import { TestServer } from './test-server.ts';

/** Chooses a time control; `numbers` by the labels of the fields. */
async function chooseTime(page: Page, kind: string, numbers: Readonly<Record<string, string>>): Promise<void> {
  await page.getByLabel('Time', { exact: true }).selectOption(kind);
  for (const [label, value] of Object.entries(numbers)) await page.getByLabel(label).fill(value);
}

describe('clocks', { skip: withoutBrowser }, () => {
  let server: TestServer;
  before(async () => {
    server = await TestServer.open();
  });
  afterEach(() => server.closeVisitors());
  after(() => server?.close());

  test('a time control is chosen, shown to who may take the seek, and counted down by both', async () => {
    const [alice, bob] = [await server.visitor('alice'), await server.visitor('bob')];
    await alice.lobby.fillIn({ lines: 9, color: 'black' });
    await chooseTime(alice.page, 'fischer', { 'Main time (min)': '5', 'Increment (s)': '30' });
    const shot = process.env['SHOT'];
    if (shot) await alice.page.screenshot({ path: `${shot}-clock-form.png`, fullPage: true });
    await alice.lobby.seek({ lines: 9 });
    await bob.page
      .getByText(/Fischer 5:00 \+ 0:30/)
      .first()
      .waitFor();
    await bob.lobby.acceptSeek('alice');
    await alice.game.waitForTurn();
    const falls = alice.page.locator('.to-move .clock', { hasText: /^4:5\d$/ });
    await falls.waitFor();
    await alice.game.play('E5', 'black');
    await bob.game.waitForTurn();
    // Less than 30 s were used, so that black has more than at the beginning: 5:30 if the lag that is forgiven leaves less than 1 s.
    await bob.page.locator('.player:not(.to-move) .clock', { hasText: /^5:(?:[012]\d|30)$/ }).waitFor();
    await bob.page.locator('.to-move .clock', { hasText: /^4:5\d$/ }).waitFor();
    if (shot) await bob.page.screenshot({ path: `${shot}-clock-game.png`, fullPage: true });
    await bob.game.resign();
    // The replay has the clocks of the record: none before the first move.
    await alice.goTo(`/games/${await alice.game.number()}`);
    await alice.page.locator('.player .clock', { hasText: /^5:(?:[012]\d|30)$/ }).waitFor();
    alice.check();
    bob.check();
  });

  test('a game is lost by time', async () => {
    const [dora, emil] = [await server.visitor('dora'), await server.visitor('emil')];
    await dora.lobby.fillIn({ lines: 9, color: 'black' });
    await chooseTime(dora.page, 'byo-yomi', { 'Main time (min)': '0', 'Period (s)': '2', Periods: '1' });
    await dora.lobby.seek({ lines: 9 });
    await emil.lobby.acceptSeek('dora');
    await emil.game.waitForText(/White wins on time|White won on time|on time/);
    await dora.page.locator('.player .clock', { hasText: '0:00' }).first().waitFor();
    assert.equal(await emil.page.locator('.to-move').count(), 0);
    dora.check();
    emil.check();
  });
});
