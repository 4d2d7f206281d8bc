import type { Locator, Page } from 'playwright-core';

/** What somebody asks for in the lobby's form; what is left out stays as it is. */
export interface SeekForm {
  readonly game?: 'Go' | 'Gomoku';
  readonly lines?: number;
  readonly color?: 'black' | 'white' | 'either';
  readonly opponent?: string;
  readonly suicide?: 'allowed' | 'forbidden';
}

/** The lobby as a person finds their way in it: by roles and names. */
export class LobbyPage {
  readonly #page: Page;
  /** What is answered when the page asks for a name. */
  readonly #name: string;
  /** What is done with buttons. */
  readonly #pointer: 'click' | 'tap';

  constructor(page: Page, name: string, pointer: 'click' | 'tap') {
    this.#page = page;
    this.#name = name;
    this.#pointer = pointer;
  }

  #section(name: string): Locator {
    return this.#page.getByRole('region', { name, exact: true });
  }

  get #form(): Locator {
    return this.#section('Play');
  }

  /** Fills the form in. */
  async fillIn({ game = 'Go', lines, color, opponent, suicide }: SeekForm): Promise<void> {
    const form = this.#form;
    await form.getByRole('radio', { name: game, exact: true }).check();
    if (lines !== undefined) await form.getByLabel('Other size').fill(String(lines));
    if (color !== undefined) {
      await form.getByRole('group', { name: 'Your colour' }).getByRole('radio', { name: color }).check();
    }
    if (opponent !== undefined || suicide !== undefined) {
      if (!(await form.getByLabel('Opponent').isVisible())) await this.#press(form.getByText('More options'));
    }
    if (opponent !== undefined) await form.getByLabel('Opponent').fill(opponent);
    if (suicide !== undefined) {
      await form.getByRole('group', { name: 'Suicide' }).getByRole('radio', { name: suicide }).check();
    }
  }

  /** Looks for an opponent, and tells its name if this is the first time. */
  async seek(parameters: SeekForm): Promise<void> {
    await this.fillIn(parameters);
    const words = parameters.opponent === undefined ? 'Find an opponent' : `Challenge ${parameters.opponent}`;
    await this.#press(this.#form.getByRole('button', { name: words }));
    await this.enterName();
  }

  /** Sits down with somebody who waits. */
  async acceptSeek(host: string): Promise<void> {
    await this.#press(this.#section('Open games').getByRole('button', { name: `Play ${host}` }));
    await this.enterName();
  }

  async acceptChallenge(host: string): Promise<void> {
    await this.#page.getByText(`${host} challenges you`).waitFor();
    await this.#press(this.#page.getByRole('button', { name: 'Accept' }));
  }

  async playComputer(parameters: SeekForm): Promise<void> {
    await this.fillIn(parameters);
    await this.#press(this.#form.getByRole('button', { name: 'Play the computer', exact: true }));
    await this.enterName();
  }

  /** Gives up to wait for a person. */
  async playComputerInstead(): Promise<void> {
    await this.#press(this.#form.getByRole('button', { name: 'Play the computer instead' }));
  }

  /** Makes an invitation; the path of its link. */
  async invite(parameters: SeekForm, isPrivate = false): Promise<string> {
    await this.fillIn(parameters);
    if (isPrivate) {
      await this.#press(this.#form.getByText('More options'));
      await this.#form.getByRole('checkbox', { name: 'Private game' }).check();
    }
    await this.#press(this.#form.getByRole('button', { name: 'Invite a friend' }));
    await this.enterName();
    const link = await this.#form.getByLabel('Send this link to a friend.').inputValue();
    return new URL(link).pathname;
  }

  /** Enters under its name without asking for a game. */
  async enter(): Promise<void> {
    await this.#press(this.#page.getByRole('button', { name: 'Your name' }));
    await this.enterName();
  }

  async sendChat(text: string): Promise<void> {
    await this.#page.getByRole('textbox', { name: 'Message to everyone' }).fill(text);
    await this.#press(this.#page.getByRole('button', { name: 'Send' }));
    await this.enterName();
  }

  /** Until its seek waits. */
  async waitForSeek(): Promise<void> {
    await this.#form.getByRole('button', { name: 'Cancel' }).waitFor();
  }

  /** Looks on at a game that is played. */
  async watch(player: string): Promise<void> {
    await this.#press(this.#section('Live games').getByRole('link').filter({ hasText: player }));
  }

  /** Answers who it is; whoever has a name already is not asked again. */
  async enterName(): Promise<void> {
    const dialog = this.#page.getByRole('dialog', { name: 'What is your name?' });
    const named = this.#page.getByRole('button', { name: `You are ${this.#name}.` });
    await dialog.or(named).first().waitFor();
    if (!(await dialog.isVisible())) return;
    await dialog.getByLabel('Name').fill(this.#name);
    await this.#press(dialog.getByRole('button', { name: 'Enter', exact: true }));
    await named.waitFor();
  }

  async #press(button: Locator): Promise<void> {
    await (this.#pointer === 'tap' ? button.tap() : button.click());
  }
}
