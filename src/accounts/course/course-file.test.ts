import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseCourse } from './course-file.ts';

const read = (text: string) => {
  const parsed = parseCourse('class.csv', text);
  return parsed.ok ? parsed.value : parsed.problem;
};

describe('a course file', () => {
  test('has names, and optionally first passwords and groups, in any order of the columns', () => {
    assert.deepEqual(read('group,name,password\nA,alice,correct horse\n,bob,\n'), [
      { name: 'alice', password: 'correct horse', group: 'A' },
      { name: 'bob' },
    ]);
    assert.deepEqual(read('name\nalice\n'), [{ name: 'alice' }]);
  });

  test('may come from a spreadsheet: semicolons, a byte order mark, CR LF, quotes, empty lines', () => {
    assert.deepEqual(read('\uFEFFName;Group\r\n"van Dijk, Zoë";"A"\r\n;\r\nbob;B\r\n'), [
      { name: 'van Dijk, Zoë', group: 'A' },
      { name: 'bob', group: 'B' },
    ]);
  });

  for (const [text, says] of [
    ['', /line 1: the columns are/],
    ['alice\nbob\n', /line 1: the columns are/],
    ['name,mail\nalice,a@b\n', /line 1: the columns are/],
    ['name\nalice\nALICE\n', /line 3: ALICE stands twice/],
    ['name\n"\u2800"\n', /line 2: .* is no name/],
    ['name,password\nalice,short\n', /line 2: a password has 8 to 200/],
    ['name,password\ncorrecthorse,CorrectHorse\n', /line 2: a password/],
    ['name\n"alice\n', /line \d: /],
  ] as const)
    test(`is refused with the line: ${JSON.stringify(text)}`, () => assert.match(String(read(text)), says));
});
