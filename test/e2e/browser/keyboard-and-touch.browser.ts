import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { Nu6Client } from '../../support/clients/nu6.ts';
import { withoutBrowser } from './launch-browser.ts';
import { Opponent } from './opponent.ts';
import { TestServer } from './test-server.ts';
import type { Visitor } from './visitor.ts';

/** The largest number of Tab presses to reach an element. */
const MAX_TAB_PRESSES = 80;

/** Uses a page only with the keyboard. */
class Keyboard {
  readonly #page: Page;

  constructor({ page }: Visitor) {
    this.#page = page;
  }

  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) await this.#page.keyboard.press(key);
  }

  async type(text: string): Promise<void> {
    await this.#page.keyboard.type(text);
  }

  /** Presses Tab until the element has the focus. */
  async tabTo(target: Locator): Promise<void> {
    await target.waitFor({ state: 'attached' });
    for (let presses = 0; presses < MAX_TAB_PRESSES; presses++) {
      if (await target.evaluate((element) => element === document.activeElement)) return;
      await this.press('Tab');
    }
    throw new Error(`cannot be reached with Tab: ${target}`);
  }

  /** Plays the typed point or, without one, the point at the cursor. */
  async play(typed: string, label: string): Promise<void> {
    const main = this.#page.getByRole('main');
    await main.getByText('Your turn').waitFor();
    await this.tabTo(main.locator('[role=gridcell][tabindex="0"]'));
    await this.type(typed);
    await this.press('Enter');
    await main.getByRole('gridcell', { name: label, exact: true }).waitFor({ state: 'attached' });
  }
}

