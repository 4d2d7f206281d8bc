import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { granted } from '../../../test/support/accounts/account-fixture.ts';
import { databaseKinds } from '../../../test/support/database/test-databases.ts';
import { eventually } from '../../../test/support/eventually.ts';
import { twoServers } from '../../../test/support/nodes/two-servers.ts';
import { lastChange } from '../../accounts/changes/change-table.ts';

const [, postgres] = await databaseKinds();
const HOME = { address: '192.0.2.1', isForwarded: false };
const ELSEWHERE = '198.51.100.2';

describe('with several nodes', { skip: postgres.skip }, () => {
  test('a name that is reserved at one is refused at all, and admits its owner’s address', async (t) => {
    const { here, there } = await twoServers(t, postgres);
    granted(await here.within(here.owners.accounts.reserve('alice', 'correct horse', HOME)));
    there.dial('stranger', ELSEWHERE);
    await there.says('stranger', 'HELO alice');
    there.dial('owner');
    await there.says('owner', 'HELO alice');
    assert.deepEqual(
      there.told().filter((line) => !line.endsWith('(closed)')),
      ['stranger: ERROR 8', 'owner: OK'],
    );
    assert.equal(there.owners.accounts.isReserved('ALICE'), true);
    const again = await there.within(there.owners.accounts.reserve('Alice', 'correct horse', HOME));
    assert.deepEqual(again, { ok: false, problem: { why: 'reserved' } });
  });

  test('of two names that look alike, reserved at both at once, one is refused', async (t) => {
    const { here, there, database } = await twoServers(t, postgres);
    const answers = Promise.all([
      here.owners.accounts.reserve('lena', 'correct horse', HOME),
      // With a Cyrillic а.
      there.owners.accounts.reserve('len\u0430', 'correct horse', HOME),
    ]);
    // The stream stands still: the slower node cannot know of the first name.
    await eventually('the first name', async () => (await lastChange(database)) > 0);
    await delay(300);
    const reserved = await here.within(answers);
    assert.deepEqual(reserved.map(({ ok }) => ok).sort(), [false, true]);
  });

  test('a ban of an address disconnects at all nodes, and lets none in', async (t) => {
    const { here, there } = await twoServers(t, postgres);
    for (const server of [here, there]) {
      server.dial('silent', ELSEWHERE);
      await server.says('silent', 'CORE.HELLO~');
      server.dial('known', ELSEWHERE);
      await server.says('known', `CORE.HELLO~${server === here ? 'ann' : 'bob'}`);
      server.dial('other');
      await server.says('other', `CORE.HELLO~${server === here ? 'cleo' : 'dan'}`);
      server.told();
    }
    await here.within(here.owners.bans.add({ address: ELSEWHERE, hours: 1 }));
    for (const server of [here, there]) {
      await server.says('other', '');
      assert.deepEqual(
        server
          .told()
          .filter((line) => line.endsWith('(closed)'))
          .sort(),
        ['known: (closed)', 'silent: (closed)'],
      );
      server.dial('again', ELSEWHERE);
      await server.says('again', 'CORE.HELLO~eve');
      assert.deepEqual(server.told(), ['again: (closed)']);
    }
  });
});
