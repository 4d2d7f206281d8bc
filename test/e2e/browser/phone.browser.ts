import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { withoutBrowser } from './launch-browser.ts';
import { TestServer } from './test-server.ts';

const PHONE = { browser: { viewport: { width: 360, height: 740 }, hasTouch: true } };
/** For the browser: the parts of the players' bars whose text is wider than their box. */
const CUT_OFF = `[...document.querySelectorAll('.player > *, .captures, .player-rated')]
  .filter((part) => part.scrollWidth > part.clientWidth).map((part) => part.className)`;

describe('the page on a phone', { skip: withoutBrowser }, () => {
  let server: TestServer;
  before(async () => {
    server = await TestServer.open();
  });
  afterEach(() => server.closeVisitors());
  after(() => server?.close());

  test('a link above the form leads to the open games, and a waiting player sees the rules of the own seek', async () => {
    const alice = await server.visitor('ann', PHONE);
    const bob = await server.visitor('ben', PHONE);
    await alice.lobby.seek({ lines: 9, suicide: 'forbidden' });
    await alice.lobby.waitForSeek();
    await alice.page.getByText('komi 7.5, positional superko, suicide forbidden').first().waitFor();
    const link = bob.page.getByRole('link', { name: '1 open game is waiting for you' });
    await link.tap();
    await bob.page.getByRole('button', { name: 'Play ann' }).click({ trial: true });
    await bob.lobby.acceptSeek('ann');
    await alice.game.waitForText(/turn/i);
    assert.equal(await link.count(), 0, 'the link is gone during a game');
  });

  test('a message of the opponent is shown beside the board until the chat is in view', async () => {
    const alice = await server.visitor('amy', PHONE);
    const bob = await server.visitor('bea', PHONE);
    await bob.lobby.enter();
    await alice.lobby.seek({ lines: 9, opponent: 'bea', color: 'black' });
    await bob.lobby.acceptChallenge('amy');
    await alice.game.play('E5', 'black');
    await bob.game.sendChat('good luck');
    const message = alice.page.getByRole('link', { name: 'bea: good luck' });
    await message.tap();
    await alice.page.getByRole('log').getByText('good luck', { exact: true }).waitFor();
    await message.waitFor({ state: 'detached' });
    await alice.page.evaluate('scrollTo(0, 0)');
    await bob.game.sendChat('have fun');
    await alice.page.getByRole('link', { name: 'bea: have fun' }).waitFor();
    assert.equal(await bob.page.getByRole('link', { name: /good luck/ }).count(), 0, 'own messages are not shown');
  });

  test('own lines of the chat stay own lines after a change of the name', async () => {
    const alice = await server.visitor('ada', PHONE);
    const bob = await server.visitor('bix', PHONE);
    await bob.lobby.enter();
    await alice.lobby.seek({ lines: 9, opponent: 'bix', color: 'black' });
    await bob.lobby.acceptChallenge('ada');
    await alice.game.waitForTurn();
    await alice.game.sendChat('good luck');
    await bob.page.getByRole('link', { name: 'ada: good luck' }).waitFor();
    await alice.page.evaluate('scrollTo(0, 0)');
    await alice.page.getByRole('button', { name: 'You are ada.' }).tap();
    const dialog = alice.page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('adele');
    await dialog.getByRole('button', { name: 'Change', exact: true }).tap();
    await alice.page.getByRole('button', { name: 'You are adele.' }).waitFor();
    // A line of the opponent is shown beside the board; an own line is not.
    await bob.game.sendChat('thanks');
    await alice.page.getByRole('link', { name: 'bix: thanks' }).waitFor();
    const colors = await alice.page.evaluate<string[]>(
      `[...document.querySelectorAll('[role=log] p > bdi:first-child')].map((name) => getComputedStyle(name).color)`,
    );
    assert.equal(new Set(colors).size, 2, `two players have two colours: ${colors.join(' and ')}`);
  });

  test('the bars of the players show clock, captures, rating and grade whole; only a long name is cut off', async () => {
    const time = { kind: 'per-move', main: 5, match: 90, move: 30, increment: 5, period: 30, periods: 3, stones: 10 };
    const settings = { parameters: JSON.stringify({ time, handicap: 9, goSize: 19 }) };
    const rating = {
      class: 'go-19',
      rating: 1523,
      deviation: 150,
      provisional: true,
      rank: '12k',
      games: 9,
      history: [],
    };
    const alice = await server.visitor('Maximiliane-Charlotte von Hohenfels', { ...PHONE, settings });
    const bob = await server.visitor('Bartholomew the Extraordinary III', PHONE);
    const { page } = alice;
    await page.route('**/api/players/**', (route) =>
      route.fulfill({
        json: { name: 'x', reserved: false, games: 9, won: 9, lost: 0, drawn: 0, recent: [], ratings: [rating] },
      }),
    );
    await bob.lobby.enter();
    await alice.lobby.seek({ lines: 19, opponent: bob.name, color: 'black' });
    await bob.lobby.acceptChallenge(alice.name);
    const bars = page.locator('.player');
    await bars.last().getByText('12k').waitFor();
    for (const width of [390, 360, 320]) {
      await page.setViewportSize({ width, height: 844 });
      assert.deepEqual(await page.evaluate(CUT_OFF), [], `cut off at ${width}`);
      for (const bar of await bars.all()) {
        const frame = (await bar.boundingBox())!;
        const boxes = [];
        for (const part of ['.clock', '.captures', '.player-rated', '.player-facts']) {
          const box = (await bar.locator(part).boundingBox())!;
          assert(box.x >= frame.x && box.x + box.width <= frame.x + frame.width, `${part} at ${width}`);
          assert(box.y + box.height <= frame.y + frame.height, `${part} at ${width}`);
          boxes.push(box);
        }
        const [clock, , , facts] = boxes;
        assert(clock!.y >= facts!.y + facts!.height || clock!.x >= facts!.x + facts!.width, `no overlap at ${width}`);
      }
    }
  });

  test('the inspector opens at the top of the page, and then scrolls to each chosen message', async () => {
    const alice = await server.visitor('una', PHONE);
    const bob = await server.visitor('ugo', PHONE);
    await bob.lobby.enter();
    await alice.lobby.seek({ lines: 9, opponent: 'ugo', color: 'black' });
    await bob.lobby.acceptChallenge('una');
    await alice.game.waitForTurn();
    await alice.game.resign();
    await alice.game.waitForText('You lost');
    const { page } = alice;
    await page.getByRole('link', { name: 'Inspect the protocol' }).tap();
    await page.locator('.message[aria-selected=true]').waitFor();
    // The first messages are from before the game.
    await page.waitForURL(/message=(?!1$)\d+$/);
    assert.equal(await page.evaluate('scrollY'), 0);
    await page.getByRole('button', { name: 'Last message' }).tap();
    await page.waitForFunction('scrollY > 0');
  });
});
