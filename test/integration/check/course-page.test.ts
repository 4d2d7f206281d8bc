import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { parseCourse } from '../../../src/accounts/course/course-file.ts';
import { parseClassFile } from '../../../src/check/course/class-file.ts';

const page = readFileSync(new URL('../../../docs/course.md', import.meta.url), 'utf8');

test('the two files of docs/course.md are what the commands read', async () => {
  const [names = '', programs = ''] = [...page.matchAll(/```csv\n(.*?)```/gs)].map(([, text = '']) => text);
  const course = parseCourse(names);
  assert(course.ok);
  assert.deepEqual(
    course.value.map(({ name, group }) => [name, group]),
    [
      ['alice', 'A'],
      ['bob', 'B'],
    ],
  );
  const rows = await parseClassFile(programs);
  assert(rows.ok);
  assert.deepEqual(
    rows.value.map(({ student, protocol, examined: { kind } }) => [student, protocol, kind]),
    [
      ['Alice', 'nu6', 'server'],
      ['Bob, B.', 'daigo', 'client'],
      ['Carol', 'nedap', 'server'],
    ],
  );
});
