import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

// Runs `npm start` like in the README, on any operating system. It must listen, answer and exit.
// node scripts/try-start.ts

/** Seconds until the server must listen. */
const TIMEOUT_SECONDS = 60;

const isWindows = process.platform === 'win32';
const folder = mkdtempSync(join(tmpdir(), 'tengen-'));
const npm = spawn('npm', ['start', '--', '--port', '0', '--data', join(folder, 'tengen.db')], {
  cwd: fileURLToPath(new URL('../', import.meta.url)),
  stdio: ['ignore', 'pipe', 'inherit'],
  shell: isWindows,
  detached: !isWindows,
});
const ended = new Promise((resolve) => npm.once('exit', resolve));
/** Ends npm and all its child processes. */
const stop = (): void => {
  if (isWindows) spawnSync('taskkill', ['/pid', String(npm.pid), '/t', '/f']);
  else process.kill(-(npm.pid ?? 0), 'SIGINT');
};
try {
  const port = await new Promise<string>((resolve, reject) => {
    let output = '';
    npm.stdout.on('data', (text) => {
      output += text;
      const [, found] = /listening on 127\.0\.0\.1:(\d+)/.exec(output) ?? [];
      if (found !== undefined) resolve(found);
    });
    npm.once('exit', (code) => reject(new Error(`npm start exited with code ${code}`)));
    setTimeout(
      () => reject(new Error(`the server does not listen after ${TIMEOUT_SECONDS} s`)),
      TIMEOUT_SECONDS * 1000,
    ).unref();
  });
  const page = await fetch(`http://127.0.0.1:${port}/`);
  console.log(`npm start listens, and the page answers ${page.status}`);
  if (!page.ok) process.exitCode = 1;
} finally {
  stop();
  await ended;
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
}
