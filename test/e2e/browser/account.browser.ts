import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { TcpClient } from '../serve/tcp-client.ts';
import { withoutBrowser } from './launch-browser.ts';
import { Scene } from './screenshot-scenes.ts';
import { TestServer } from './test-server.ts';

describe('a visitor with an account', { skip: withoutBrowser }, () => {
  let server: TestServer;
  before(async () => {
    server = await TestServer.open('--house', '--guard-names');
  });
  after(() => server?.close());

  test('has its name from the start, and keeps its seat when it does not confirm the sign-out', async () => {
    const ada = await new Scene(server).signedIn('ada');
    const { page } = ada;
    await ada.goTo('/account');
    const named = page.getByRole('button', { name: 'You are ada.' });
    const signOut = page.getByRole('button', { name: 'Sign out' });
    await named.waitFor();
    await ada.goTo('/');
    await page.getByRole('main').getByText('Signed in as ada').waitFor();
    assert.equal(await page.getByText('No account needed').count(), 0);
    await ada.lobby.playComputer({ lines: 9 });
    await ada.game.play('E5', 'black');
    await ada.goTo('/account');
    await page.getByRole('link', { name: 'Back to your game' }).waitFor();
    await signOut.click();
    await page.getByRole('alert').getByText('If you sign out, you lose your seat.').waitFor();
    await page.getByRole('button', { name: 'No', exact: true }).click();
    await page.getByRole('link', { name: 'Back to your game' }).click();
    await ada.game.waitForPoint('E5, black stone');
    await ada.game.resign();
    await ada.game.waitForText('You lost');
    await ada.goTo('/account');
    // Without a game, the page does not ask for a confirmation.
    await signOut.click();
    await page.getByRole('button', { name: 'Your name' }).waitFor();
    assert.equal(await page.getByRole('alert').count(), 0);
    ada.check();
    await ada.leave();
  });

  test('finds a finished private game in the archive and on the own player page, and others do not', async () => {
    const ida = await new Scene(server).signedIn('ida');
    const { page } = ida;
    await ida.goTo('/');
    await page.getByText('More options').click();
    await page.getByRole('checkbox', { name: 'Private game' }).check();
    await ida.lobby.playComputer({ lines: 9, color: 'black' });
    await ida.game.play('E5', 'black');
    await ida.game.resign();
    await ida.game.waitForText('You lost');
    const game = await ida.game.number();
    const link = page.getByRole('link', { name: `Replay ${game}`, exact: true });
    for (const path of ['/archive', '/archive?player=ida', '/players/ida']) {
      await ida.goTo(path);
      await page.getByRole('row').filter({ has: link }).getByText('private').waitFor();
    }
    await link.click();
    await ida.game.waitForText('White wins by resignation');
    const other = await server.visitor('joe');
    for (const path of ['/archive', '/players/ida']) {
      await other.goTo(path);
      await other.page.getByRole('heading', { level: 1 }).waitFor();
      await other.page.getByText('Loading').waitFor({ state: 'hidden' });
      assert.equal(await other.page.getByRole('link', { name: `Replay ${game}`, exact: true }).count(), 0, path);
    }
    for (const visitor of [ida, other]) {
      visitor.check();
      await visitor.leave();
    }
  });

  test('whose session has ended elsewhere sees the form to sign in after the next request', async () => {
    const guy = await new Scene(server).signedIn('guy');
    const { page } = guy;
    await guy.goTo('/account');
    await page.getByLabel('Description').fill('laptop');
    const { ok, status } = await page.evaluate<{ ok: boolean; status: number }>(
      `fetch('/api/session', { method: 'DELETE' }).then(({ ok, status }) => ({ ok, status }))`,
    );
    assert.ok(ok, String(status));
    await page.getByRole('button', { name: 'Create a token' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    assert.equal(await page.getByText('Signed in as guy').count(), 0);
    await guy.leave();
  });

  test('adds games from SGF, and sees which properties are only in the original text', async () => {
    const eve = await new Scene(server).signedIn('eve');
    const { page } = eve;
    await eve.goTo('/archive');
    await page.getByText('Add games from SGF').click();
    await page
      .getByRole('textbox', { name: 'or SGF as text' })
      .fill(
        '(;GM[1]SZ[9]CA[GB2312]HA[2]AB[cc][gg]PB[天元]BR[4d]EV[Castle game]RE[W+Resign];W[ee]C[here])(;SZ[9];B[aa]',
      );
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText('only in the original text: C').waitFor();
    await page.getByText('game 2: the text ends before the end of the game').waitFor();
    await page.getByRole('status').getByRole('link').first().click();
    await eve.game.waitForPoint('C7, black stone');
    await eve.game.waitForPoint('E5, white stone, last move');
    for (const text of ['天元', '4d', 'Castle game', 'W+Resign', '2 handicap stones', 'White wins by resignation'])
      await page.getByRole('main').getByText(text).first().waitFor();
    const [original] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Original file' }).click(),
    ]);
    assert.equal(original.suggestedFilename(), `tengen-${page.url().split('/').at(-1)}-original.sgf`);
    eve.check();
    await eve.leave();
  });

  test('opens the name for a program, sees the connection, and disconnects the program', async () => {
    const fay = await new Scene(server).signedIn('fay');
    const { page } = fay;
    await fay.goTo('/account');
    await page.getByText('No program uses your name.').waitFor();
    await page.getByRole('button', { name: 'Open for one minute' }).press('Enter');
    await page.getByText('The name is open. Connect your program now.').waitFor();
    const program = await TcpClient.connect(server.port());
    program.send('CORE.HELLO~fay');
    assert.equal(await program.line(), 'CORE.HELLO');
    await page.getByText('Connected now: nu6 from 127.0.0.1').waitFor();
    // One client has used the opening.
    await page.getByText('The name is open.').waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Disconnect fay' }).click();
    await page.getByRole('button', { name: 'Yes Disconnect fay' }).click();
    await page.getByText('No program uses your name.').waitFor();
    await program.readToEnd();
    fay.check();
    await fay.leave();
  });

  test('sees a message for an invalid search of the archive', async () => {
    const bea = await server.visitor('bea');
    await bea.goTo('/archive?size=abc');
    await bea.page.getByText('Invalid search').waitFor();
    await bea.leave();
  });
});
