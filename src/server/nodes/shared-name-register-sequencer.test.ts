import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { unwrap } from '../../../test/support/accounts/account-fixture.ts';
import { databaseKinds } from '../../../test/support/database/test-databases.ts';
import { eventually } from '../../../test/support/eventually.ts';
import { twoNodesWithDatabase } from '../../../test/support/nodes/two-nodes-with-database.ts';
import { lastChange } from '../../accounts/changes/change-table.ts';
import { passwordFileOf } from '../../accounts/course/enrol-course.ts';
import { parseCsv } from '../../csv.ts';

const [, postgres] = await databaseKinds();
const HOME = { address: '192.0.2.1', isForwarded: false };
const ELSEWHERE = '198.51.100.2';

/** Reads the file of names and passwords that was written for a course. */
function passwordsBeside(course: string): [name: string, password: string][] {
  const file = passwordFileOf(course);
  const table = parseCsv(existsSync(file) ? readFileSync(file, 'utf8') : 'name,password,group\n');
  assert(table.ok);
  const [header, ...rows] = table.value;
  assert.deepEqual(header?.cells, ['name', 'password', 'group']);
  return rows.map(({ cells: [name = '', password = ''] }) => [name, password]);
}

describe('with several nodes', { skip: postgres.skip }, () => {
  test('a name that is reserved on one is refused on all, except for its owner’s address', async (t) => {
    const { here, there } = await twoNodesWithDatabase(t, postgres);
    unwrap(await here.within(here.owners.accounts.reserve('alice', 'correct horse', HOME)));
    there.dial('stranger', ELSEWHERE);
    await there.send('stranger', 'HELO alice');
    there.dial('owner');
    await there.send('owner', 'HELO alice');
    assert.deepEqual(
      there.takeReceived().filter((line) => !line.endsWith('(closed)')),
      ['stranger: ERROR 8', 'owner: OK'],
    );
    assert.equal(there.owners.accounts.isReserved('ALICE'), true);
    const again = await there.within(there.owners.accounts.reserve('Alice', 'correct horse', HOME));
    assert.deepEqual(again, { ok: false, problem: { why: 'reserved' } });
  });

  test('one of two names that look alike is refused if both are reserved at the same time', async (t) => {
    const { here, there, database } = await twoNodesWithDatabase(t, postgres);
    const answers = Promise.all([
      here.owners.accounts.reserve('lena', 'correct horse', HOME),
      // The last letter is a Cyrillic а.
      there.owners.accounts.reserve('len\u0430', 'correct horse', HOME),
    ]);
    // The stream does not advance now, so the slower node cannot know the first name.
    await eventually('the first name', async () => (await lastChange(database)) > 0);
    await delay(300);
    const reserved = await here.within(answers);
    assert.deepEqual(reserved.map(({ ok }) => ok).sort(), [false, true]);
  });

  test('a course that both enrol at the same time has one valid password for each name in the files', async (t) => {
    const { here, there } = await twoNodesWithDatabase(t, postgres);
    const folder = mkdtempSync(join(tmpdir(), 'tengen-'));
    t.after(() => rmSync(folder, { recursive: true }));
    const students = ['alice', 'bob', 'carol'].map((name, index) => ({ name, place: `line ${index + 2}` }));
    for (const [files, names] of [
      [['class.csv', 'class.csv'], students],
      // Two machines, each with its own folder.
      [['here.csv', 'there.csv'], students.map(({ name, place }) => ({ name: `${name}2`, place }))],
    ] as const) {
      const [mine = '', theirs = ''] = files.map((file) => join(folder, file));
      await here.within(
        Promise.all([
          here.owners.enrol({ file: mine, students: names }),
          there.owners.enrol({ file: theirs, students: names }),
        ]),
      );
      const rows = [...new Set([mine, theirs])].flatMap((file) => passwordsBeside(file));
      assert.deepEqual(rows.map(([name]) => name).sort(), names.map(({ name }) => name).sort());
      for (const [name, password] of rows) unwrap(await here.within(here.owners.accounts.signIn(name, password, HOME)));
    }
  });

  test('a ban of an address disconnects its clients on all nodes, and refuses new ones', async (t) => {
    const { here, there } = await twoNodesWithDatabase(t, postgres);
    for (const server of [here, there]) {
      server.dial('silent', ELSEWHERE);
      await server.send('silent', 'CORE.HELLO~');
      server.dial('known', ELSEWHERE);
      await server.send('known', `CORE.HELLO~${server === here ? 'ann' : 'bob'}`);
      server.dial('other');
      await server.send('other', `CORE.HELLO~${server === here ? 'cleo' : 'dan'}`);
      server.takeReceived();
    }
    await here.within(here.owners.bans.add({ address: ELSEWHERE, hours: 1 }));
    for (const server of [here, there]) {
      await server.send('other', '');
      assert.deepEqual(
        server
          .takeReceived()
          .filter((line) => line.endsWith('(closed)'))
          .sort(),
        ['known: (closed)', 'silent: (closed)'],
      );
      server.dial('again', ELSEWHERE);
      await server.send('again', 'CORE.HELLO~eve');
      assert.deepEqual(server.takeReceived(), ['again: (closed)']);
    }
  });
});
