import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { ReportFolder } from './report-folder.ts';

test('makes the folder for reports and the folders above it', async (context) => {
  const parent = mkdtempSync(join(tmpdir(), 'tengen-reports-'));
  context.after(() => rmSync(parent, { recursive: true }));
  const folder = await ReportFolder.at(join(parent, 'lesson', 'one'));
  assert(folder.ok);
  assert.equal(await folder.value.write(new Map([['index.html', 'a report']])), join(parent, 'lesson', 'one'));
  assert(existsSync(join(parent, 'lesson', 'one', 'index.html')));
});

test('reports a folder that cannot be made as a problem, even where a recursive mkdir never returns', {
  timeout: 20_000,
}, async () => {
  for (const path of ['/proc/reports', '/proc/reports/one', '/dev/null/reports']) {
    const folder = await ReportFolder.at(path);
    assert(!folder.ok && folder.problem.startsWith(`cannot write to ${path}: `), path);
  }
});
