import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { delimiter, join } from 'node:path';
import { describe, test } from 'node:test';
import { linksOf } from '../../../scripts/docs-site/links.ts';
import { PROTOCOLS } from '../../../src/protocols/protocol-list.ts';
import { CLIENTS } from '../../support/protocols/loaded-protocols.ts';
import { launchBrowser, withoutBrowser } from '../browser/browser.ts';
import { installLibrary } from './packed-library.ts';

const NAMES = CLIENTS.map(({ name }) => name).sort();

/** The `node` of the machine that is version 20, if there is one. */
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

/** Opens a session of every protocol, and sends what the sessions say first through the codec. */
const USE = `async (load, names) => {
  const said = {};
  for (const name of names) {
    const library = await load(name);
    const { configure } = library[name + 'Client'];
    // Some clients need a password.
    const configured = [{}, { password: 'secret' }].map((settings) => configure(settings)).find(({ ok }) => ok);
    if (configured === undefined) throw new Error(name + ' has other settings');
    const session = configured.value();
    said[name] = [...session.open(0).send].map((bytes) => bytes.length).join();
    session.receive(new Uint8Array([0]), 0);
    session.receive(new Uint8Array([0]), 0);
  }
  return said;
}`;

const assertUsed = (said: Record<string, string>): void => {
  assert.deepEqual(Object.keys(said).sort(), NAMES);
  // A client of nedap speaks when it is told to seek, and some wait until the server has spoken.
  for (const { name, detection } of PROTOCOLS) {
    const speaksFirst = (detection.words ?? detection.prefixes ?? detection.bytes) !== undefined && name !== 'nedap';
    if (speaksFirst && NAMES.includes(name)) assert.match(said[name] ?? '', /^[1-9]/, name);
  }
};

describe('the package of the library', { timeout: 120_000 }, () => {
  test('is below 200 KiB and brings no other package', (context) => {
    const { folder, size } = installLibrary(context);
    assert(size < 200 * 1024, `${size} bytes`);
    assert.deepEqual(
      readdirSync(join(folder, 'node_modules')).filter((name) => !name.startsWith('.')),
      ['tengen-protocols'],
    );
    const { exports } = JSON.parse(readFileSync(join(folder, 'node_modules/tengen-protocols/package.json'), 'utf8'));
    assert.deepEqual(Object.keys(exports).sort(), [...NAMES.map((name) => `./${name}`), './package.json'].sort());
  });

  test('has a README whose links lead to places in it', (context) => {
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
    const said = await page.evaluate(`(${USE})((name) => import('/' + name + '.js'), ${JSON.stringify(NAMES)})`);
    assertUsed(said as Record<string, string>);
    server.closeAllConnections();
  });
});
