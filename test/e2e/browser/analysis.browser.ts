import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { withoutBrowser } from './launch-browser.ts';
import { type Games, Scene } from './screenshot-scenes.ts';
import { TestServer } from './test-server.ts';
import type { Visitor } from './visitor.ts';

/** Numbers of moves in the counted game of the scene, which ends with `… F7 B8 D3 B7 pass G2 pass pass`. */
const [LAST, BEFORE_D3] = [54, 48];

describe('the analysis of a game', { skip: withoutBrowser }, () => {
  let server: TestServer;
  let scene: Scene;
  let games: Games;
  let ada: Visitor;
  before(async () => {
    server = await TestServer.open('--house', '--house-wait', '600', '--durability', 'os');
    scene = new Scene(server);
    games = await scene.build();
    ada = await server.visitor('ada');
  });
  after(async () => {
    scene?.close();
    await server?.close();
  });

  /** Opens the counted game at a move, or at the address of a position. */
  async function open(search = ''): Promise<void> {
    await ada.goTo(`/games/${games.counted}${search}`);
    await ada.game.waitForText(/^(?:Move|Variation:|Before the first move)/);
  }

  const press = (...keys: readonly string[]) =>
    keys.reduce((done, key) => done.then(() => ada.page.keyboard.press(key)), Promise.resolve());
  const focused = (): Promise<string> => ada.page.evaluate('document.activeElement.tagName') as Promise<string>;

  test('variations with the mouse: a first one, a second branch, deletion, back to the game', async () => {
    await open(`?move=${BEFORE_D3}`);
    await ada.game.choose('A9');
    await ada.game.waitForPoint('A9, black stone, last move');
    await ada.game.waitForText('Variation: 49');
    await ada.game.choose('B9');
    await ada.game.waitForPoint('B9, white stone, last move');
    await ada.game.press('Previous move');
    await ada.game.choose('A8');
    await ada.game.waitForPoint('A8, white stone, last move');
    const branches = ada.page.getByRole('list', { name: 'Variations at move 49' });
    assert.match(await branches.innerText(), /49\s*A9\s*50\s*B9\s*50\s*A8/);
    await branches.getByRole('button', { name: /B9/ }).click();
    await ada.game.waitForPoint('B9, white stone, last move');
    await ada.game.press('Delete variation');
    await ada.game.waitForPoint('B9, empty');
    await ada.game.waitForPoint('A9, black stone, last move');
    assert.notEqual(await focused(), 'BODY');
    await ada.game.press('Back to the game');
    await ada.game.waitForText(`Move ${BEFORE_D3} of ${LAST}`);
    assert.notEqual(await focused(), 'BODY');
    // The move of the game itself makes no branch.
    await ada.game.choose('D3');
    await ada.game.waitForText(`Move 49 of ${LAST}`);
  });

  test('a link to a move opens the inspector there; the address then follows the messages and keeps its other parameters', async () => {
    await ada.goTo(`/inspector/${games.counted}?key=${'k'.repeat(22)}&move=${BEFORE_D3}`);
    const position = ada.page.getByRole('main').locator('.stepper output');
    await position.filter({ hasText: /\d/ }).waitFor();
    const address = (): URLSearchParams => new URL(ada.page.url()).searchParams;
    const first = Number(address().get('message'));
    const { messages } = (await (await fetch(`${server.url}/api/games/${games.counted}/conversation`)).json()) as {
      messages: { turns: number }[];
    };
    assert.deepEqual([messages[first - 2]?.turns, messages[first - 1]?.turns], [BEFORE_D3 - 1, BEFORE_D3]);
    await ada.page.keyboard.press('ArrowDown');
    await ada.page.waitForURL(({ searchParams }) => searchParams.get('message') === `${first + 1}`);
    assert.equal(address().get('key'), 'k'.repeat(22));
  });

  test('an illegal move is refused with the reason', async () => {
    await open();
    await press('Home');
    for (const vertex of ['B1', 'A1', 'C3', 'J9', 'A2']) {
      await ada.game.choose(vertex);
      await ada.page
        .getByRole('gridcell', { name: new RegExp(`^${vertex}, .*last move`) })
        .waitFor({ state: 'attached' });
    }
    await ada.game.press('Try a pass');
    await ada.game.waitForText('Variation: 6');
    await ada.game.press('Try a pass');
    await ada.game.waitForText('Variation: 7');
    // A suicide of a single stone would repeat the position.
    await ada.game.choose('A1');
    await ada.page.getByRole('main').getByRole('alert').filter({ hasText: 'Ko:' }).waitFor();
  });

  test('variations with the keyboard: typed points, arrow keys, other branches, start and end', async () => {
    await open(`?move=${BEFORE_D3}`);
    await ada.page.getByRole('gridcell', { name: 'E5, black stone' }).focus();
    await press('a', '9', 'Enter');
    await ada.game.waitForPoint('A9, black stone, last move');
    await ada.page.getByRole('slider', { name: 'Moves' }).focus();
    await press('ArrowLeft');
    await ada.game.waitForText(`Move ${BEFORE_D3} of ${LAST}`);
    await press('ArrowRight');
    await ada.game.waitForPoint('D3, black stone, last move');
    await press('ArrowDown');
    await ada.game.waitForPoint('A9, black stone, last move');
    await press('ArrowUp');
    await ada.game.waitForPoint('D3, black stone, last move');
    await press('End');
    await ada.game.waitForText(`Move ${LAST} of ${LAST}`);
    await press('Home');
    await ada.game.waitForText('Before the first move');
    assert.equal(await focused(), 'INPUT');
    // At the end of the game the button keeps the focus.
    await ada.page.getByRole('button', { name: 'Latest move' }).focus();
    await press('Enter', 'Enter');
    assert.equal(await focused(), 'BUTTON');
  });

  test('the downloaded SGF has the variations', async () => {
    await open(`?move=${BEFORE_D3}`);
    assert.equal(await ada.game.hasButton('Download SGF with variations'), false);
    await ada.game.choose('A9');
    await ada.game.choose('B9');
    const [download] = await Promise.all([
      ada.page.waitForEvent('download'),
      ada.game.press('Download SGF with variations'),
    ]);
    assert.equal(download.suggestedFilename(), `tengen-${games.counted}.sgf`);
    const text = readFileSync(await download.path(), 'utf8');
    assert.match(text, /\(;B\[dg\];W\[bc\][^()]*\)\s*\(;B\[aa\];W\[ba\]\)\)\s*$/);
    const plain = await (await fetch(`${server.url}/api/games/${games.counted}.sgf`)).text();
    const nodes = (sgf: string): string => sgf.replaceAll(/[()\n]/g, '');
    assert.equal(nodes(text).replace(';B[aa];W[ba]', ''), nodes(plain));
  });

  test('a link to a position with a variation; links with a wrong position', async () => {
    await open('?move=34');
    await ada.game.waitForText(`Move 34 of ${LAST}`);
    await ada.game.waitForPoint('A4, white stone, last move');
    await ada.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await ada.game.choose('A9');
    await ada.game.choose('B9');
    await ada.game.press('Copy link to this position');
    await ada.game.waitForText('Link copied');
    const link = (await ada.page.evaluate('navigator.clipboard.readText()')) as string;
    assert.equal(link, `${server.url}/games/${games.counted}?move=34&then=0.0-1.0`);
    const bea = await server.visitor('bea');
    await bea.goTo(link.slice(server.url.length));
    await bea.game.waitForPoint('B9, white stone, last move');
    await bea.game.waitForText('Variation: 36');
    bea.check();
    await bea.leave();
    for (const [search, message] of [
      ['?move=99', 'This link leads to move 99, but the game has 54 moves.'],
      ['?move=x', 'This link does not lead to a position of this game.'],
      ['?move=34&then=0.0-0.0', 'Move 2 of the variation in this link is illegal here.'],
    ] as const) {
      await open(search);
      await ada.game.waitForText(message);
      await ada.game.waitForText(`Move ${LAST} of ${LAST}`);
    }
  });

  test('the score is counted at the end and estimated before, and its parts are shown', async () => {
    await open();
    await ada.game.press('Estimate the score');
    await ada.game.waitForText('Black leads by 11 points');
    await ada.game.waitForText(/^Exact area score/);
    await ada.game.waitForText('White: area 35 + komi 0 = 35');
    await ada.page.getByRole('slider', { name: 'Moves' }).focus();
    await press(...Array<string>(6).fill('ArrowLeft'));
    await ada.game.waitForText(/leads by about \d+ points/);
    await ada.game.waitForText(/^The computer played this position to the end 800 times/);
    await ada.game.waitForPoint('J9, empty, black’s area');
    await ada.game.press('Hide the estimate');
    await ada.game.waitForPoint('J9, empty');
  });

  test('the moves that lost most have a button that goes there and one that shows a better move', async () => {
    await open();
    await ada.game.press('Find the biggest mistakes');
    await ada.game.waitForText('Biggest mistakes');
    assert.notEqual(await focused(), 'BODY');
    await ada.page.getByRole('slider', { name: 'Estimate over the game' }).waitFor();
    const [, number, better] = /Move (\d+) .* lost about .*? (\S+) would have been better/s.exec(
      await ada.page.getByRole('listitem').filter({ hasText: 'lost about' }).first().innerText(),
    )!;
    await ada.page.getByRole('button', { name: `Go to move ${number}` }).click();
    await ada.game.waitForText(`Move ${number} of ${LAST}`);
    await ada.page
      .getByRole('button', { name: `Show ${better}` })
      .first()
      .click();
    await ada.page
      .getByRole('gridcell', { name: new RegExp(`^${better}, .*last move`) })
      .waitFor({ state: 'attached' });
    await ada.game.waitForText(`Variation: ${number}`);
  });

  test('a running game has variations for spectators only, and no estimate', async () => {
    await ada.goTo(`/games/${games.running}`);
    await ada.game.waitForText(/^Play on the board to try moves/);
    await ada.game.choose('A1');
    await ada.game.waitForPoint('A1, black stone, last move');
    assert.equal(await ada.game.hasButton('Estimate the score'), false);
    await ada.game.press('Back to the game');
    await ada.game.waitForPoint('A1, empty');
    const cleo = await server.visitor('cleo');
    await cleo.lobby.playComputer({ lines: 9 });
    await cleo.game.play('E5', 'black');
    assert.equal(await cleo.game.hasButton('Estimate the score'), false);
    assert.equal(await cleo.game.hasButton('Try a pass'), false);
    const number = await cleo.game.number();
    await cleo.goTo(`/games/${number}?move=1&then=0.0`);
    await cleo.game.waitForText('While you play this game, you can view earlier positions but not try moves.');
    await cleo.game.waitForPoint('A9, empty');
    cleo.check();
    await cleo.leave();
  });

  test('a game with the option of an estimate shows the estimate of the position while it runs', async () => {
    const dora = await server.visitor('dora');
    const form = dora.page.getByRole('region', { name: 'Play', exact: true });
    await form.getByText('More options').click();
    await form.getByRole('checkbox', { name: /^Score estimate/ }).check();
    await dora.lobby.playComputer({ lines: 9, color: 'black' });
    await dora.game.play('E5', 'black');
    await dora.game.press('Estimate the score');
    await dora.game.waitForText(/leads by about/);
    await dora.game.waitForText(/^White: area \d+ \+ komi 7.5 = \d+.5$/);
    assert.equal(await dora.game.hasButton('Find the biggest mistakes'), false);
    assert.equal(await dora.game.hasButton('Try a pass'), false);
    await dora.game.resign();
    dora.check();
    await dora.leave();
  });

  test('no browser has reported a problem', () => ada.check());
});
