import type { Locator, Page } from 'playwright-core';

/** The page of a game. Elements are found by role and name, and points by their place on the screen. */
export class GamePage {
  readonly #page: Page;

  /** A mouse, or a finger. With a finger, a stone must be confirmed. */
  readonly #pointer: 'click' | 'tap';

  constructor(page: Page, pointer: 'click' | 'tap') {
    this.#page = page;
    this.#pointer = pointer;
  }

  get #main(): Locator {
    return this.#page.getByRole('main');
  }

  /** The number of the game in the address of the page. */
  async number(): Promise<number> {
    await this.#page.waitForURL(/\/games\/\d+$/);
    return Number(/\d+$/.exec(this.#page.url())?.[0]);
  }

  /** Waits until the page shows this text. */
  async waitForText(text: string | RegExp): Promise<void> {
    await this.#main.getByText(text).first().waitFor();
  }

  async waitForNoText(text: string): Promise<void> {
    await this.#main.getByText(text).waitFor({ state: 'detached' });
  }

  /** Waits until the page shows another game than `previous`. */
  async waitForGameAfter(previous: number): Promise<void> {
    await this.#page.waitForURL((url) => /\/games\/\d+$/.test(url.pathname) && url.pathname !== `/games/${previous}`);
  }

  /** Waits until a point has this label: `E5, black stone, last move`. */
  async waitForPoint(label: string): Promise<void> {
    await this.point(label).waitFor({ state: 'attached' });
  }

  point(label: string): Locator {
    return this.#main.getByRole('gridcell', { name: label, exact: true });
  }

  /** The visible stones, such as `E5 black`, in the order of the board. */
  async stones(): Promise<readonly string[]> {
    const cells = await this.#main.getByRole('gridcell', { name: /stone/ }).all();
    const labels = await Promise.all(cells.map((cell) => cell.getAttribute('aria-label')));
    return labels.map((label) => (label ?? '').replace(/^(\S+), (\w+) stone.*$/, '$1 $2'));
  }

  async hasStone(vertex: string): Promise<boolean> {
    return (await this.#main.getByRole('gridcell', { name: new RegExp(`^${vertex}, .*stone`) }).count()) > 0;
  }

  async waitForTurn(): Promise<void> {
    await this.waitForText('Your turn');
  }

  /** The centre of a point on the screen. */
  async #centre(label: string): Promise<{ x: number; y: number }> {
    const cell = this.point(label);
    await cell.scrollIntoViewIfNeeded();
    const box = await cell.boundingBox();
    if (box === null) throw new Error(`${label} is not visible`);
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  }

  /** Plays a point with the mouse, or with a finger and the button to confirm. */
  async choose(vertex: string): Promise<void> {
    const { x, y } = await this.#centre(`${vertex}, empty`);
    if (this.#pointer === 'click') return await this.#page.mouse.click(x, y);
    await this.#page.touchscreen.tap(x, y);
    await this.press(`Play ${vertex}`);
  }

  /** Clicks the point with this label. */
  async chooseStone(label: string): Promise<void> {
    const { x, y } = await this.#centre(label);
    await this.#page.mouse.click(x, y);
  }

  /** Waits for the turn, plays a stone, and waits until it is on the board. */
  async play(vertex: string, color: 'black' | 'white'): Promise<void> {
    await this.waitForTurn();
    await this.choose(vertex);
    await this.waitForPoint(`${vertex}, ${color} stone, last move`);
  }

  async pass(): Promise<void> {
    await this.waitForTurn();
    await this.press('Pass');
    // The page sends the pass, or asks for confirmation while much of the board is open. Either way, the button disappears or is disabled.
    await this.#main.getByRole('button', { name: 'Pass', exact: true, disabled: false }).waitFor({ state: 'hidden' });
    const confirm = this.#main.getByRole('button', { name: 'Yes, pass', exact: true });
    if (await confirm.isVisible()) await this.#press(confirm);
  }

  /** Marks a chain as dead, or removes the mark. */
  async mark(label: string): Promise<void> {
    const { x, y } = await this.#centre(label);
    await (this.#pointer === 'tap' ? this.#page.touchscreen.tap(x, y) : this.#page.mouse.click(x, y));
  }

  async resign(): Promise<void> {
    await this.press('Resign');
    await this.press('Yes, resign');
  }

  async press(button: string): Promise<void> {
    await this.#press(this.#main.getByRole('button', { name: button, exact: true }));
  }

  /** Waits for the button. */
  async waitForButton(button: string): Promise<void> {
    await this.#main.getByRole('button', { name: button, exact: true }).first().waitFor();
  }

  async hasButton(button: string): Promise<boolean> {
    return (await this.#main.getByRole('button', { name: button, exact: true }).count()) > 0;
  }

  async sendChat(text: string): Promise<void> {
    await this.#main.getByRole('textbox', { name: /^Message to/ }).fill(text);
    await this.press('Send');
  }

  async hasChat(text: string): Promise<boolean> {
    return (await this.#main.getByRole('log').getByText(text, { exact: true }).count()) > 0;
  }

  async waitForChat(text: string): Promise<void> {
    await this.#main.getByRole('log').getByText(text, { exact: true }).waitFor();
  }

  async #press(button: Locator): Promise<void> {
    await (this.#pointer === 'tap' ? button.tap() : button.click());
  }
}
