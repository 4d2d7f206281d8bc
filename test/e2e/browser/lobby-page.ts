import type { Locator, Page } from 'playwright-core';

/** Values for the form of the lobby. A missing value is not changed. */
export interface SeekForm {
  readonly game?: 'Go' | 'Gomoku';
  readonly lines?: number;
  readonly color?: 'black' | 'white' | 'either';
  readonly opponent?: string;
  readonly suicide?: 'allowed' | 'forbidden';
}

/** The page of the lobby. Elements are found by role and name. */
export class LobbyPage {
  readonly #page: Page;
  /** The name to enter when the page asks for one. */
  readonly #name: string;
  /** How buttons are pressed. */
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

  /** Seeks an opponent. Enters a name if the page asks for one. */
  async seek(parameters: SeekForm): Promise<void> {
    await this.fillIn(parameters);
    const button = parameters.opponent === undefined ? 'Find an opponent' : `Challenge ${parameters.opponent}`;
    await this.#press(this.#form.getByRole('button', { name: button }));
    await this.enterName();
  }

  /** Accepts the seek of `host`. */
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

  /** Plays the computer instead of waiting for a player. */
  async playComputerInstead(): Promise<void> {
    await this.#press(this.#form.getByRole('button', { name: 'Play the computer instead' }));
  }

  /** Makes an invitation. Returns the path of its link. */
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

  /** Enters with the name without seeking a game. */
  async enter(): Promise<void> {
    await this.#press(this.#page.getByRole('button', { name: 'Your name' }));
    await this.enterName();
  }

  async sendChat(text: string): Promise<void> {
    await this.#page.getByRole('textbox', { name: 'Message to everyone' }).fill(text);
    await this.#press(this.#page.getByRole('button', { name: 'Send' }));
    await this.enterName();
  }

  /** Waits until the seek is open. */
  async waitForSeek(): Promise<void> {
    await this.#form.getByRole('button', { name: 'Cancel' }).waitFor();
  }

  /** Opens a running game as a spectator. */
  async watch(player: string): Promise<void> {
    await this.#press(this.#section('Live games').getByRole('link').filter({ hasText: player }));
  }

  /** Enters the name if the page asks for it. The page does not ask a user who has a name. */
  async enterName(): Promise<void> {
    const dialog = this.#page.getByRole('dialog', { name: 'What is your name?' });
    const named = this.#page.getByRole('button', { name: `You are ${this.#name}.` });
    await dialog.or(named).first().waitFor();
    if (!(await dialog.isVisible())) return;
    await dialog.getByLabel('Name').fill(this.#name);
    await this.#press(dialog.getByRole('button', { name: 'Use this name', exact: true }));
    await named.waitFor();
  }

  async #press(button: Locator): Promise<void> {
    await (this.#pointer === 'tap' ? button.tap() : button.click());
  }
}
