import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BrowserContext, Page } from 'playwright-core';
import { build } from 'vite';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const TYPES: { readonly [extension: string]: string } = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};
/** As strict as the policy of the server. */
const POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; base-uri 'none'";

/** A test page with a single board. It is built like the page and served on its own port. */
export interface BoardTestPage {
  /** `search` sets the board that is shown: see board-page.tsx. */
  readonly address: (search: string) => string;
  readonly close: () => void;
}

export async function openBoardTestPage(): Promise<BoardTestPage> {
  const folder = mkdtempSync(join(tmpdir(), 'tengen-board-'));
  await build({
    configFile: join(root, 'vite.config.ts'),
    root: import.meta.dirname,
    logLevel: 'error',
    build: {
      outDir: folder,
      emptyOutDir: true,
      rolldownOptions: { input: join(import.meta.dirname, 'board-page.html') },
    },
  });
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://board');
    try {
      const body = readFileSync(join(folder, pathname));
      const type = TYPES[extname(pathname)] ?? 'application/octet-stream';
      response.writeHead(200, { 'content-type': type, 'content-security-policy': POLICY }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address: (search) => `http://127.0.0.1:${port}/board-page.html?${search}`,
    close: () => {
      server.closeAllConnections();
      server.close();
      rmSync(folder, { recursive: true });
    },
  };
}

/** Opens the test page with these settings of the user. An error on the page fails the test. */
export async function showBoard(context: BrowserContext, address: string, settings: object): Promise<Page> {
  await context.addInitScript(
    `for (const [key, value] of Object.entries(${JSON.stringify(settings)})) localStorage.setItem('tengen.' + key, value)`,
  );
  const page = await context.newPage();
  page.on('pageerror', (error) => assert.fail(error));
  await page.goto(address);
  await page.locator('[tabindex="0"][role=gridcell]').waitFor({ state: 'attached' });
  return page;
}
