import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { temporaryFolder } from '../../e2e/serve/server-process.ts';
import { startTestServer } from '../../support/http/http-fixture.ts';

const PAGE = readFileSync(new URL('../../../docs/api.md', import.meta.url), 'utf8');
/** The commands of an example on the page, and the output that the page shows, if it shows one. */
const EXAMPLE = /^```sh\n(.*?)^```\n(?:\n```(?:json|text)\n(.*?)^```$)?/gms;

const hasCurl = /^curl (\d+)\.(\d+)/.exec(spawnSync('curl', ['--version'], { encoding: 'utf8' }).stdout ?? '');
const canRun = hasCurl !== null && Number(hasCurl[1]) * 1000 + Number(hasCurl[2]) >= 7082;

/** Whether the output is the one that the page shows, where `…` stands for any text. */
function matches(printed: string, shown: string): boolean {
  const parts = shown.trim().split('…');
  const pattern = parts.map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('.*?');
  return new RegExp(`^${pattern}$`, 's').test(printed.trim());
}

test('every example of docs/api.md prints what the page says', { skip: !canRun && 'needs curl 7.82' }, async (t) => {
  const { url } = await startTestServer(t);
  const cwd = temporaryFolder(t)('');
  const shell = spawn('bash', [], { cwd, stdio: ['pipe', 'pipe', 'inherit'] });
  t.after(() => shell.kill());
  const printed = outputs(shell.stdout);
  let count = 0;
  for (const [, commands = '', shown = ''] of PAGE.matchAll(EXAMPLE)) {
    shell.stdin.write(`${commands.replace('http://127.0.0.1:1919', url)}\nprintf '\\0'\n`);
    const { value = '' } = await printed.next();
    assert(matches(value, shown), `${commands}printed\n${value}\ninstead of\n${shown}`);
    count++;
  }
  assert(count >= 12, `only ${count} examples were found`);
  shell.stdin.end('exit\n');
});

/** The outputs of the examples. A NUL ends each of them. */
async function* outputs(stdout: AsyncIterable<Buffer>): AsyncGenerator<string, undefined> {
  let text = '';
  for await (const part of stdout) {
    const parts = `${text}${part}`.split('\0');
    text = parts.pop() ?? '';
    yield* parts;
  }
}
