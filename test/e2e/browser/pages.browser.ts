import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { LANGUAGES } from '../../../src/web/texts/page-language.ts';
import { KINDS } from '../../support/pairs/client-kinds.ts';
import { withoutBrowser } from './launch-browser.ts';
import { Opponent } from './opponent.ts';
import { type Games, Scene } from './screenshot-scenes.ts';
import { TestServer } from './test-server.ts';
import type { Visitor } from './visitor.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const WIDE = { width: 1280, height: 800 };
const NARROW = { width: 360, height: 740 };
const THEMES = ['light', 'dark', 'contrast'];

/** Names and chat lines that a page with a fault would not show as plain text. */
const HOSTILE = [
  '<img src=x onerror=alert(1)>',
  '\u202eesrever\u202c \u2067rtl',
  '😀'.repeat(32),
  '&lt;b&gt;"\'`',
  '..',
];

/** A game with all properties of a record. */
const RECORD =
  '(;FF[4]GM[1]SZ[19]HA[3]KM[0.5]RU[Japanese]AB[dd][pd][dp]PB[Honinbo]BR[4d]BT[Honinbo house]PW[Inoue]WR[8d]WT[Inoue house]' +
  'GN[The game]EV[Castle game]RO[1]DT[1846-09-11]PC[Edo]TM[7200]OT[5x30]ON[parallel]AN[me]SO[a book]US[me]CP[none]' +
  'AP[editor:1]RE[W+Resignation]GC[Of two\nlines]C[And more.];W[qp]WL[1799.5]OW[5]C[here];B[op]BL[3600](;W[pq])(;W[oq]))';

/** Imports the record with the account of this page. Returns the number of the game. */
async function importGame(page: Page): Promise<number> {
  const headers = { 'Content-Type': 'application/x-go-sgf' };
  const request = `fetch('/api/archive', ${JSON.stringify({ method: 'POST', headers, body: RECORD })})`;
  const { games } = (await page.evaluate(`${request}.then((answer) => answer.json())`)) as { games: number[] };
  return games[0] ?? 0;
}

