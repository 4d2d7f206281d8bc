import assert from 'node:assert/strict';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { GamePage } from './game-page.ts';
import { LobbyPage } from './lobby-page.ts';

export interface VisitorOptions {
  readonly browser?: BrowserContextOptions;
  /** Settings that an earlier visit has stored: `theme`, `language` and so on. */
  readonly settings?: Readonly<Record<string, string>>;
  /** The address of the page, if it is not that of the server, for example of a proxy that can cut connections. */
  readonly url?: string;
}

/** Messages of a browser about a server that does not answer. */
const UNREACHABLE = /ERR_(?:CONNECTION|INTERNET|EMPTY|SOCKET|NETWORK)|WebSocket connection to .* failed/;
/** The message of a browser when the page gives up a slow connection and connects again. */
const CLOSED_BY_PAGE = /WebSocket is closed before the connection is established/;

/** A user of the page in a browser context of its own. */
export class Visitor {
  readonly name: string;
  readonly url: string;
  readonly page: Page;
  readonly lobby: LobbyPage;
  readonly game: GamePage;
  /** The server may be unreachable for a while. */
  mayLoseConnection = false;
  /** The server may answer 404. */
  mayGetNotFound = false;
  readonly #context: BrowserContext;
  readonly #pointer: 'click' | 'tap';
  readonly #problems: string[] = [];

  private constructor(name: string, url: string, context: BrowserContext, page: Page, hasTouch: boolean) {
    this.name = name;
    this.url = url;
    this.#context = context;
    this.page = page;
    this.#pointer = hasTouch ? 'tap' : 'click';
    this.lobby = new LobbyPage(page, name, this.#pointer);
    this.game = new GamePage(page, this.#pointer);
    this.#collectProblems(page);
  }

  static async open(browser: Browser, server: string, name: string, options: VisitorOptions = {}): Promise<Visitor> {
    const { settings = {}, url = server } = options;
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options.browser });
    context.setDefaultTimeout(60_000);
    await context.addInitScript(
      `for (const [key, value] of Object.entries(${JSON.stringify(settings)}))
        if (localStorage.getItem('tengen.' + key) === null) localStorage.setItem('tengen.' + key, value)`,
    );
    const visitor = new Visitor(name, url, context, await context.newPage(), options.browser?.hasTouch === true);
    await visitor.goTo('/');
    return visitor;
  }

  async goTo(path: string): Promise<void> {
    await this.page.goto(this.url + path);
    await this.page.getByRole('main').waitFor();
  }

  /** Opens a second tab of the same browser. */
  async openTab(path: string): Promise<{ page: Page; lobby: LobbyPage; game: GamePage }> {
    const page = await this.#context.newPage();
    this.#collectProblems(page);
    await page.goto(this.url + path);
    return { page, lobby: new LobbyPage(page, this.name, this.#pointer), game: new GamePage(page, this.#pointer) };
  }

  async leave(): Promise<void> {
    await this.#context.close();
  }

  /** Fails if the browser has reported a problem. */
  check(): void {
    assert.deepEqual(this.#problems, [], `problems in the browser of ${this.name}`);
  }

  /** Collects errors of scripts, violations of the content security policy, and requests to other servers. */
  #collectProblems(page: Page): void {
    page.on('pageerror', (error) => this.#problems.push(String(error.stack ?? error)));
    page.on('console', (message) => {
      if (message.type() !== 'error' && message.type() !== 'warning') return;
      if (CLOSED_BY_PAGE.test(message.text()) || (this.mayLoseConnection && UNREACHABLE.test(message.text()))) return;
      if (this.mayGetNotFound && /status of 404/.test(message.text())) return;
      this.#problems.push(`${message.text()} (${message.location().url})`);
    });
    page.on('request', (request) => {
      if (!request.url().startsWith(`${this.url}/`)) this.#problems.push(`request to another server: ${request.url()}`);
    });
  }
}
