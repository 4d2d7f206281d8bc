import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { ReportFolder } from './report-folder.ts';

test('a folder for reports may be made with those above it', async (context) => {
  const above = mkdtempSync(join(tmpdir(), 'tengen-reports-'));
  context.after(() => rmSync(above, { recursive: true }));
  const folder = await ReportFolder.at(join(above, 'lesson', 'one'));
  assert(folder.ok);
  assert.equal(await folder.value.write(new Map([['index.html', 'a report']])), join(above, 'lesson', 'one'));
  assert(existsSync(join(above, 'lesson', 'one', 'index.html')));
});

test('a folder that cannot be made is a problem, also where a recursive mkdir never returns', {
  timeout: 20_000,
}, async () => {
  for (const path of ['/proc/reports', '/proc/reports/one', '/dev/null/reports']) {
    const folder = await ReportFolder.at(path);
    assert(!folder.ok && folder.problem.startsWith(`cannot write to ${path}: `), path);
  }
});
