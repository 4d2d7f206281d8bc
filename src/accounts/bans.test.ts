import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ELSEWHERE, HOME, Office } from '../../test/support/accounts/account-fixture.ts';
import { databaseKinds } from '../../test/support/database/test-databases.ts';

const HOUR = 3_600_000;

for (const kind of await databaseKinds()) {
  describe(`a ban in ${kind.name}`, { skip: kind.skip }, () => {
    it('of an address holds until its time is over, and over a restart', async (test) => {
      const office = await Office.open(test, await kind.newPlace());
      const until = office.clock.now() + 2 * HOUR;
      const ban = await office.bans.add({ address: HOME.address, hours: 2, reason: 'floods' });
      assert.deepEqual(ban, { id: ban.id, address: HOME.address, until, reason: 'floods' });
      await office.clock.advance(2 * HOUR - 1);
      await office.restart();
      assert.deepEqual(office.bans.all, [ban]);
      assert.deepEqual([office.bans.isBanned(HOME.address), office.bans.isBanned(ELSEWHERE.address)], [true, false]);
      await office.clock.advance(1);
      assert.deepEqual([office.bans.isBanned(HOME.address), office.bans.all], [false, []]);
      await office.restart();
      assert.deepEqual(office.bans.all, []);
    });

    it('may be for any part of an hour', async (test) => {
      const office = await Office.open(test, await kind.newPlace());
      const { until } = await office.bans.add({ name: 'bob', hours: 0.123456789 });
      assert.equal(until, office.clock.now() + 444_445);
    });

    it('of a name holds in any case, for its owner, too, until it is lifted', async (test) => {
      const office = await Office.open(test, await kind.newPlace());
      await office.ownerOf('alice');
      const { id } = await office.bans.add({ name: 'Alice', hours: 0.5 });
      await office.restart();
      assert.ok(!office.mayBear('ALICE', HOME));
      assert.equal(await office.bans.lift(id + 1), false);
      assert.equal(await office.bans.lift(id), true);
      assert.ok(office.mayBear('alice', HOME));
      await office.restart();
      assert.deepEqual([office.mayBear('alice', HOME), office.mayBear('alice', ELSEWHERE)], [true, false]);
    });
  });
}

describe('bans', () => {
  it('of one name that overlap hold until the last is over', async (test) => {
    const office = await Office.open(test);
    await office.bans.add({ name: 'bob', hours: 1 });
    await office.bans.add({ name: 'Bob', hours: 3 });
    await office.clock.advance(HOUR);
    assert.ok(!office.mayBear('bob', HOME));
    await office.clock.advance(2 * HOUR);
    assert.ok(office.mayBear('bob', HOME));
  });

  it('of an IPv6 address hold for the network that its owner has', async (test) => {
    const office = await Office.open(test);
    await office.bans.add({ address: '2001:DB8:0:7::1', hours: 1 });
    assert.ok(office.bans.isBanned('2001:db8:0:7:ffff::2'));
    assert.ok(!office.bans.isBanned('2001:db8:0:8::1'));
  });

  it('are no matter of how an address is written', async (test) => {
    const office = await Office.open(test);
    await office.bans.add({ address: '::ffff:192.0.2.1', hours: 1 });
    assert.ok(office.bans.isBanned('192.0.2.1'));
  });
});
