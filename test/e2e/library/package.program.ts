import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { delimiter, join } from 'node:path';
import { describe, test } from 'node:test';
import { linksOf } from '../../../scripts/docs-site/markdown-links.ts';
import { PROTOCOLS } from '../../../src/protocols/protocol-list.ts';
import { CLIENTS } from '../../support/protocols/loaded-protocols.ts';
import { launchBrowser, withoutBrowser } from '../browser/launch-browser.ts';
import { installLibrary } from './packed-library.ts';

const NAMES = CLIENTS.map(({ name }) => name).sort();

/** The path of a Node of version 20 on this machine, if there is one. */
function findNode20(): string | undefined {
  const programs = (process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, 'node'));
  return programs.find((program) => {
    try {
      return execFileSync(program, ['--version'], { encoding: 'utf8', stdio: 'pipe' }).startsWith('v20.');
    } catch {
      return false;
    }
  });
}

const node20 = findNode20();

/**
 * Runs with the library. Opens a session of every protocol. Returns the lengths of the first messages that each session
 * sends.
 */
const USE = `async (load, names) => {
  const sent = {};
  for (const name of names) {
    const library = await load(name);
    const { configure } = library[name + 'Client'];
    // Some clients need a password.
    const configured = [{}, { password: 'secret' }].map((settings) => configure(settings)).find(({ ok }) => ok);
    if (configured === undefined) throw new Error(name + ' has other settings');
    const session = configured.value();
    sent[name] = [...session.open(0).send].map((bytes) => bytes.length).join();
    session.receive(new Uint8Array([0]), 0);
    session.receive(new Uint8Array([0]), 0);
  }
  return sent;
}`;

const assertUsed = (sent: Record<string, string>): void => {
  assert.deepEqual(Object.keys(sent).sort(), NAMES);
  // A client of nedap sends nothing before it seeks, and clients of some protocols wait for a greeting of the server.
  for (const { name, detection } of PROTOCOLS) {
    const sendsFirst = (detection.words ?? detection.prefixes ?? detection.bytes) !== undefined && name !== 'nedap';
    if (sendsFirst && NAMES.includes(name)) assert.match(sent[name] ?? '', /^[1-9]/, name);
  }
};

describe('the package of the library', { timeout: 120_000 }, () => {
  test('is smaller than 200 KiB and depends on no other package', (context) => {
    const { folder, size } = installLibrary(context);
    assert(size < 200 * 1024, `${size} bytes`);
    assert.deepEqual(
      readdirSync(join(folder, 'node_modules')).filter((name) => !name.startsWith('.')),
      ['tengen-protocols'],
    );
    const { exports } = JSON.parse(readFileSync(join(folder, 'node_modules/tengen-protocols/package.json'), 'utf8'));
    assert.deepEqual(Object.keys(exports).sort(), [...NAMES.map((name) => `./${name}`), './package.json'].sort());
  });

  test('has a README without links to other files', (context) => {
    const { folder } = installLibrary(context);
    const readme = readFileSync(join(folder, 'node_modules/tengen-protocols/README.md'), 'utf8');
    assert.match(readme, /^# The protocols as a library$/m);
    assert.deepEqual(
      linksOf(readme).filter(({ target }) => target !== ''),
      [],
    );
  });

  test('runs on Node 20', { skip: node20 === undefined && 'no Node 20 on this machine' }, (context) => {
    assert(node20);
    const { folder } = installLibrary(context);
    const program = `console.log(JSON.stringify(await (${USE})((name) => import('tengen-protocols/' + name), ${JSON.stringify(NAMES)})))`;
    const out = execFileSync(node20, ['--input-type=module', '--eval', program], { cwd: folder, encoding: 'utf8' });
    assertUsed(JSON.parse(out));
  });

  test('runs in a browser from its files', { skip: withoutBrowser }, async (context) => {
    const { folder } = installLibrary(context);
    const server = createServer(({ url = '/' }, response) => {
      const isModule = url.endsWith('.js');
      response.setHeader('Content-Type', isModule ? 'text/javascript' : 'text/html');
      response.end(isModule ? readFileSync(join(folder, 'node_modules/tengen-protocols', url)) : '<!doctype html>');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    context.after(() => void server.close());
    const browser = await launchBrowser();
    context.after(() => void browser.close());
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    const sent = await page.evaluate(`(${USE})((name) => import('/' + name + '.js'), ${JSON.stringify(NAMES)})`);
    assertUsed(sent as Record<string, string>);
    server.closeAllConnections();
  });
});
