import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { withoutBrowser } from './launch-browser.ts';
import { TestServer } from './test-server.ts';

const PHONE = { browser: { viewport: { width: 360, height: 740 }, hasTouch: true } };

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
});
