import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { SIDEBAR } from '../../../scripts/docs-site/sidebar.ts';
import { launchBrowser, withoutBrowser } from './launch-browser.ts';

const SITE = fileURLToPath(new URL('../../../docs-site/dist', import.meta.url));
const TYPES: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

const isBuilt = existsSync(SITE) || process.env['CI'] === 'true';

/** A plain web server for the files of the site. */
const serveFiles = (): Server =>
  createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const file = join(SITE, pathname.endsWith('/') ? `${pathname}index.html` : pathname);
    if (!existsSync(file)) return void response.writeHead(404).end();
    const type = TYPES[extname(file)] ?? 'application/octet-stream';
    response.writeHead(200, { 'content-type': type }).end(readFileSync(file));
  });

describe('the site of the documents', {
  skip: withoutBrowser || (isBuilt ? false : 'the site is not built: npm run docs'),
}, () => {
  const server = serveFiles();
  const problems: string[] = [];
  let browser: Browser;
  let page: Page;
  let address: string;

  before(async () => {
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    browser = await launchBrowser();
    page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    page.on('pageerror', (error) => problems.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error') problems.push(`${message.text()} ${message.location().url}`);
    });
  });
  after(async () => {
    await browser?.close();
    server.close();
  });

  test('the sidebar leads to every document', async () => {
    await page.goto(`${address}/`);
    const links = page.locator('.VPSidebarItem a');
    const addresses = await links.evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href));
    assert.ok(addresses.length > SIDEBAR.flatMap(({ pages }) => pages).length);
    for (const each of addresses) {
      const { status } = await fetch(each);
      assert.equal(status, 200, each);
    }
  });

  test('the search finds a message of a protocol, and an option of a command', async () => {
    for (const [text, title] of [
      ['SURRENDER', 'What a client sends'],
      ['durability', 'Durability'],
    ] as const) {
      await page.goto(`${address}/`);
      await page.click('.VPNavBarSearch button');
      await page.fill('#localsearch-input', text);
      await page.locator('.result', { hasText: title }).first().click();
      await page.locator('h2', { hasText: title }).first().waitFor();
    }
  });

  test('a protocol has its table of messages and the transcripts that the tests run', async () => {
    const [protocol] = SIDEBAR.flatMap(({ reader, pages }) => (reader === 'Protocols' ? pages.slice(1) : []));
    assert.ok(protocol !== undefined);
    await page.goto(`${address}/protocols/${protocol.title}.html`);
    await page.locator('table th', { hasText: 'message' }).first().waitFor();
    await page.goto(`${address}/transcripts/${protocol.title}.html`);
    await page.locator('pre', { hasText: 'server --> ' }).first().waitFor();
  });

  test('no page had an error', () => assert.deepEqual(problems, []));
});
