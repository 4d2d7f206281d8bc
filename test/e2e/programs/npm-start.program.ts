import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { eventually, inTime } from '../../support/eventually.ts';

const checkout = fileURLToPath(new URL('../../..', import.meta.url));

test('Ctrl-C ends npm start, and clients are told', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'tengen-'));
  const child = spawn('npm', ['start', '--', '--port', '0', '--data', join(folder, 'tengen.db')], {
    cwd: checkout,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  t.after(() => {
    try {
      process.kill(-(child.pid ?? 0), 'SIGKILL');
    } catch {
      // The group has ended.
    }
    rmSync(folder, { recursive: true, force: true });
  });
  let output = '';
  child.stdout.on('data', (text) => {
    output += text;
  });
  const port = await eventually('a port', () => /listening on 127\.0\.0\.1:(\d+)/.exec(output)?.[1]);
  const client = createConnection(Number(port), '127.0.0.1');
  let heard = '';
  client.on('data', (text) => {
    heard += text;
  });
  client.write('CORE.HELLO~alice\n');
  await eventually('a greeting', () => heard.includes('CORE.HELLO') || undefined);
  const closed = once(client, 'close');
  const exited = once(child, 'exit');
  // The terminal sends the signal to the whole process group.
  process.kill(-(child.pid ?? 0), 'SIGINT');
  await inTime('goodbye', closed);
  assert.match(heard, /CORE\.BYE/);
  await inTime('the end of npm', exited);
});