describe('every page', { skip: withoutBrowser }, () => {
  let server: TestServer;
  let scene: Scene;
  let games: Games;
  let ada: Visitor;
  let imported: number;
  before(async () => {
    server = await TestServer.open('--house', '--house-wait', '600', '--admin', 'ada', '--durability', 'os');
    scene = new Scene(server);
    games = await scene.build();
    ada = await scene.signedIn('ada', { browser: { bypassCSP: false } });
    imported = await importGame(ada.page);
  });
  after(async () => {
    scene?.close();
    await server?.close();
  });

  /** The path of each page, and a text that it shows when it is complete. */
  const pages = (): Readonly<Record<string, readonly [path: string, text: string | RegExp]>> => ({
    lobby: ['/', 'Sente'],
    'a running game': [`/games/${games.running}`, 'Sente'],
    'a counted game': [`/games/${games.counted}`, /2026|Move \d+|52/],
    'a row of five': [`/games/${games.row}`, /guest-/],
    'an imported game': [`/games/${imported}`, 'Castle game'],
    archive: ['/archive', 'jonas'],
    player: ['/players/mira', 'jonas'],
    ratings: ['/ratings?class=go-9', 'mira'],
    inspector: [`/inspector/${games.counted}`, /CORE\./],
    account: ['/account', 'ada'],
    administration: ['/administration', 'tenuki'],
    'no page': ['/games/0', /./],
  });

  async function visit(name: string): Promise<Page> {
    const [path, text] = pages()[name]!;
    await ada.goTo(path);
    await ada.page.getByRole('main').getByText(text).first().waitFor({ state: 'attached' });
    return ada.page;
  }

  for (const name of [
    'lobby',
    'a running game',
    'a counted game',
    'a row of five',
    'an imported game',
    'archive',
    'player',
    'ratings',
    'inspector',
    'account',
    'administration',
  ]) {
    test(`${name}: axe finds nothing serious, in any theme, and on a narrow screen`, async () => {
      const page = await visit(name);
      assert.deepEqual(await findProblems(page), []);
    });
  }

  test('an imported game shows the clocks of the record at each move', async () => {
    const page = await visit('an imported game');
    await page.getByRole('img', { name: 'time left: 29:59 (5)' }).waitFor();
    await page.getByRole('img', { name: 'time left: 1:00:00' }).waitFor();
    await page.getByRole('button', { name: 'First position' }).click();
    await page
      .getByRole('img', { name: /time left/ })
      .first()
      .waitFor({ state: 'detached' });
  });

  test('a board shrinks with the width of the page when there is enough height', async () => {
    for (const name of ['a running game', 'inspector']) {
      const page = await visit(name);
      await page.setViewportSize({ width: 1280, height: 2000 });
      const cell = `document.querySelector('.board').style.getPropertyValue('--board-cell')`;
      await page.waitForFunction(`parseFloat(${cell}) > 0`);
      await page.setViewportSize({ width: 360, height: 2000 });
      await page.waitForFunction('document.documentElement.scrollWidth <= innerWidth', undefined, { timeout: 5000 });
      assert.ok(((await page.evaluate(`parseFloat(${cell})`)) as number) > 0, name);
    }
  });

  test('settings, the question for a name and a running game: axe finds nothing serious', async () => {
    const page = await visit('lobby');
    await page.getByRole('button', { name: 'Settings' }).click();
    assert.deepEqual(await findProblems(page), []);
    await page.keyboard.press('Escape');
    const bea = await server.visitor('bea');
    await bea.page.getByRole('button', { name: 'Your name' }).click();
    assert.deepEqual(await findProblems(bea.page), []);
    await bea.page.keyboard.press('Escape');
    await bea.lobby.playComputer({ lines: 9 });
    await bea.game.play('E5', 'black');
    await bea.game.press('Resign');
    assert.deepEqual(await findProblems(bea.page), []);
    await bea.game.press('Yes, resign');
    await bea.game.waitForText('You lost');
    bea.check();
    await bea.leave();
  });

  test('variations, an estimate and the moves that lost most: axe finds nothing serious', async () => {
    const page = await visit('a counted game');
    await page.setViewportSize(WIDE);
    for (let step = 0; step < 6; step++) await page.keyboard.press('ArrowLeft');
    for (const vertex of ['A9', 'B9']) await ada.game.choose(vertex);
    await ada.game.press('Estimate the score');
    await ada.game.waitForText(/^The computer played/);
    await ada.game.press('Find the biggest mistakes');
    await ada.game.waitForText('Biggest mistakes');
    assert.deepEqual(await findProblems(page), []);
  });

  for (const language of Object.keys(LANGUAGES)) {
    test(`nothing is missing or cut off in ${language}, on a narrow screen too`, async () => {
      await ada.page.evaluate(`localStorage.setItem('tengen.language', '${language}')`);
      const found: string[] = [];
      for (const name of Object.keys(pages())) {
        const page = await visit(name);
        for (const size of [WIDE, NARROW]) {
          await page.setViewportSize(size);
          for (const fault of (await page.evaluate(`(${CUT_OFF})()`)) as string[]) {
            found.push(`${name}, ${size.width}: ${fault}`);
          }
        }
        assert.equal(await page.locator('html').getAttribute('lang'), language);
      }
      await ada.page.evaluate(`localStorage.setItem('tengen.language', 'en')`);
      assert.deepEqual(found, []);
    });
  }

  test('names and chat lines of other protocols are shown as plain text', async () => {
    const page = await visit('lobby');
    page.on('dialog', (dialog) => assert.fail(dialog.message()));
    // Only a visitor who has entered receives the chat.
    await ada.lobby.sendChat('good evening');
    await page.getByRole('log').getByText('good evening').waitFor();
    const opponents = await Promise.all(
      HOSTILE.map(async (name) => {
        const opponent = await Opponent.connect(server.port(), KINDS['nu6 with chat']!.client(name));
        opponent.act((client) => client.seek(5));
        return opponent;
      }),
    );
    const playerList = page.getByRole('region', { name: /^Players online/ });
    for (const name of HOSTILE) {
      const shown = name.replaceAll(/\p{Cf}/gu, '-');
      await playerList.getByText(shown, { exact: true }).first().waitFor();
    }
    assert.equal(
      await playerList.getByRole('link', { name: '..', exact: true }).count(),
      0,
      'such a link would lead to another page',
    );
    for (const opponent of opponents)
      opponent.act((client) => 'chat' in client && (client as ChatClient).chat(`${HOSTILE[0]}!`));
    await page.getByRole('log').getByText(`${HOSTILE[0]}!`).first().waitFor();
    assert.equal(await page.locator('img').count(), 0);
    // The change of the text direction ends with the name.
    const isolated = await playerList.locator('bdi', { hasText: 'esrever' }).count();
    assert.equal(isolated > 0, true);
    for (const size of [WIDE, NARROW]) {
      await page.setViewportSize(size);
      assert.equal(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), true);
    }
    for (const opponent of opponents) opponent.hangUp();
  });

  test('nothing moves for a visitor who prefers reduced motion', async () => {
    const moving = async (reducedMotion: 'reduce' | 'no-preference'): Promise<number> => {
      const cleo = await server.visitor(`cleo ${reducedMotion}`, { browser: { reducedMotion } });
      await cleo.lobby.seek({ lines: reducedMotion === 'reduce' ? 21 : 23 });
      await cleo.lobby.waitForSeek();
      const running = `document.getAnimations().filter((one) => one.playState === 'running').length`;
      const count = (await cleo.page.evaluate(running)) as number;
      cleo.check();
      await cleo.leave();
      return count;
    };
    assert.equal(await moving('reduce'), 0);
    assert.ok((await moving('no-preference')) > 0, 'without the setting, something moves');
  });

  test('no browser has reported a problem', () => ada.check());
});

