import type { Locator, Page } from 'playwright-core';

/** A game's page as a person finds their way on it: by roles and names, and on the board by eye. */
export class GamePage {
  readonly #page: Page;

  /** With a mouse, or a finger, which is asked to confirm a stone. */
  readonly #pointer: 'click' | 'tap';

  constructor(page: Page, pointer: 'click' | 'tap') {
    this.#page = page;
    this.#pointer = pointer;
  }

  get #main(): Locator {
    return this.#page.getByRole('main');
  }

  /** The game's number, by the page's address. */
  async number(): Promise<number> {
    await this.#page.waitForURL(/\/games\/\d+$/);
    return Number(/\d+$/.exec(this.#page.url())?.[0]);
  }

  /** Until these words are to be read. */
  async waitForText(text: string | RegExp): Promise<void> {
    await this.#main.getByText(text).first().waitFor();
  }

  async waitForNoText(text: string): Promise<void> {
    await this.#main.getByText(text).waitFor({ state: 'detached' });
  }

  /** Until the page is at another game than this one. */
  async waitForGameAfter(previous: number): Promise<void> {
    await this.#page.waitForURL((url) => /\/games\/\d+$/.test(url.pathname) && url.pathname !== `/games/${previous}`);
  }

  /** Until a point is called so: `E5, black stone, last move`. */
  async waitForPoint(label: string): Promise<void> {
    await this.point(label).waitFor({ state: 'attached' });
  }

  point(label: string): Locator {
    return this.#main.getByRole('gridcell', { name: label, exact: true });
  }

  /** Every stone that is seen, such as `E5 black`, in the order of the board. */
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

  /** The middle of a point on the screen. */
  async #middle(label: string): Promise<{ x: number; y: number }> {
    const cell = this.point(label);
    await cell.scrollIntoViewIfNeeded();
    const box = await cell.boundingBox();
    if (box === null) throw new Error(`${label} is not to be seen`);
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  }

  /** Chooses a point with the mouse, or a finger and the button that it brings up. */
  async choose(vertex: string): Promise<void> {
    const { x, y } = await this.#middle(`${vertex}, empty`);
    if (this.#pointer === 'click') return await this.#page.mouse.click(x, y);
    await this.#page.touchscreen.tap(x, y);
    await this.press(`Play ${vertex}`);
  }

  /** Plays a stone in turn and sees it stand. */
  async play(vertex: string, color: 'black' | 'white'): Promise<void> {
    await this.waitForTurn();
    await this.choose(vertex);
    await this.waitForPoint(`${vertex}, ${color} stone, last move`);
  }

  async pass(): Promise<void> {
    await this.waitForTurn();
    await this.press('Pass');
  }

  /** Marks the chain of a stone, or takes the mark off. */
  async mark(label: string): Promise<void> {
    const { x, y } = await this.#middle(label);
    await (this.#pointer === 'tap' ? this.#page.touchscreen.tap(x, y) : this.#page.mouse.click(x, y));
  }

  async resign(): Promise<void> {
    await this.press('Resign');
    await this.press('Yes, resign');
  }

  async press(button: string): Promise<void> {
    await this.#press(this.#main.getByRole('button', { name: button, exact: true }));
  }

  /** Whether there is such a button. */
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
