import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { type BoardTestPage, openBoardTestPage, showBoard } from './board-test-page.ts';
import { launchBrowser, withoutBrowser } from './launch-browser.ts';

const PHONE = { viewport: { width: 360, height: 740 }, deviceScaleFactor: 3 };
const WIDE = { viewport: { width: 1280, height: 800 } };
const THEMES = ['wood', 'paper', 'night', 'plain'] as const;

/** The least contrast of text and of other marks: WCAG 1.4.3 and 1.4.11. */
const [TEXT, GRAPHICS] = [4.5, 3];

/** The relative luminance of a CSS colour such as `rgb(0, 0, 0)`, by WCAG. */
function luminance(color: string): number {
  const [r = 0, g = 0, b = 0] = (color.match(/[\d.]+/g) ?? []).slice(0, 3).map((part) => {
    const value = Number(part) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(first: string, second: string): number {
  const [light, dark] = [luminance(first), luminance(second)].sort((a, b) => b - a);
  return (light! + 0.05) / (dark! + 0.05);
}

describe('the look of the board in a browser', { skip: withoutBrowser }, () => {
  let testPage: BoardTestPage;
  let browser: Browser;
  let context: BrowserContext | undefined;
  before(async () => {
    [testPage, browser] = await Promise.all([openBoardTestPage(), launchBrowser()]);
  });
  after(async () => {
    await browser?.close();
    testPage?.close();
  });

  async function open(search: string, options: BrowserContextOptions = WIDE, settings: object = {}): Promise<Page> {
    await context?.close();
    context = await browser.newContext(options);
    return await showBoard(context, testPage.address(search), settings);
  }

  /** The colour of a custom property of the board. */
  const colorOf = (page: Page, property: string): Promise<string> =>
    page.evaluate(`{
      const probe = document.querySelector('.board').appendChild(document.createElement('i'));
      probe.style.color = 'var(${property})';
      const color = getComputedStyle(probe).color;
      probe.remove();
      color;
    }`);
  /** The computed style of the first element. */
  const styleOf = (page: Page, selector: string, property: string): Promise<string> =>
    page.evaluate(`getComputedStyle(document.querySelector('${selector}')).${property}`);
  const textsOf = (page: Page, selector: string): Promise<readonly string[]> =>
    page.locator(`${selector} text`).allTextContents();

  for (const [lines, screen, options] of [
    [9, 'wide', WIDE],
    [19, 'narrow', PHONE],
    [131, 'wide', WIDE],
    [131, 'narrow', PHONE],
  ] as const) {
    test(`coordinates on four sides, with equal margins: ${lines} lines, ${screen}`, async () => {
      const page = await open(`lines=${lines}`, options);
      const margins = (await page.evaluate(`{
        const [sheet, board] = ['.board-sheet', '.board-surface'].map((one) =>
          document.querySelector(one).getBoundingClientRect());
        [board.left - sheet.left, sheet.right - board.right, board.top - sheet.top, sheet.bottom - board.bottom];
      }`)) as number[];
      assert.ok(margins[0]! >= 9, `${margins}`);
      for (const margin of margins) assert.ok(Math.abs(margin - margins[0]!) < 0.5, `${margins}`);
      for (const kind of ['columns', 'rows']) {
        const start = await textsOf(page, `.board-${kind}.start`);
        assert.ok(start.length > 1);
        assert.deepEqual(await textsOf(page, `.board-${kind}.end`), start);
      }
      const cut = await page.evaluate(`[...document.querySelectorAll('.board-rows, .board-columns')].some((side) => {
        const room = side.getBoundingClientRect();
        return [...side.querySelectorAll('text')].some((text) => {
          const box = text.getBoundingClientRect();
          return side.matches('.board-rows')
            ? box.left < room.left || box.right > room.right
            : box.top < room.top - 1 || box.bottom > room.bottom + 1;
        });
      })`);
      assert.equal(cut, false, 'every label is inside the margin');
    });
  }

  test('the columns of Go leave out I, and those of Gomoku do not', async () => {
    const columns = async (game: string): Promise<string> =>
      (await textsOf(await open(`lines=15&game=${game}`), '.board-columns.start')).join('');
    assert.equal(await columns('go'), 'ABCDEFGHJKLMNOP');
    assert.equal(await columns('gomoku'), 'ABCDEFGHIJKLMNO');
  });

  test('every theme has its own ground in light and dark, and all its marks have enough contrast', async () => {
    for (const theme of ['light', 'dark']) {
      const grounds = new Set<string>();
      for (const board of THEMES) {
        const page = await open('lines=9', WIDE, { theme, board });
        const ground = await colorOf(page, '--board-ground');
        grounds.add(ground);
        for (const [property, least] of [
          ['--board-ink', TEXT],
          ['--board-mark', GRAPHICS],
          ['--board-cursor', GRAPHICS],
        ] as const) {
          const ratio = contrast(await colorOf(page, property), ground);
          assert.ok(ratio >= least, `${board}, ${theme}: ${property} ${ratio.toFixed(2)}`);
        }
      }
      assert.equal(grounds.size, THEMES.length);
    }
  });

  test('the last move is marked in white on black stones and in black on white ones', async () => {
    const page = await open('lines=9', WIDE, { 'confirm-touch': 'off' });
    const stroke = (): Promise<string> => styleOf(page, '.board-last', 'stroke');
    await page.locator('[tabindex="0"][role=gridcell]').focus();
    await page.keyboard.press('Enter');
    assert.equal(await stroke(), 'rgb(255, 255, 255)');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Enter');
    assert.equal(await stroke(), 'rgb(0, 0, 0)');
  });

  test('on paper every board is plain: black lines and outlined stones on white', async () => {
    for (const settings of [
      { board: 'wood', theme: 'dark' },
      { board: 'night', theme: 'contrast' },
    ]) {
      const page = await open('scene=ended', WIDE, settings);
      await page.emulateMedia({ media: 'print' });
      assert.equal(await styleOf(page, '.board-sheet', 'backgroundColor'), 'rgb(255, 255, 255)');
      assert.equal(await styleOf(page, '.board-sheet', 'backgroundImage'), 'none, none');
      // Neighbouring stones have an outline between them.
      assert.equal(await styleOf(page, '[role=gridcell].white', 'stroke'), 'rgb(0, 0, 0)');
      assert.equal(await styleOf(page, '[role=gridcell].black', 'stroke'), 'rgb(255, 255, 255)');
    }
  });

  test('lines are whole device pixels on every screen', async () => {
    for (const deviceScaleFactor of [1, 1.5, 2, 3]) {
      const page = await open('lines=19', { ...WIDE, deviceScaleFactor });
      const [cell, line] = (await page.evaluate(`{
        const { style } = document.querySelector('.board');
        ['--board-cell', '--board-thick'].map((name) => parseFloat(style.getPropertyValue(name)));
      }`)) as [number, number];
      for (const length of [cell, line]) {
        const pixels = length * deviceScaleFactor;
        assert.ok(pixels >= 1 && Math.abs(pixels - Math.round(pixels)) < 0.01, `${pixels} at ${deviceScaleFactor}`);
      }
    }
  });

  test('a counted board marks only the empty points, each with the colour of its owner', async () => {
    const page = await open('scene=ended');
    const squares = async (color: string): Promise<number> =>
      (await page.locator(`.board-areas .${color}`).getAttribute('d'))!.split('M').length - 1;
    const empty = (area: string): Promise<number> => page.locator(`[aria-label*="empty, ${area}"]`).count();
    assert.equal(await squares('black'), await empty('black’s area'));
    assert.equal(await squares('white'), await empty('white’s area'));
    assert.ok((await squares('black')) > 5);
  });
});
