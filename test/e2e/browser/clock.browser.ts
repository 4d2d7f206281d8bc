import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { withoutBrowser } from './launch-browser.ts';
import { TestServer } from './test-server.ts';

/** Chooses a time control. The keys of `numbers` are the labels of the fields. */
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

  test('the chosen time control is shown in the list of open games, and both pages show running clocks', async () => {
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
    const runningClock = alice.page.locator('.to-move .clock', { hasText: /^4:5\d$/ });
    await runningClock.waitFor();
    await alice.game.play('E5', 'black');
    await bob.game.waitForTurn();
    // Black has used less than the increment of 30 s, so it has more than at the start: up to 5:30 if the lag
    // compensation leaves less than 1 s used.
    await bob.page.locator('.player:not(.to-move) .clock', { hasText: /^5:(?:[012]\d|30)$/ }).waitFor();
    await bob.page.locator('.to-move .clock', { hasText: /^4:5\d$/ }).waitFor();
    if (shot) await bob.page.screenshot({ path: `${shot}-clock-game.png`, fullPage: true });
    await bob.game.resign();
    // The replay shows the clocks of the record.
    await alice.goTo(`/games/${await alice.game.number()}`);
    await alice.page.locator('.player .clock', { hasText: /^5:(?:[012]\d|30)$/ }).waitFor();
    alice.check();
    bob.check();
  });

  test('a player loses on time', async () => {
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
