import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { TaskRunner } from './task-runner.ts';

test('a task that could not be loaded is loaded when it can be', async (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'tengen-task-'));
  context.after(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'double-task.mjs');
  const runner = new TaskRunner(() => ({ kind: 'done', rows: [], changes: 0 }));
  const ask = () => runner.answer({ kind: 'task', module: pathToFileURL(path).href, input: '21' });
  assert.equal((await ask()).kind, 'failed');
  writeFileSync(path, 'export const run = async (_transaction, number) => 2 * number;');
  assert.deepEqual(await ask(), { kind: 'done', rows: [42], changes: 0 });
});
