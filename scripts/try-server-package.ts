import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CHECKABLE_PROTOCOLS } from '../src/check/checkable-protocols.ts';
import { findOldNode, runNode } from '../test/e2e/serve/old-node.ts';

// Packs the built server and runs it in an empty folder, with the files and dependencies that `npm install` would put there, but
// without a network. With an older Node, it must print one line and exit.
// npx node scripts/try-server-package.ts

const protocol = CHECKABLE_PROTOCOLS[0]?.name ?? '';
const LARGEST = 2_000_000;
const checkout = fileURLToPath(new URL('../', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'tengen-server-'));
const npm = (...args: readonly string[]): string =>
  execFileSync('npm', args, { cwd: checkout, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim();
try {
  const packed = join(folder, npm('pack', '--silent', '--ignore-scripts', '--pack-destination', folder));
  const { size } = statSync(packed);
  if (size > LARGEST) throw new Error(`the package has ${size} bytes, more than ${LARGEST}`);
  const [, ...dependencies] = npm('ls', '--omit=dev', '--all', '--parseable').split('\n');
  for (const path of dependencies) cpSync(path, join(folder, relative(checkout, path)), { recursive: true });
  const tengen = join(folder, 'node_modules/tengen');
  mkdirSync(tengen);
  execFileSync('tar', ['-xzf', packed, '--strip-components=1', '-C', tengen]);
  const main = join(tengen, 'dist/cli/main.js');

  const server = spawn(process.execPath, [main, 'serve', '--port', '0', '--house', '--log-level', 'error'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(server, 'exit');
  try {
    const [output] = await Promise.race([once(server.stdout, 'data'), exited]);
    const url = `http://127.0.0.1:${/listening on \S+:(\d+)/.exec(String(output))?.[1]}`;
    const isReady = (await fetch(`${url}/readyz`)).ok;
    const page = await (await fetch(url)).text();
    if (!isReady || !page.includes('<html')) throw new Error(`ready ${isReady}, page ${page.length} bytes`);
    // Throws if a clause is broken.
    execFileSync(process.execPath, [main, 'check', url.replace('http', protocol)], { stdio: 'pipe', timeout: 100_000 });
  } finally {
    server.kill('SIGTERM');
    await exited;
  }
  const [code] = await exited;
  if (code !== 0) throw new Error(`the server exited with code ${code}`);

  const old = findOldNode();
  const refusal = old === undefined ? undefined : runNode(old, main, 'serve');
  if (refusal !== undefined && (refusal.code !== 2 || !/^tengen: .* needs Node 24 or later\n$/.test(refusal.stderr)))
    throw new Error(`on an older Node: ${JSON.stringify(refusal)}`);
  const refused = refusal?.stderr.trim() ?? 'no older Node is installed';
  console.log(`the package of ${size} bytes starts, satisfies every clause of ${protocol}, and stops; ${refused}`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
