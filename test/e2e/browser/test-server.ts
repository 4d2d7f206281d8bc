import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { Tengen } from '../serve/server-process.ts';
import { launchBrowser } from './launch-browser.ts';
import { Visitor, type VisitorOptions } from './visitor.ts';

/** The listeners besides the plain port, with their settings, in the order in which the server prints their ports. */
const LISTENERS = { remastered: 'size=9', gomokurs: 'size=15', web: '' } as const;

const PAGE = fileURLToPath(new URL('../../../dist/page/index.html', import.meta.url));

export type Listener = keyof typeof LISTENERS | 'plain';

/** A process of the real server, a real browser, and the visitors of the page. */
export class TestServer {
  readonly browser: Browser;
  readonly #folder = mkdtempSync(join(tmpdir(), 'tengen-test-server-'));
  readonly #options: readonly string[];
  readonly #visitors = new Set<Visitor>();
  #server: Tengen | undefined;
  #ports: ReadonlyMap<Listener, number> = new Map();

  private constructor(browser: Browser, options: readonly string[]) {
    this.browser = browser;
    this.#options = options;
  }

  /** `options`: further options of `tengen serve`. */
  static async open(...options: readonly string[]): Promise<TestServer> {
    if (!existsSync(PAGE)) throw new Error('the page is not built: npm run build:page');
    const server = new TestServer(await launchBrowser(), options);
    await server.#start(0);
    return server;
  }

  port(listener: Listener = 'plain'): number {
    return this.#ports.get(listener) ?? 0;
  }

  /** `http://127.0.0.1:PORT` */
  get url(): string {
    return `http://127.0.0.1:${this.port()}`;
  }

  /** Opens the page in a new browser context. The server keeps the name for a minute after the context is closed. */
  async visitor(name: string, options?: VisitorOptions): Promise<Visitor> {
    const visitor = await Visitor.open(this.browser, this.url, name, options);
    this.#visitors.add(visitor);
    return visitor;
  }

  /** Closes the browsers of all visitors. Fails if one of them has reported a problem. */
  async closeVisitors(): Promise<void> {
    const visitors = [...this.#visitors];
    this.#visitors.clear();
    await Promise.all(visitors.map((visitor) => visitor.leave()));
    for (const visitor of visitors) visitor.check();
  }

  /** Stops the server with SIGTERM, and starts it again with the same port and the same data. */
  async restart(): Promise<void> {
    await this.#server?.end('SIGTERM');
    await this.#start(this.port());
  }

  async close(): Promise<void> {
    await this.browser.close();
    await this.#server?.end('SIGKILL');
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #start(port: number): Promise<void> {
    const listeners = Object.entries(LISTENERS).flatMap(([protocol, settings]) => [
      '--listen',
      `${protocol}://127.0.0.1:0?${settings}`,
    ]);
    this.#server = new Tengen(
      ...['serve', '--port', String(port), '--log-level', 'error', '--data', join(this.#folder, 'tengen.db')],
      ...listeners,
      ...this.#options,
    );
    const ports = await this.#server.ports(1 + Object.keys(LISTENERS).length);
    const names = ['plain', ...Object.keys(LISTENERS)] as readonly Listener[];
    this.#ports = new Map(names.map((name, index) => [name, ports[index] ?? 0]));
  }
}
