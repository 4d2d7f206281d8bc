import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { basename, delimiter, extname, join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parseCsv } from '../../../src/csv.ts';
import { installLibrary } from '../library/packed-library.ts';
import { temporaryFolder } from '../serve/server-process.ts';
import { CommandProcess } from './command-process.ts';

const EXAMPLES = fileURLToPath(new URL('../../../examples/', import.meta.url));

/** The program that runs files of this kind. */
const RUNNERS: Readonly<Record<string, string>> = {
  '.js': process.execPath,
  '.ts': process.execPath,
  '.py': 'python3',
  '.java': 'java',
};

const files = globSync('*.{js,ts,py,java}', { cwd: EXAMPLES }).sort();

const isInPath = (program: string): boolean =>
  (process.env['PATH'] ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)));

/** A reason to skip a test if the language is not installed, except in CI, where all languages must be installed. */
function without(runner: string): string | false {
  return existsSync(runner) || isInPath(runner) || process.env['CI'] === 'true'
    ? false
    : `no ${runner} on this machine`;
}

/** Runs an example in its own folder with the library installed. Returns its output and errors. */
async function run(context: TestContext, file: string, port: string): Promise<string> {
  const { folder: project } = installLibrary(context);
  cpSync(EXAMPLES, project, { recursive: true });
  const bot = spawn(RUNNERS[extname(file)] ?? '', [file, port], { cwd: project, stdio: ['ignore', 'pipe', 'pipe'] });
  context.after(() => void bot.kill('SIGKILL'));
  let output = '';
  for (const stream of [bot.stdout, bot.stderr]) {
    stream.on('data', (text) => {
      output += text;
    });
  }
  const [code] = await once(bot, 'close');
  assert.equal(code, 0, output);
  return output;
}

describe('the example programs', { timeout: 300_000, concurrency: 4 }, () => {
  test('exist for Go and Gomoku in each of four languages', () => {
    assert.deepEqual(
      files.map((file) => `${/gomoku/i.test(basename(file)) ? 'gomoku' : 'go'}${extname(file)}`).sort(),
      ['go.java', 'go.js', 'go.py', 'go.ts', 'gomoku.java', 'gomoku.js', 'gomoku.py', 'gomoku.ts'],
    );
  });

  test('are the same as in the tutorial', () => {
    const tutorial = readFileSync(new URL('../../../docs/first-bot.md', import.meta.url), 'utf8');
    const shown = (language: string): string =>
      [...tutorial.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'))].map(([, code]) => code).join('');
    const withoutEmptyLines = (code: string): string => code.replace(/\n+/g, '\n');
    const read = (file: string): string => readFileSync(join(EXAMPLES, file), 'utf8');
    assert.equal(withoutEmptyLines(shown('python')), withoutEmptyLines(read('go_bot.py')));
    assert.equal(shown('js'), read('go-bot.js'));
  });

  for (const file of files) {
    const runner = RUNNERS[extname(file)] ?? '';
    test(`${file} plays a whole game against a computer player`, { skip: without(runner) }, async (context) => {
      const data = temporaryFolder(context)('games.db');
      const options = ['--port', '0', '--data', data, '--durability', 'none', '--house', '--house-wait', '0'];
      const server = new CommandProcess(context, 'serve', ...options);
      await server.waitForOutput('listening on');
      const port = /:(\d+)/.exec(server.stdout)?.[1] ?? '';
      // The output is one line with the result: no message was malformed, and the bot received the end of the game.
      assert.match(
        await run(context, file, port),
        /^the end: (?:(?:(?:black|white) wins|a draw), black [\d.]+, white [\d.]+|win|loss|draw)\n$/,
      );
    });
  }

  test('keep every clause of their protocols', { skip: process.platform === 'win32' }, async (context) => {
    const { folder: project } = installLibrary(context);
    cpSync(EXAMPLES, project, { recursive: true });
    const runnable = files.filter((file) => without(RUNNERS[extname(file)] ?? '') === false);
    const row = (file: string): string => {
      const protocol = /gomoku/i.test(file) ? 'gomokurs?version=0.2.0' : 'nu6';
      return `${file},client,${protocol},${RUNNERS[extname(file)]} ${file} {port}`;
    };
    writeFileSync(join(project, 'class.csv'), ['student,kind,protocol,run', ...runnable.map(row)].join('\n'));
    const check = [
      'check',
      '--all',
      join(project, 'class.csv'),
      '--report',
      join(project, 'reports'),
      '--jobs',
      '2',
      '--patience',
      '15',
    ];
    const { stderr } = await new CommandProcess(context, ...check).ended();
    const table = parseCsv(readFileSync(join(project, 'reports/clauses.csv'), 'utf8'));
    assert(table.ok, stderr);
    const verdicts = table.value
      .slice(1)
      .map(({ cells: [, , file, , , , clause, verdict] }) => [file, clause, verdict]);
    assert.deepEqual(new Set(verdicts.map(([file]) => file)), new Set(runnable));
    assert.deepEqual(
      verdicts.filter(([, , verdict]) => verdict !== 'kept'),
      [],
      stderr,
    );
  });

  for (const file of files.filter((each) => !/gomoku/i.test(each))) {
    test(`${file} reports a draw`, { skip: without(RUNNERS[extname(file)] ?? '') }, async (context) => {
      const server = createServer((socket) => {
        socket.on('error', () => {});
        socket.on('data', (bytes) => {
          if (bytes.includes('CORE.HELLO')) socket.write('CORE.HELLO\n');
          if (bytes.includes('CORE.NEWGAME')) socket.write('CORE.MATCH~WHITE~9~bob\nCORE.GAMEOVER~DRAW~3~3\n');
          if (bytes.includes('CORE.BYE')) socket.end('CORE.BYE\n');
        });
      });
      context.after(() => void server.close());
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      const { port } = server.address() as AddressInfo;
      assert.match(await run(context, file, `${port}`), /^the end: a draw, black 3(?:\.0+)?, white 3(?:\.0+)?\n$/);
    });
  }
});
