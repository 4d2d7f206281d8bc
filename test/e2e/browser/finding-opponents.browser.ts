import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { DaigoClient } from '../../support/clients/daigo.ts';
import { Nu6Client } from '../../support/clients/nu6.ts';
import { withoutBrowser } from './launch-browser.ts';
import { Opponent } from './opponent.ts';
import { TestServer } from './test-server.ts';

describe('finding an opponent', { skip: withoutBrowser }, () => {
  let server: TestServer;
  before(async () => {
    server = await TestServer.open('--house', '--house-wait', '600');
  });
  afterEach(() => server.closeVisitors());
  after(() => server?.close());

  for (const [width, height] of [
    [1280, 800],
    [360, 740],
  ] as const) {
    test(`the first visitor sees the button for a game with the computer without scrolling, at ${width}x${height}`, async () => {
      const first = await server.visitor('first', { browser: { viewport: { width, height } } });
      const button = first.page.getByRole('button', { name: 'Play the computer', exact: true });
      await button.waitFor();
      const box = await button.boundingBox();
      assert(box !== null && box.y + box.height <= height, `the button ends at ${box && box.y + box.height}`);
      assert.match((await button.getAttribute('class')) ?? '', /primary/);
      first.check();
      await first.leave();
    });
  }

  test('a panel shows the seek and the waiting time, and its button has the focus', async () => {
    const alice = await server.visitor('alice');
    await alice.lobby.seek({ lines: 11 });
    await alice.lobby.waitForSeek();
    await alice.page.getByText('You are alice · waiting for an opponent on Go 11 × 11').waitFor();
    await focusIs(alice.page, 'Cancel');
    const waited = alice.page.getByRole('timer', { name: 'waiting time' }).first();
    // On a busy machine some seconds may not be drawn.
    await waited.filter({ hasText: /0:(?:0[1-9]|[1-5]\d)/ }).waitFor();
    await alice.page.getByText('No other open games.').waitFor();
    await alice.page.keyboard.press('Enter');
    await alice.page.getByText('You are alice', { exact: true }).waitFor();
    await focusIs(alice.page, 'Find an opponent');
  });

  test('a challenge shows that the player is not connected until the player enters', async () => {
    const zora = await server.visitor('zora');
    await zora.lobby.seek({ lines: 2, opponent: 'Yann' });
    const absent = zora.page.getByText('Yann is offline.');
    await absent.waitFor();
    const yann = await Opponent.connect(server.port(), new Nu6Client({ name: 'yann' }));
    yann.act((client) => client.seek(13));
    await absent.waitFor({ state: 'detached' });
    yann.hangUp();
    await absent.waitFor();
  });

  test('the computer can be played instead of waiting', async () => {
    const beth = await server.visitor('beth');
    await beth.lobby.seek({ lines: 9, color: 'white' });
    await beth.lobby.waitForSeek();
    await beth.lobby.playComputerInstead();
    await beth.game.waitForText('tengen');
    await beth.game.waitForTurn();
  });

  test('running games are small boards that follow the moves, with links to watch', async () => {
    const [bob, carl] = [new Nu6Client({ name: 'bob' }), new Nu6Client({ name: 'carl' })];
    const black = await Opponent.connect(server.port(), bob);
    black.act((client) => client.seek(9));
    const dora = await server.visitor('dora');
    await dora.page.getByRole('region', { name: 'Open games' }).getByText('bob').first().waitFor();
    const white = await Opponent.connect(server.port(), carl);
    white.act((client) => client.seek(9));
    const game = dora.page.getByRole('region', { name: 'Live games' }).getByRole('link').filter({ hasText: 'carl' });
    await game.getByText('Go 9 × 9 · 0 moves').waitFor();
    await black.move('E5', 9);
    await white.move('C3', 9);
    await game.getByText('Go 9 × 9 · 2 moves').waitFor();
    const stone = (color: string): Promise<(string | null)[]> =>
      Promise.all(['cx', 'cy'].map((name) => game.locator(`circle.${color}`).getAttribute(name)));
    assert.deepEqual(
      [await stone('black'), await stone('white')],
      [
        ['4.5', '4.5'],
        ['2.5', '6.5'],
      ],
    );
    await game.click();
    await dora.game.waitForPoint('C3, white stone, last move');
    // The page asks for the players of the game, and a player who has left before its first finished game is unknown.
    await dora.leave();
    for (const opponent of [black, white]) opponent.hangUp();
  });

  test('after a game against the computer, the visitor plays again with the other colour or another size', async () => {
    const emma = await server.visitor('emma');
    await emma.lobby.playComputer({ lines: 9, color: 'black' });
    await emma.game.waitForTurn();
    const first = await emma.game.number();
    await emma.game.resign();
    await focusIs(emma.page, 'Play again');
    await emma.game.press('Switch colours');
    await emma.game.waitForGameAfter(first);
    await emma.game.waitForText('Move 1 of 1');
    await emma.game.waitForTurn();
    const second = await emma.game.number();
    await emma.game.resign();
    await emma.page.getByText('Change the settings').click();
    await emma.page.getByRole('radio', { name: '13 × 13' }).check();
    await emma.game.press('Play');
    await emma.game.waitForGameAfter(second);
    await emma.game.waitForText('Go 13 × 13');
  });

  test('the computer plays at the chosen level, then one level down, then with handicap stones', async () => {
    const ida = await server.visitor('ida');
    await ida.lobby.fillIn({ lines: 9, color: 'black' });
    await ida.page.getByRole('radio', { name: /^2\b.*beginner/ }).check();
    await ida.lobby.playComputer({});
    await ida.game.waitForText('tengen-2');
    const first = await ida.game.number();
    await ida.game.resign();
    await ida.game.press('One level down (1)');
    await ida.game.waitForGameAfter(first);
    await ida.game.waitForText('tengen-1');
    const second = await ida.game.number();
    await ida.game.waitForTurn();
    await ida.game.resign();
    await ida.page.getByText('Change the settings').click();
    await ida.page.getByLabel('Handicap').selectOption('4');
    await ida.game.press('Play');
    await ida.game.waitForGameAfter(second);
    await ida.game.waitForText(/4 handicap stones/);
  });

  test('a form for the computer has no take-backs while the game is rated, and says so', async () => {
    const ivy = await server.visitor('ivy');
    const { page } = ivy;
    const [rated, takeBacks] = [/^Rated/, /^Take-backs/].map((name) => page.getByRole('checkbox', { name }));
    const reason = page.locator('form').getByText('No take-backs in a rated game against the computer.');
    await page.getByText('More options').click();
    // With this form, ivy may play a person or the computer.
    await reason.waitFor();
    await takeBacks!.uncheck();
    await reason.waitFor({ state: 'hidden' });
    await takeBacks!.check();
    await rated!.uncheck();
    await reason.waitFor({ state: 'hidden' });
    await rated!.check();
    await ivy.lobby.playComputer({ lines: 9, color: 'black' });
    await ivy.game.waitForText('Your turn');
    await ivy.game.resign();
    await page.getByText('Change the settings').click();
    await reason.waitFor();
    assert.deepEqual([await takeBacks!.isChecked(), await takeBacks!.isDisabled()], [false, true]);
    await rated!.uncheck();
    await reason.waitFor({ state: 'hidden' });
    await takeBacks!.check();
    await ivy.game.press('Play');
    await ivy.game.waitForButton('Ask to undo');
  });

  test('a player challenges the opponent to a second game with other settings, and the opponent accepts', async () => {
    const [fay, gus] = [await server.visitor('fay'), await server.visitor('gus')];
    await gus.lobby.enter();
    await fay.lobby.seek({ lines: 9, opponent: 'gus', color: 'black' });
    await gus.lobby.acceptChallenge('fay');
    const first = await gus.game.number();
    await fay.game.waitForText('Your turn');
    await fay.game.resign();
    await fay.page.getByText('Change the settings').click();
    await fay.page.getByRole('radio', { name: '13 × 13' }).check();
    await fay.page.getByRole('checkbox', { name: 'Take-backs' }).uncheck();
    await fay.game.press('Challenge gus');
    await fay.game.waitForText('Waiting for your opponent to accept…');
    await focusIs(fay.page, 'Cancel');
    await gus.page.getByText('Go 13 × 13').waitFor();
    await gus.lobby.acceptChallenge('fay');
    for (const { game } of [fay, gus]) {
      await game.waitForGameAfter(first);
      await game.waitForText('Go 13 × 13');
    }
    await fay.game.waitForButton('Offer a draw');
    assert.equal(await fay.game.hasButton('Ask to undo'), false);
    // The list of players begins with the people.
    const hal = await server.visitor('hal');
    const players = hal.page.getByRole('region', { name: /^Players online/ }).getByRole('listitem');
    await players.filter({ hasText: 'computer' }).first().waitFor();
    const isComputer = (await players.allTextContents()).map((text) => text.includes('computer'));
    assert.ok(isComputer.includes(true) && isComputer.indexOf(true) > isComputer.lastIndexOf(false));
  });

  test('a declined challenge and a declined rematch end, and the page tells it', async () => {
    const [uma, ben] = [await server.visitor('uma'), await server.visitor('Ben')];
    await ben.lobby.enter();
    await uma.lobby.seek({ lines: 9, opponent: 'Ben', color: 'black' });
    await uma.lobby.waitForSeek();
    await ben.page.getByRole('button', { name: 'Decline' }).click();
    await uma.page.getByText('Ben has declined.').waitFor();
    await focusIs(uma.page, 'Challenge Ben');
    await uma.lobby.seek({ lines: 9, opponent: 'Ben', color: 'black' });
    await uma.page.getByText('Ben has declined.').waitFor({ state: 'hidden' });
    await ben.lobby.acceptChallenge('uma');
    await uma.game.waitForTurn();
    await uma.game.resign();
    await uma.game.press('Rematch');
    await uma.game.waitForText('Waiting for your opponent to accept…');
    await ben.page.getByRole('button', { name: 'Decline' }).click();
    await uma.game.waitForText('Ben has declined.');
    await uma.page.getByRole('button', { name: 'Rematch' }).waitFor();
    await uma.game.waitForNoText('Waiting for your opponent to accept…');
  });

  test('the game shows the rules of the opponent that differ from the chosen ones', async () => {
    const kim = await server.visitor('kim');
    await kim.lobby.seek({ lines: 9, suicide: 'allowed' });
    await kim.lobby.waitForSeek();
    const bob = await Opponent.connect(server.port(), new DaigoClient({ name: 'bob', size: 9 }), true);
    bob.act((client) => client.seek());
    await kim.game.waitForText('Your opponent’s rules apply: suicide forbidden.');
    bob.hangUp();
  });

  test('a friend opens the link of an invitation, sees the settings of the game, and plays', async () => {
    const [lea, max, ned] = [await server.visitor('lea'), await server.visitor('max'), await server.visitor('ned')];
    const link = await lea.lobby.invite({ lines: 13, color: 'black' });
    await lea.page.getByText('You are lea · waiting for your friend on Go 13 × 13').waitFor();
    await focusIs(lea.page, 'Cancel');
    await ned.page.getByText('No open games. Be the first: find an opponent.').waitFor();
    await max.goTo(link);
    await max.page.getByText('lea invites you to a game').waitFor();
    await max.page.getByText('Go 13 × 13').waitFor();
    await max.page.getByText('You play white.').waitFor();
    await max.page.getByRole('main').getByRole('button', { name: 'Play' }).click();
    await max.lobby.enterName();
    assert.equal(await max.game.number(), await lea.game.number());
    await lea.game.play('D4', 'black');
    await max.game.play('E5', 'white');
    await ned.goTo(link);
    await ned.page.getByText('Somebody has already accepted this invitation.').waitFor();
    await ned.page.getByRole('link', { name: 'To the game' }).click();
    await ned.game.waitForPoint('E5, white stone, last move');
    ned.mayGetNotFound = true;
    await ned.goTo('/invite/AAAAAAAAAAAAAAAAAAAAAA');
    await ned.page.getByText('This invitation is no longer valid.').waitFor();
  });

  test('only its players and visitors with the link can see a private game', async () => {
    const [ola, pia, rob] = [await server.visitor('ola'), await server.visitor('pia'), await server.visitor('rob')];
    const link = await ola.lobby.invite({ lines: 9, color: 'black' }, true);
    await pia.goTo(link);
    await pia.page.getByText('This is a private game').waitFor();
    await pia.page.getByRole('main').getByRole('button', { name: 'Play' }).click();
    await pia.lobby.enterName();
    await ola.page.waitForURL(/\/games\/\d+\?key=/);
    const { pathname, search } = new URL(ola.page.url());
    await ola.game.play('E5', 'black');
    rob.mayGetNotFound = true;
    const playerList = rob.page.getByRole('region', { name: /^Players online/ });
    await playerList.getByRole('listitem').filter({ hasText: 'ola' }).getByText('playing').waitFor();
    const games = rob.page.getByRole('region', { name: 'Live games' });
    assert.equal(await games.getByRole('link').filter({ hasText: 'ola' }).count(), 0);
    await rob.goTo(pathname);
    await rob.page.getByText('There is no game').waitFor();
    await rob.goTo(pathname + search);
    await rob.game.waitForPoint('E5, black stone, last move');
    await pia.game.resign();
    await rob.game.waitForText('Black wins by resignation');
    // After the game, the link still leads to it.
    await rob.goTo(pathname + search);
    await rob.game.waitForPoint('E5, black stone, last move');
    await rob.goTo(pathname);
    await rob.page.getByText('There is no game').waitFor();
  });

  test('the list of open games shows the waiting times, and that the computer plays waiting programs', async () => {
    const bob = await Opponent.connect(server.port(), new Nu6Client({ name: 'bob' }));
    bob.act((client) => client.seek(13));
    const carol = await server.visitor('carol');
    const open = carol.page.getByRole('region', { name: 'Open games' });
    await open.getByRole('listitem').filter({ hasText: 'bob' }).getByRole('timer').waitFor();
    await open.getByText('The computer soon joins open games of programs.').waitFor();
    // The list of players names the level of each computer player.
    const players = carol.page.getByRole('region', { name: /^Players online/ });
    await players.getByRole('listitem').filter({ hasText: 'tengen-2' }).getByText('beginner').waitFor();
    bob.hangUp();
  });
});

/** Waits until the button with this name has the focus. */
const focusIs = (page: Page, button: string): Promise<void> =>
  page
    .locator('button:focus')
    .and(page.getByRole('button', { name: button, exact: true }))
    .waitFor();
