import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { after, before, describe, test } from 'node:test';
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { type BoardTestPage, openBoardTestPage, showBoard } from './board-test-page.ts';
import { launchBrowser, withoutBrowser } from './launch-browser.ts';
import { measureStones } from './stone-speed.ts';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

describe('the board in a browser', { skip: withoutBrowser }, () => {
  let testPage: BoardTestPage;
  let browser: Browser;
  before(async () => {
    [testPage, browser] = await Promise.all([openBoardTestPage(), launchBrowser()]);
  });
  after(async () => {
    await browser?.close();
    testPage?.close();
  });

  /** Only one page is open at a time, because hidden pages would slow down the others. */
  let context: BrowserContext | undefined;
  async function open(search: string, options: BrowserContextOptions = {}, settings: object = {}): Promise<Page> {
    await context?.close();
    context = await browser.newContext({ viewport: { width: 900, height: 800 }, ...options });
    return await showBoard(context, testPage.address(search), settings);
  }

  /** The point with this label. */
  const point = (page: Page, label: string): Locator => page.locator(`[role=gridcell][aria-label="${label}"]`);
  const waitForPoint = (page: Page, label: string): Promise<void> => point(page, label).waitFor({ state: 'attached' });
  const centreOf = async (page: Page, label: string): Promise<{ x: number; y: number }> => {
    const box = (await point(page, label).boundingBox())!;
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  const press = async (page: Page, ...keys: readonly string[]): Promise<void> => {
    for (const key of keys) await page.keyboard.press(key);
  };

  test('with the keyboard: the cursor, typed points of both kinds, and an announcement of every stone', async () => {
    const page = await open('lines=9');
    await page.locator('[tabindex="0"][role=gridcell]').focus();
    await press(page, 'ArrowLeft', 'ArrowUp', 'Enter');
    await waitForPoint(page, 'D6, black stone, last move');
    assert.equal(await page.getByRole('status').textContent(), 'Black plays D6');
    await press(page, 'g', '3', 'Enter');
    await waitForPoint(page, 'G3, white stone, last move');
    await waitForPoint(page, 'D6, black stone');
    await press(page, '2', ' ', '0');
    await page.locator('.board-typed', { hasText: '2 0' }).waitFor();
    await press(page, 'Enter');
    await waitForPoint(page, 'C9, black stone, last move');
    await press(page, 'Home', 'Space');
    await waitForPoint(page, 'A9, white stone, last move');
    await press(page, 'b', '2', 'Escape');
    await press(page, 'z', '9', '9', 'Enter');
    assert.match((await page.getByRole('status').textContent())!, /z99 is not a point on this board/);
    await waitForPoint(page, 'B2, empty');
    assert.equal(await page.locator('[role=gridcell][tabindex]').count(), 1);
  });

  test('a captured stone is removed, and the number of captured stones is announced', async () => {
    const page = await open('lines=9');
    await page.locator('[tabindex="0"][role=gridcell]').focus();
    for (const typed of ['a1', 'a2', 'j9', 'b1']) await press(page, ...typed, 'Enter');
    await waitForPoint(page, 'A1, empty');
    assert.equal(await page.getByRole('status').textContent(), 'White plays B1, 1 stone captured');
  });

  test('a mouse plays where its button is pressed and released; a drag plays nothing', async () => {
    const page = await open('lines=9');
    const [from, to] = [await centreOf(page, 'C3, empty'), await centreOf(page, 'E5, empty')];
    await page.mouse.move(from.x, from.y);
    await page.locator('.board-ghost.black').waitFor();
    await page.mouse.down();
    await page.mouse.move(to.x, to.y);
    await page.mouse.up();
    await waitForPoint(page, 'C3, empty');
    await waitForPoint(page, 'E5, empty');
    await page.mouse.down();
    assert.equal(await page.locator('[role=gridcell].black').count(), 0, 'no stone before the button is released');
    await page.mouse.up();
    await waitForPoint(page, 'E5, black stone, last move');
  });

  test('a player who is not to move sees no ghost stone and cannot play', async () => {
    const page = await open('lines=9&turn=no');
    const at = await centreOf(page, 'E5, empty');
    await page.mouse.click(at.x, at.y);
    await press(page, 'Enter');
    await waitForPoint(page, 'E5, empty');
    assert.equal(await page.locator('.board-ghost').count(), 0);
  });

  test('a finger shows the stone first; a second tap or the button plays it', async () => {
    const page = await open('lines=19', { viewport: { width: 360, height: 740 }, hasTouch: true });
    const tap = async (label: string): Promise<void> => {
      const { x, y } = await centreOf(page, label);
      await page.touchscreen.tap(x, y);
    };
    await tap('D4, empty');
    await page.getByRole('button', { name: 'Play D4' }).waitFor();
    await tap('Q16, empty');
    await page.getByRole('button', { name: 'Cancel' }).click();
    assert.equal(await page.locator('.board-pending').count(), 0);
    await tap('Q16, empty');
    await tap('Q16, empty');
    await waitForPoint(page, 'Q16, black stone, last move');
    await tap('D4, empty');
    await page.getByRole('button', { name: 'Play D4' }).click();
    await waitForPoint(page, 'D4, white stone, last move');
  });

  test('without confirmation, the first tap plays', async () => {
    const page = await open('lines=9', { hasTouch: true }, { 'confirm-touch': 'off' });
    const { x, y } = await centreOf(page, 'E5, empty');
    await page.touchscreen.tap(x, y);
    await waitForPoint(page, 'E5, black stone, last move');
  });

  test('a board of 131 lines on the smallest screen: shown whole, zoomed, and played on', async () => {
    const page = await open('lines=131', { viewport: { width: 360, height: 740 }, hasTouch: true });
    assert.equal(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), true);
    const larger = page.getByRole('button', { name: 'Larger' });
    // More steps than there are sizes.
    for (let click = 0; click < 10; click++) await larger.click();
    const { x, y } = await centreOf(page, 'BQ66, empty');
    assert.ok(x > 0 && x < 360 && y > 0 && y < 600, `the centre stays in the centre: ${x}, ${y}`);
    await page.touchscreen.tap(x, y);
    await page.touchscreen.tap(x, y);
    await waitForPoint(page, 'BQ66, black stone, last move');
    assert.equal(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), true);
    await page.locator('[tabindex="0"][role=gridcell]').focus();
    await press(page, ...'ef131', 'Enter');
    await waitForPoint(page, 'EF131, white stone, last move');
    const corner = await centreOf(page, 'EF131, white stone, last move');
    assert.ok(corner.x > 0 && corner.x < 360 && corner.y > 0 && corner.y < 740, 'the corner is visible');
    await page.getByRole('button', { name: 'Whole board' }).click();
    await page.locator('.board-view:not(.zoomed)').waitFor();
  });

  test('two fingers and the wheel zoom the board, and not the page', async () => {
    const page = await open('lines=19', { viewport: { width: 360, height: 740 }, hasTouch: true });
    const width = async (): Promise<number> => (await point(page, 'K10, empty').boundingBox())!.width;
    const before = await width();
    const { x, y } = await centreOf(page, 'K10, empty');
    const fingers = (apart: number) => [x - apart, x + apart].map((at, id) => ({ x: at, y, id }));
    const client = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', apart?: number) =>
      client.send('Input.dispatchTouchEvent', { type, touchPoints: apart === undefined ? [] : fingers(apart) });
    await touch('touchStart', 30);
    for (const apart of [35, 45, 60]) await touch('touchMove', apart);
    await touch('touchEnd');
    await page.locator('.board-view.zoomed').waitFor();
    const pinched = await width();
    assert.ok(pinched > before * 1.5, `${before} to ${pinched} pixels`);
    assert.equal(await page.evaluate('visualViewport.scale'), 1);
    assert.equal(await page.locator('.board-pending').count(), 0, 'no point was chosen');
    await page.mouse.move(x, y);
    await page.keyboard.down('Control');
    await page.mouse.wheel(0, 600);
    await page.keyboard.up('Control');
    await page.locator('.board-view:not(.zoomed)').waitFor();
  });

  for (const [scene, theme] of [
    ['lines=9', 'light'],
    ['scene=ended', 'dark'],
    ['scene=won&lines=9', 'contrast'],
  ] as const) {
    test(`axe finds no problem: ${scene}, ${theme}`, async () => {
      const page = await open(scene, {}, { theme });
      await page.locator('[tabindex="0"][role=gridcell]').focus();
      await press(page, 'd', '4');
      assert.deepEqual(await axeProblems(page), []);
    });
  }

  test('every point of every size has its label', async () => {
    for (const [lines, corner] of [
      [2, 'B2, empty'],
      [255, 'KE1, empty'],
    ] as const) {
      const page = await open(`lines=${lines}`);
      await waitForPoint(page, corner);
      assert.equal(await page.locator('[role=gridcell][aria-label]').count(), lines * lines);
    }
  });

  test('the label of a point is in the language of the page, with the chosen kind of coordinates', async () => {
    const page = await open('lines=9', {}, { language: 'nl', coordinates: 'numbers' });
    await waitForPoint(page, '4 4, leeg');
  });

  // The test compares two times of one run. scripts/browser-board-speed.ts measures milliseconds.
  test('a stone on a full board of 131 lines takes at most 5 times as long as on a board of 9 lines', async () => {
    const costOn = async (lines: number): Promise<number> => {
      const page = await open(`lines=${lines}&scene=scattered`, { viewport: { width: 1280, height: 800 } });
      return (await measureStones(browser, page, 24)).p50;
    };
    const ratios: number[] = [];
    for (let attempt = 0; attempt < 3 && !ratios.some((ratio) => ratio <= 5); attempt++)
      ratios.push((await costOn(131)) / (await costOn(9)));
    assert.ok(Math.min(...ratios) <= 5, `times as long: ${ratios.map((ratio) => ratio.toFixed(1)).join(', ')}`);
  });
});

/** Runs axe-core in the page. Returns each violated rule with the first place. */
async function axeProblems(page: Page): Promise<readonly string[]> {
  const { readFileSync } = await import('node:fs');
  await page.evaluate(readFileSync(AXE, 'utf8'));
  const found = (await page.evaluate('axe.run()')) as {
    violations: { id: string; nodes: { html: string; failureSummary: string }[] }[];
  };
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 200)} ${nodes[0]?.failureSummary}`);
}
