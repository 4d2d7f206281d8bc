import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '../serve/server-process.ts';
import { CommandProcess } from './command-process.ts';

const checkout = fileURLToPath(new URL('../../..', import.meta.url));
const tutorial = readFileSync(join(checkout, 'docs/first-bot.md'), 'utf8');

/** The blocks of commands of a section. */
function blocksOf(heading: string): string[] {
  const [, section = ''] = new RegExp(`^## ${heading}\\n(.*?)(?=^## )`, 'ms').exec(tutorial) ?? [];
  const blocks = [...section.matchAll(/(?:^ {4}\S.*\n)+/gm)].map(([block]) => block.replaceAll(/^ {4}/gm, ''));
  return blocks.filter((block) => /^(?:npm|cp|node|python3) /.test(block));
}

/** Runs commands of the tutorial with the paths and the port of this test. Returns their output. */
async function run(commands: string, cwd: string, port = ''): Promise<string> {
  const adapted = commands.replace('/path/to/tengen', checkout).replace(' 1919 ', ` ${port} `);
  const env = {
    ...process.env,
    PATH: `${dirname(process.execPath)}:${process.env['PATH']}`,
    npm_config_offline: 'true',
  };
  const shell = spawn('sh', ['-ec', `exec 2>&1\n${adapted}`], { cwd, env, stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  shell.stdout.on('data', (text) => {
    output += text;
  });
  const [code] = await once(shell, 'close');
  assert.equal(code, 0, `${adapted}${output}`);
  return output;
}

async function serve(t: TestContext): Promise<string> {
  const options = [
    '--port',
    '0',
    '--data',
    temporaryFolder(t)('games.db'),
    '--durability',
    'none',
    '--house-wait',
    '0',
  ];
  const server = new CommandProcess(t, 'serve', '--house', ...options);
  await server.waitForOutput('listening on');
  return /:(\d+)/.exec(server.stdout)?.[1] ?? '';
}

const END = /^the end: (?:(?:black|white) wins|a draw), black [\d.]+, white [\d.]+$/m;
const isWindows = process.platform === 'win32';
const withoutPython =
  spawnSync('python3', ['--version']).status !== 0 && process.env['CI'] !== 'true' && 'no python3 on this machine';

describe('the commands of docs/first-bot.md', { skip: isWindows, concurrency: true }, () => {
  test('the file made by the steps plays a whole game', { skip: withoutPython }, async (t) => {
    const steps = [...tutorial.matchAll(/^```python\n(.*?)^```$/gms)].map(([, step]) => step).join('\n');
    const file = temporaryFolder(t)('go_bot.py');
    writeFileSync(file, steps);
    const [play = ''] = blocksOf('5\\. Play');
    assert.match(await run(play, dirname(file), await serve(t)), END);
  });

  test('the library is installed beside the examples, and the bot plays a whole game', async (t) => {
    const [copy = '', play = ''] = blocksOf('With the library');
    // The tests run after the library is built.
    assert.match(copy, /^npm run build:library\n/);
    const bots = temporaryFolder(t)('my-bots');
    await run(copy.replace(/^npm run build:library\n/, '').replace('../my-bots', bots), checkout);
    assert.match(await run(play, bots, await serve(t)), END);
  });
});
