import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { SHELLS, type Shell } from '../../../src/cli/shells.ts';
import { MAIN } from '../serve/server-process.ts';

const withoutShell = (shell: Shell): string | false =>
  spawnSync(shell, ['-c', 'true']).status === 0 ? false : `no ${shell} on this machine`;

function script(t: TestContext, shell: Shell): string {
  const folder = mkdtempSync(join(tmpdir(), 'tengen-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'tengen');
  writeFileSync(path, execFileSync(process.execPath, [MAIN, 'completions', shell], { encoding: 'utf8' }));
  return path;
}

const run = (shell: Shell, code: string, ...args: readonly string[]): string[] =>
  execFileSync(shell, ['-c', code, ...args], { encoding: 'utf8' })
    .trim()
    .split('\n');

describe('tengen completions', () => {
  for (const shell of SHELLS) {
    test(`${shell} reads the script without an error`, { skip: withoutShell(shell) }, (t) => {
      const { status, stderr } = spawnSync(shell, ['-n', script(t, shell)], { encoding: 'utf8' });
      assert.deepEqual([status, stderr], [0, '']);
    });
  }

  test('bash completes commands, options and their values', { skip: withoutShell('bash') }, (t) => {
    const path = script(t, 'bash');
    const complete = (...args: readonly string[]): string[] =>
      run(
        'bash',
        `. "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _tengen; printf '%s\\n' "\${COMPREPLY[@]}"`,
        'bash',
        path,
        ...args,
      );
    assert.deepEqual(complete('tengen', 'se'), ['serve']);
    assert.deepEqual(complete('tengen', 'serve', '--house'), ['--house', '--house-wait']);
    assert.deepEqual(complete('tengen', 'completions', 'fi'), ['fish']);
    assert.deepEqual(complete('tengen', 'serve', '--durability', '=', 'o'), ['os']);
    assert.deepEqual(complete('tengen', 'serve', '--durability', '='), ['disk', 'os', 'none']);
    assert.deepEqual(complete('tengen', 'serve', '--log-level', 'f'), ['fatal']);
    assert.deepEqual(complete('tengen', 'serve', '--listen', 'ne'), ['nedap://']);
    assert.deepEqual(complete('tengen', 'serve', '--nats', ''), ['nats://']);
    assert.deepEqual(complete('tengen', 'export', '--nats', ''), ['nats://']);
    assert.deepEqual(complete('tengen', 'tap', '--listen', 'ne'), ['']);
    assert.deepEqual(complete('tengen', 'check', 'ne'), ['nedap://']);
    assert.deepEqual(complete('tengen', 'check', '--client', 'ne'), ['nedap']);
    const spaced = `${path} games.db`;
    writeFileSync(spaced, '');
    for (const option of ['--config', '--data', '--course'])
      assert.deepEqual(complete('tengen', 'serve', option, spaced.slice(0, -2)), [spaced]);
    assert.deepEqual(complete('tengen', 'check', '--report', dirname(path).slice(0, -1)), [dirname(path)]);
  });

  test('fish completes commands and options', { skip: withoutShell('fish') }, (t) => {
    const path = script(t, 'fish');
    const complete = (line: string): string[] =>
      run('fish', `source ${path}; complete -C '${line}'`).map((each) => each.split('\t')[0] ?? '');
    assert.deepEqual(complete('tengen se'), ['serve']);
    assert.deepEqual(complete('tengen serve --house').sort(), ['--house', '--house-wait']);
    assert.deepEqual(complete('tengen serve --durability ').sort(), ['disk', 'none', 'os']);
    assert.deepEqual(complete('tengen serve --listen ne'), ['nedap://']);
    assert.deepEqual(complete(`tengen serve --config ${path.slice(0, -2)}`), [path]);
  });

  test('zsh gets the values, with colons escaped', () => {
    const text = execFileSync(process.execPath, [MAIN, 'completions', 'zsh'], { encoding: 'utf8' });
    assert.match(text, /'\*--durability=\[[^\]]+\]:value:\(disk os none\)'/);
    assert.match(text, /'\*--listen=\[[^\]]+\]:value:compadd -S "" - [^']*nedap\\:\/\//);
    assert.match(text, /'\*--config=\[[^\]]+\]:value:_files'/);
  });

  for (const shell of SHELLS) {
    test(`no description in ${shell} is cut off`, () => {
      const text = execFileSync(process.execPath, [MAIN, 'completions', shell], { encoding: 'utf8' });
      assert.doesNotMatch(text, /, e\b|\(default/);
    });
  }

  test('an unknown shell is a usage error', () => {
    const { status, stderr } = spawnSync(process.execPath, [MAIN, 'completions', 'tcsh'], { encoding: 'utf8' });
    assert.equal(status, 2);
    assert.match(stderr, /bash, zsh, fish/);
  });
});