interface ChatClient {
  chat(text: string): void;
}

/** Finds serious and critical violations of axe-core in every theme and at both sizes, and pages that scroll sideways. */
async function findProblems(page: Page): Promise<readonly string[]> {
  await page.evaluate(AXE);
  const found: string[] = [];
  for (const size of [NARROW, WIDE]) {
    await page.setViewportSize(size);
    // The board takes its new size with the next frame.
    await page
      .waitForFunction('document.documentElement.scrollWidth <= innerWidth', undefined, { timeout: 5000 })
      .catch(async () => found.push(`${size.width}: scrolls sideways for ${await page.evaluate(TOO_WIDE)}`));
    // A theme has the same colours at every size, and each check takes a second.
    for (const theme of size === WIDE ? THEMES : ['light']) {
      await page.evaluate(`document.documentElement.dataset.theme = '${theme}'`);
      for (const fault of (await page.evaluate(`(${AXE_PROBLEMS})()`)) as string[]) {
        found.push(`${size.width}, ${theme}: ${fault}`);
      }
    }
  }
  return found;
}

/** Runs in the page. Finds elements that reach beyond its right edge. */
const TOO_WIDE = `[...document.querySelectorAll('body *')]
  .filter((element) => element.getBoundingClientRect().right > innerWidth)
  .map((element) => element.cloneNode().outerHTML).slice(0, 8).join(' ')`;

/** Runs in the page. Ends the transitions of colours first. */
const AXE_PROBLEMS = `async () => {
  for (const animation of document.getAnimations()) {
    if (animation instanceof CSSTransition) animation.finish();
  }
  const { violations } = await axe.run({ resultTypes: ['violations'] });
  return violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => id + ': ' + nodes[0].html.slice(0, 200) + ' ' + nodes[0].failureSummary);
}`;

/** Runs in the page. Finds texts that are cut off. Only names may be shortened with an ellipsis. */
const CUT_OFF = `() => {
  const found = /\\bundefined\\b|\\bNaN\\b|\\[object/.test(document.body.innerText) ? ['a text is missing'] : [];
  if (document.documentElement.scrollWidth > innerWidth) found.push('scrolls sideways');
  for (const element of document.querySelectorAll('button, a, h1, h2, label, legend, th, td, p, summary, output, span')) {
    const style = getComputedStyle(element);
    const hides = style.overflowX === 'hidden' || style.overflowX === 'clip';
    if (!hides || element.closest('.visually-hidden') || element.querySelector('bdi') || element.closest('bdi')) continue;
    if (element.clientWidth > 0 && element.scrollWidth > element.clientWidth + 1) found.push(element.outerHTML.slice(0, 160));
  }
  return found;
}`;