describe('whole games without a mouse', { skip: withoutBrowser }, () => {
  let server: TestServer;
  before(async () => {
    server = await TestServer.open();
  });
  const opponents: Opponent<Nu6Client>[] = [];
  afterEach(async () => {
    for (const opponent of opponents.splice(0)) opponent.hangUp();
    await server.closeVisitors();
  });
  after(() => server?.close());

  async function connectOpponent(name: string): Promise<Opponent<Nu6Client>> {
    const client = await Opponent.connect(server.port(), new Nu6Client({ name }));
    opponents.push(client);
    client.act((each) => each.seek(9));
    return client;
  }

  test('with the keyboard alone, from the first Tab to the end of the game', async () => {
    const alice = await server.visitor('alice');
    const { page } = alice;
    const keys = new Keyboard(alice);
    await keys.press('Tab');
    assert.equal(await page.locator(':focus').innerText(), 'Skip to the content');
    await keys.press('Enter');
    const lines = page.getByLabel('Other size');
    await keys.tabTo(lines);
    await keys.press('Control+a');
    await keys.type('9');
    await keys.tabTo(page.getByRole('button', { name: 'Find an opponent' }));
    await keys.press('Enter');
    await page.getByRole('dialog').waitFor();
    await keys.type('alice');
    await keys.press('Enter');
    await alice.lobby.waitForSeek();
    const bob = await connectOpponent('bob');
    await alice.game.number();
    await keys.play('', 'E5, black stone, last move');
    await page.getByRole('status').filter({ hasText: 'Black plays E5' }).waitFor({ state: 'attached' });
    await bob.move('C3', 9);
    await alice.game.waitForPoint('C3, white stone, last move');
    await alice.game.waitForTurn();
    await keys.press('ArrowRight', 'ArrowUp', 'Enter');
    await alice.game.waitForPoint('F6, black stone, last move');
    await bob.move('D3', 9);
    await keys.play('g4', 'G4, black stone, last move');
    await bob.move('E3', 9);
    await keys.play('0 0', 'A9, black stone, last move');
    await bob.move('pass', 9);
    await alice.game.waitForTurn();
    const pass = page.getByRole('button', { name: 'Pass', exact: true });
    await keys.tabTo(pass);
    await keys.press('Space');
    // Much of the board is open, so the page asks. The button that confirms has the focus.
    const confirm = page.getByRole('button', { name: 'Yes, pass', exact: true });
    await confirm.waitFor();
    assert.equal(await page.locator(':focus').innerText(), 'Yes, pass');
    await keys.press('Space');
    await alice.game.waitForText('You lost');
    // Four black stones against three white stones and a komi of 7.5. The result is also announced.
    await alice.game.waitForText('White wins by 6.5 points');
    await page.getByRole('status').filter({ hasText: 'White wins by 6.5 points' }).waitFor({ state: 'attached' });
    // Area and komi are shown separately.
    await alice.game.waitForText('area 3 + 7.5');
    await alice.game.waitForText('All stones on the board count as alive here.');
    // The button for a pass no longer exists. The next button has the focus.
    assert.equal(await page.locator(':focus').innerText(), 'Find another opponent');
    const back = page.getByRole('button', { name: 'Previous move' });
    await keys.tabTo(back);
    await keys.press('Enter', 'Enter');
    await alice.game.waitForText('Move 7 of 9');
    // For Tab, the list of moves is one element.
    await keys.tabTo(page.getByRole('slider', { name: 'Moves' }));
    await keys.press('Tab', 'Tab');
    assert.equal(await page.locator(':focus').innerText(), 'Try a pass');
    await keys.tabTo(page.getByRole('log'));
    await keys.tabTo(page.getByRole('link', { name: 'Archive' }));
    await keys.press('Enter');
    await page.getByRole('heading', { name: 'Archive' }).waitFor();
  });

  test('with a finger, on a screen of 360 by 740', async () => {
    const alice = await server.visitor('anna', {
      browser: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
    });
    await alice.lobby.seek({ lines: 9 });
    await alice.lobby.waitForSeek();
    const bob = await connectOpponent('bartholomew');
    for (const [own, theirs] of ['E5 C3', 'F6 D3', 'A1 J9'].map((pair) => pair.split(' '))) {
      await alice.game.play(own!, 'black');
      await bob.move(theirs!, 9);
      await alice.game.waitForPoint(`${theirs}, white stone, last move`);
    }
    // On a phone, a page that is too wide would also widen the window.
    assert.equal(await alice.page.evaluate('document.documentElement.scrollWidth'), 360);
    await assertAllVisible(alice.page);
    await alice.game.pass();
    await bob.move('pass', 9);
    await alice.game.waitForText('You lost');
    await alice.game.waitForText('White wins by 7.5 points');
    await alice.game.press('Previous move');
    await alice.game.waitForText('Move 7 of 8');
    const menu = alice.page.getByRole('button', { name: 'Menu' });
    await menu.tap();
    await alice.page.getByRole('link', { name: 'Ratings' }).waitFor();
    await alice.page.keyboard.press('Escape');
    await alice.page.getByRole('link', { name: 'Ratings' }).waitFor({ state: 'hidden' });
    assert.equal(await menu.evaluate('document.activeElement.getAttribute("aria-label")'), 'Menu');
    await menu.tap();
    await alice.page.getByRole('link', { name: 'Ratings' }).tap();
    await alice.page.getByRole('heading', { name: 'Ratings', exact: true }).waitFor();
    await alice.page.getByRole('link', { name: 'Archive' }).waitFor({ state: 'hidden' });
  });

  /** Checks that the board is as wide as the screen, and that names, turn and buttons are visible without scrolling. */
  async function assertAllVisible(page: Page): Promise<void> {
    assert.equal(await page.evaluate('scrollY'), 0);
    const main = page.getByRole('main');
    for (const [what, element] of [
      ['own name', main.getByText('anna', { exact: true })],
      ['name of the opponent', main.getByText('bartholomew', { exact: true })],
      ['captures', main.getByLabel('0 captured').first()],
      ['turn', main.getByText('Your turn')],
      ['pass', page.getByRole('button', { name: 'Pass', exact: true })],
      ['resign', page.getByRole('button', { name: 'Resign' })],
    ] as const) {
      const box = await element.boundingBox();
      assert.ok(box !== null && box.y >= 0 && box.y + box.height <= 640, `${what}: ${JSON.stringify(box)}`);
    }
    const { width = 0 } = (await page.locator('.board-sheet').boundingBox()) ?? {};
    assert.ok(width > 345, `the board is ${width} pixels wide`);
  }
});
