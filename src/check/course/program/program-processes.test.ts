import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { MARK, markProcess, memoryWithoutSharing, newMark, processesOf } from './program-processes.ts';

const MIB = 1024 * 1024;

/** A Python program that fills 100 MiB of memory and forks four processes that share it. */
const FORKING = `
import os, sys, time
data = bytearray(b'x') * (100 << 20)
for _ in range(4):
    if os.fork() == 0:
        time.sleep(60)
        sys.exit()
print('ready', flush=True)
time.sleep(60)
`;

test('memory that forked processes share counts once', { skip: process.platform !== 'linux' }, async (t) => {
  const child = spawn('python3', ['-c', FORKING], { detached: true, stdio: ['ignore', 'pipe', 'inherit'] });
  const started = await Promise.race([
    once(child, 'error').then(() => false),
    once(child.stdout, 'data').then(() => true),
  ]);
  if (!started) return t.skip('there is no python3');
  const pid = child.pid ?? 0;
  t.after(() => process.kill(-pid, 'SIGKILL'));
  const all = processesOf(pid, 'no mark', true);
  const memory = all.reduce((sum, each) => sum + each.memory, 0);
  assert.equal(all.length, 5);
  assert(memory > 450 * MIB, `${memory / MIB} MiB in all processes`);
  const unshared = memoryWithoutSharing(all);
  assert(unshared > 100 * MIB && unshared < 200 * MIB, `${unshared / MIB} MiB without sharing`);
});

test('a process that clears its environment and leaves the session is found by its parent, also after the parent has ended', {
  skip: process.platform !== 'linux',
}, async (t) => {
  const mark = 'mark of a test';
  const script = 'env -i setsid sh -c "echo \\$\\$; exec sleep 60" & wait';
  const env = { ...process.env, [MARK]: mark };
  const child = spawn('sh', ['-c', script], { detached: true, stdio: ['ignore', 'pipe', 'inherit'], env });
  const [text] = await once(child.stdout, 'data');
  const escaped = Number(text);
  t.after(() => process.kill(escaped, 'SIGKILL'));
  const pid = child.pid ?? 0;
  const isFound = (): boolean => processesOf(pid, mark, true).some((each) => each.pid === escaped);
  assert(isFound(), 'its parent has the mark');
  process.kill(-pid, 'SIGKILL');
  await once(child, 'exit');
  assert(isFound(), 'it was found before');
});

test('a process is found that has cleared its environment and left its session and parent before the first search', {
  skip: spawnSync('prlimit', ['--version']).status !== 0,
}, async (t) => {
  const mark = newMark();
  const script = 'read line; env -i setsid sh -c "echo \\$\\$; exec sleep 60" &';
  const child = spawn('sh', ['-c', script], { detached: true, stdio: ['pipe', 'pipe', 'inherit'] });
  markProcess(child.pid ?? 0, mark);
  child.stdin.end('\n');
  const [[text]] = await Promise.all([once(child.stdout, 'data'), once(child, 'exit')]);
  const escaped = Number(text);
  t.after(() => process.kill(escaped, 'SIGKILL'));
  assert.deepEqual(
    processesOf(child.pid, mark, true).map(({ pid }) => pid),
    [escaped],
  );
});
