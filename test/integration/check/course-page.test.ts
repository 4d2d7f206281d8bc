import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { parseCourse, parseTomlCourse } from '../../../src/accounts/course/course-file.ts';
import { parseClassFile } from '../../../src/check/course/class-file.ts';

const docs = (name: string): string => readFileSync(new URL(`../../../docs/${name}`, import.meta.url), 'utf8');
const page = docs('course.md');

test('the commands can read the two example files of docs/course.md', async () => {
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
    rows.value.map(({ student, protocol, program: { kind } }) => [student, protocol, kind]),
    [
      ['Alice', 'nu6', 'server'],
      ['Bob, B.', 'daigo', 'client'],
      ['Carol', 'nedap', 'server'],
    ],
  );
});

test('the CSV and TOML examples of a course in docs/accounts.md describe the same course', () => {
  const blockOf = (language: string, text: string): string =>
    [...docs('accounts.md').matchAll(new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 'gs'))]
      .map(([, block = '']) => block)
      .find((block) => block.includes(text)) ?? '';
  const [csv, toml] = [parseCourse(blockOf('csv', 'alice')), parseTomlCourse(blockOf('toml', 'alice'))];
  assert(csv.ok && toml.ok);
  const withoutPlaces = (students: typeof csv.value) => students.map(({ place: _, ...student }) => student);
  assert.equal(csv.value.length, 2);
  assert.deepEqual(withoutPlaces(toml.value), withoutPlaces(csv.value));
});
