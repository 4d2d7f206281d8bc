import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { it } from 'node:test';

for (const [script, ...options] of [
  ['simulate', '--steps', 'many'],
  ['simulate', '--steps', '0'],
  ['simulate-nodes', '--nodes', '0'],
  ['fuzz', 'sniff', '--inputs', '1e3'],
  ['fuzz', 'sniff', '--seconds', 'x'],
  ['kill-test', 'often'],
] as const) {
  it(`scripts/${script}.ts ${options.join(' ')} exits with code 2 and one line of error`, () => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [`scripts/${script}.ts`, ...options], {
      encoding: 'utf8',
      timeout: 60_000,
    });
    assert.equal(status, 2, stderr);
    assert.equal(stdout, '');
    assert.match(stderr.trimEnd(), /^.*$/);
  });
}
