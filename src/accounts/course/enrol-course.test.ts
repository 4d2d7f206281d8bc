import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { AccountFixture, HOME, refusalOf, unwrap } from '../../../test/support/accounts/account-fixture.ts';
import { databaseKinds } from '../../../test/support/database/test-databases.ts';
import type { Student } from './course-file.ts';
import { enrolCourse } from './enrol-course.ts';

function passwordFile(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'tengen-'));
  t.after(() => rmSync(folder, { recursive: true }));
  return join(folder, 'class-passwords.csv');
}

for (const kind of await databaseKinds()) {
  describe(`a course in ${kind.name}`, { skip: kind.skip }, () => {
    test('keeps its accounts, passwords and groups over a restart, and admits no address', async (t) => {
      const fixture = await AccountFixture.open(t, await kind.newPlace());
      await fixture.createAccount('bob', 'his own password');
      assert.ok(fixture.mayBear('bob', HOME));
      const students: Student[] = [
        { name: 'Alice', password: 'first password', group: 'A', place: 'line 2' },
        { name: 'bob', password: 'another password', place: 'line 3' },
      ];
      const file = passwordFile(t);
      assert.deepEqual(await enrolCourse(fixture.accounts, students, file), {
        ok: true,
        value: { created: 1, known: 1, generated: 0 },
      });
      assert.ok(!fixture.mayBear('bob', HOME));
      await fixture.restart();
      for (const [name, password] of [
        ['alice', 'first password'],
        ['bob', 'his own password'],
      ] as const) {
        unwrap(await fixture.accounts.signIn(name, password, HOME));
        assert.ok(!fixture.mayBear(name, HOME), name);
      }
      assert.equal(refusalOf(await fixture.accounts.signIn('bob', 'another password', HOME)), 'wrong');
      const listed = await fixture.accounts.list();
      assert.deepEqual(
        listed.map(({ name, group }) => [name, group]),
        [
          ['Alice', 'A'],
          ['bob', undefined],
        ],
      );
      assert.ok(!existsSync(file));
    });

    test('writes a generated password to the file only if the account is created', async (t) => {
      const fixture = await AccountFixture.open(t, await kind.newPlace());
      const file = passwordFile(t);
      const students = ['alice', 'a1ice', 'carol'].map((name, index) => ({ name, place: `line ${index + 2}` }));
      for (let start = 0; start < 2; start++) {
        const enrolled = await enrolCourse(fixture.accounts, students, file);
        assert.ok(!enrolled.ok);
        assert.match(enrolled.problem, /^line 3: the name "a1ice" cannot be reserved: it looks like another/);
      }
      const [header, row, ...others] = readFileSync(file, 'utf8').trim().split('\r\n');
      assert.equal(header, 'name,password,group');
      assert.deepEqual(others, []);
      const [name, password = ''] = (row ?? '').split(',');
      assert.equal(name, 'alice');
      unwrap(await fixture.accounts.signIn('alice', password, HOME));
    });

    test('uses a password that an interrupted start has written to the file', async (t) => {
      const file = passwordFile(t);
      const students = [{ name: 'alice', place: 'line 2' }];
      const before = await AccountFixture.open(t);
      await enrolCourse(before.accounts, students, file);
      const written = readFileSync(file, 'utf8');
      // In this other database, the account does not exist.
      const fixture = await AccountFixture.open(t, await kind.newPlace());
      assert.deepEqual(await enrolCourse(fixture.accounts, students, file), {
        ok: true,
        value: { created: 1, known: 0, generated: 1 },
      });
      assert.equal(readFileSync(file, 'utf8'), written);
      const [, password = ''] = written.split('\r\n')[1]?.split(',') ?? [];
      unwrap(await fixture.accounts.signIn('alice', password, HOME));
    });

    test('creates no account if its password cannot be written to the file', async (t) => {
      const fixture = await AccountFixture.open(t, await kind.newPlace());
      const file = join(passwordFile(t), 'no-such-folder', 'class-passwords.csv');
      const enrolled = await enrolCourse(fixture.accounts, [{ name: 'alice', place: 'line 2' }], file);
      assert.ok(!enrolled.ok);
      assert.match(enrolled.problem, /^cannot write .*class-passwords\.csv: ENOENT/);
      assert.ok(!fixture.accounts.isReserved('alice'));
      assert.deepEqual(await fixture.accounts.list(), []);
    });
  });
}
