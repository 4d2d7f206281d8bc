import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { parseCourse, parseTomlCourse, readCourseFile } from './course-file.ts';

const read = (text: string, parse = parseCourse) => {
  const parsed = parse(text);
  return parsed.ok ? parsed.value : parsed.problem;
};

describe('a course file', () => {
  test('has names and optional first passwords and groups, in any order of the columns', () => {
    assert.deepEqual(read('group,name,password\nA,alice,correct horse\n,bob,\n'), [
      { name: 'alice', password: 'correct horse', group: 'A', place: 'line 2' },
      { name: 'bob', place: 'line 3' },
    ]);
    assert.deepEqual(read('name\nalice\n'), [{ name: 'alice', place: 'line 2' }]);
    assert.deepEqual(read('name,password,group\nalice\n'), [{ name: 'alice', place: 'line 2' }]);
  });

  test('may have the form of a spreadsheet export: semicolons, a byte order mark, CR LF, quotes, empty lines', () => {
    assert.deepEqual(read('\uFEFFName;Group\r\n"van Dijk, Zoë";"A"\r\n;\r\nbob;B\r\n'), [
      { name: 'van Dijk, Zoë', group: 'A', place: 'line 2' },
      { name: 'bob', group: 'B', place: 'line 4' },
    ]);
  });

  test('has at most 2,000 names', () => {
    const names = Array.from({ length: 2001 }, (_, index) => `student${index}`);
    assert.equal(read(`name\n${names.slice(0, 2000).join('\n')}\n`).length, 2000);
    assert.equal(read(`name\n${names.join('\n')}\n`), 'line 2002: a course has at most 2000 names');
  });

  for (const [text, expected] of [
    ['', /^line 1: the columns are/],
    ['alice\nbob\n', /^line 1: "alice" is not a column: the columns are/],
    ['group\nA\n', /^line 1: the columns are/],
    ['\n\nname,mail\nalice,a@b\n', /^line 3: "mail" is not a column: the columns are/],
    ['name,group,Name\nalice,A,bob\n', /^line 1: two columns are called name$/],
    ['name,group\nalice,A\nbob,B,C\n', /^line 3: 3 cells where 2 are expected/],
    ['name\nalice\n\nALICE\n', /^line 4: ALICE is already on line 2$/],
    ['name\n"\u2800"\n', /^line 2: .* is not a valid name$/],
    ['name\nalice\n=1+1\n', /^line 3: "=1\+1" looks like a formula to a spreadsheet/],
    ['name\n+a\n', /^line 2: /],
    ['name\n-a\n', /^line 2: /],
    ['name\n@a\n', /^line 2: /],
    ['name,password\nalice,short\n', /^line 2: a password has 8 to 200/],
    ['name,password\ncorrecthorse,CorrectHorse\n', /^line 2: a password/],
    ['name\n"alice\n', /^line \d: /],
  ] as const)
    test(`is refused with the line number: ${JSON.stringify(text)}`, () => assert.match(String(read(text)), expected));

  test('is refused with one line that names the file', (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'tengen-'));
    t.after(() => rmSync(folder, { recursive: true }));
    const file = join(folder, 'class.csv');
    const problemOf = (bytes: string | Uint8Array): string => {
      writeFileSync(file, bytes);
      const course = readCourseFile(file);
      return course.ok ? '' : course.problem;
    };
    assert.equal(problemOf(Buffer.from('name\nZo\u00eb\n', 'latin1')), `${file}: not UTF-8; save it as "CSV UTF-8"`);
    assert.equal(
      problemOf(Buffer.from('\ufeffname\nalice\n', 'utf16le')),
      `${file}: not UTF-8; save it as "CSV UTF-8"`,
    );
    assert.equal(problemOf(`name\n${'\n'.repeat(2 ** 20)}`), `${file}: larger than 1 MiB`);
    assert.equal(problemOf('name\nalice\nAlice\n'), `${file}: line 3: Alice is already on line 2`);
    assert.equal(problemOf('name\nZo\u00eb\n'), '');
    const missing = readCourseFile(join(folder, 'none.csv'));
    assert.match(missing.ok ? '' : missing.problem, /^cannot read .*none\.csv: ENOENT/);
  });
});

describe('a course file in TOML', () => {
  const readToml = (text: string) => read(text, parseTomlCourse);
  const student = (...lines: readonly string[]): string => `[[student]]\n${lines.join('\n')}\n`;

  test('has a table for each name, with an optional first password and group', () => {
    const alice = student('name = " alice"', 'password = "correct horse"', 'group = "A"');
    assert.deepEqual(readToml(`# 2026\n${alice}${student('name = "bob"')}`), [
      { name: 'alice', password: 'correct horse', group: 'A', place: 'student 1' },
      { name: 'bob', place: 'student 2' },
    ]);
    assert.deepEqual(readToml('student = [{ name = "alice" }]'), [{ name: 'alice', place: 'student 1' }]);
  });

  test('has at most 2,000 names', () => {
    const names = Array.from({ length: 2001 }, (_, index) => student(`name = "student${index}"`));
    assert.equal(readToml(names.slice(0, 2000).join('')).length, 2000);
    assert.equal(readToml(names.join('')), 'student 2001: a course has at most 2000 names');
  });

  const wrongTables = /^a course has tables \[\[student\]\] and nothing else$/;
  const unknownKey = /^student 2: mail is not a key: the keys are name, password and group; the last two are optional$/;
  const alice = student('name = "alice"');
  for (const [text, expected] of [
    ['', wrongTables],
    ['[student]\nname = "alice"\n', wrongTables],
    [`course = "Go"\n${alice}`, wrongTables],
    ['name,group\nalice,A\n', /^line 1: Invalid TOML/],
    [`${alice}${student('name = "bob')}`, /^line 4: Invalid TOML/],
    [`${alice}${student('name = "bob"', 'mail = "b@c"')}`, unknownKey],
    [`${alice}${student('group = "A"')}`, /^student 2: name must be a string in quotes$/],
    [`${alice}${student('name = "bob"', 'group = 1')}`, /^student 2: group must be a string in quotes$/],
    [`${alice}${student('name = "ALICE"')}`, /^student 2: ALICE is already on student 1$/],
    [`${alice}${student('name = "=1+1"')}`, /^student 2: "=1\+1" looks like a formula to a spreadsheet/],
    [`${alice}${student('name = "bob"', 'password = "short"')}`, /^student 2: a password has 8 to 200/],
    [`${alice}${student('name = "bob"', `group = "${'x'.repeat(65)}"`)}`, /^student 2: a group has at most 64/],
  ] as const)
    test(`is refused with the place: ${JSON.stringify(text)}`, () => assert.match(String(readToml(text)), expected));

  test('has a name that ends in .toml, and must be UTF-8', (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'tengen-'));
    t.after(() => rmSync(folder, { recursive: true }));
    const file = join(folder, 'class.toml');
    writeFileSync(file, alice);
    const students = [{ name: 'alice', place: 'student 1' }];
    assert.deepEqual(readCourseFile(file), { ok: true, value: { file, students } });
    writeFileSync(file, Buffer.from('[[student]]\nname = "Zo\u00eb"\n', 'latin1'));
    const latin = readCourseFile(file);
    assert.equal(latin.ok ? '' : latin.problem, `${file}: not UTF-8; save it as UTF-8`);
  });
});
