import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AccountFixture, ELSEWHERE, HOME } from '../../test/support/accounts/account-fixture.ts';
import { databaseKinds } from '../../test/support/database/test-databases.ts';

const HOUR = 3_600_000;

for (const kind of await databaseKinds()) {
  describe(`a ban in ${kind.name}`, { skip: kind.skip }, () => {
    it('of an address is in force until it expires, also after a restart', async (test) => {
      const fixture = await AccountFixture.open(test, await kind.newPlace());
      const until = fixture.clock.now() + 2 * HOUR;
      const ban = await fixture.bans.add({ address: HOME.address, hours: 2, reason: 'floods' });
      assert.deepEqual(ban, { id: ban.id, address: HOME.address, until, reason: 'floods' });
      await fixture.clock.advance(2 * HOUR - 1);
      await fixture.restart();
      assert.deepEqual(fixture.bans.all, [ban]);
      assert.deepEqual([fixture.bans.isBanned(HOME.address), fixture.bans.isBanned(ELSEWHERE.address)], [true, false]);
      await fixture.clock.advance(1);
      assert.deepEqual([fixture.bans.isBanned(HOME.address), fixture.bans.all], [false, []]);
      await fixture.restart();
      assert.deepEqual(fixture.bans.all, []);
    });

    it('may last any fraction of an hour', async (test) => {
      const fixture = await AccountFixture.open(test, await kind.newPlace());
      const { until } = await fixture.bans.add({ name: 'bob', hours: 0.123456789 });
      assert.equal(until, fixture.clock.now() + 444_445);
    });

    it('of a name applies to any spelling of the name and to its owner, until it is lifted', async (test) => {
      const fixture = await AccountFixture.open(test, await kind.newPlace());
      await fixture.createAccount('alice');
      const { id } = await fixture.bans.add({ name: 'Alice', hours: 0.5 });
      await fixture.restart();
      assert.ok(!fixture.mayBear('ALICE', HOME));
      assert.equal(await fixture.bans.lift(id + 1), false);
      assert.equal(await fixture.bans.lift(id), true);
      assert.ok(fixture.mayBear('alice', HOME));
      await fixture.restart();
      assert.deepEqual([fixture.mayBear('alice', HOME), fixture.mayBear('alice', ELSEWHERE)], [true, false]);
    });
  });
}

describe('bans', () => {
  it('of one name that overlap are in force until the last one expires', async (test) => {
    const fixture = await AccountFixture.open(test);
    await fixture.bans.add({ name: 'bob', hours: 1 });
    await fixture.bans.add({ name: 'Bob', hours: 3 });
    await fixture.clock.advance(HOUR);
    assert.ok(!fixture.mayBear('bob', HOME));
    await fixture.clock.advance(2 * HOUR);
    assert.ok(fixture.mayBear('bob', HOME));
  });

  it('of an IPv6 address apply to its /64 network', async (test) => {
    const fixture = await AccountFixture.open(test);
    await fixture.bans.add({ address: '2001:DB8:0:7::1', hours: 1 });
    assert.ok(fixture.bans.isBanned('2001:db8:0:7:ffff::2'));
    assert.ok(!fixture.bans.isBanned('2001:db8:0:8::1'));
  });

  it('apply to an address in any spelling', async (test) => {
    const fixture = await AccountFixture.open(test);
    await fixture.bans.add({ address: '::ffff:192.0.2.1', hours: 1 });
    assert.ok(fixture.bans.isBanned('192.0.2.1'));
  });
});
