import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, chownSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

// Runs the steps of the Dockerfile without a container engine: the same files and the same commands. The server runs as another
// user, who may write only to /data. This script needs root to start a process as that user.
// npx node scripts/try-dockerfile-steps.ts

const checkout = fileURLToPath(new URL('../', import.meta.url));
const textOf = (file: string): string => readFileSync(join(checkout, file), 'utf8');
/** The instructions of the Dockerfile, each in one line. */
const instructions = textOf('Dockerfile')
  .replace(/\\\n\s*/g, '')
  .split('\n')
  .filter((line) => /^[A-Z]+ /.test(line));
const argumentsOf = (name: string): string =>
  instructions.findLast((line) => line.startsWith(`${name} `))?.slice(name.length + 1) ?? '[]';
/** The user `nobody`. */
const USER = 65_534;

const folder = mkdtempSync(join(tmpdir(), 'tengen-image-'));
const [build, image, data] = ['build', 'image', 'data'].map((name) => join(folder, name)) as [string, string, string];
const replaced = (word: string): string => word.replace(/^\/data/, data);
try {
  for (const path of [build, image, data]) mkdirSync(path);
  chmodSync(folder, 0o755);
  for (const file of textOf('.dockerignore').match(/(?<=^!).+$/gm) ?? []) {
    mkdirSync(dirname(join(build, file)), { recursive: true });
    cpSync(join(checkout, file), join(build, file), { recursive: true });
  }
  const isSecondStage = (index: number): boolean =>
    instructions.slice(0, index + 1).filter((line) => line.startsWith('FROM ')).length > 1;
  for (const [index, line] of instructions.entries()) {
    const [name, ...words] = line.split(' ');
    if (name === 'RUN' && !isSecondStage(index))
      execFileSync('sh', ['-c', words.join(' ')], { cwd: build, stdio: 'inherit' });
    if (name !== 'COPY' || words[0] !== '--from=build') continue;
    const target = words.at(-1) ?? '.';
    for (const source of words.slice(1, -1)) {
      const from = source.replace('/build', build);
      cpSync(from, join(image, target === './' ? from.slice(build.length) : target), { recursive: true });
    }
  }
  chownSync(data, USER, USER);
  const [program = '', ...entry] = JSON.parse(argumentsOf('ENTRYPOINT')) as string[];
  const command = (JSON.parse(argumentsOf('CMD')) as string[]).map(replaced);
  const { NODE_COMPILE_CACHE: _, ...environment } = process.env;
  const server = spawn(program, [...entry, ...command, '--port', '0'], {
    cwd: image,
    uid: USER,
    gid: USER,
    env: { ...environment, NODE_ENV: 'production', HOME: '/nonexistent' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const output = await new Promise<string>((resolve, reject) => {
    server.stdout.once('data', (text) => resolve(String(text)));
    server.once('exit', (code) => reject(new Error(`the server exited with code ${code}`)));
  });
  const port = /:(\d+)/.exec(output)?.[1];
  const { ok } = await fetch(`http://127.0.0.1:${port}/readyz`);
  const page = await (await fetch(`http://127.0.0.1:${port}/`)).text();
  const ended = new Promise((resolve) => server.once('exit', resolve));
  server.kill('SIGTERM');
  const code = await ended;
  if (!ok || !page.includes('<html') || code !== 0)
    throw new Error(`ready ${ok}, page ${page.length} bytes, exit ${code}`);
  const size = execFileSync('du', ['-sm', image], { encoding: 'utf8' }).split('\t')[0];
  console.log(`the server of the image starts, answers and stops; ${size} MB without Node`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
