import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { databaseKinds, openDatabaseFor } from '../../test/support/database/test-databases.ts';
import { AccountStore } from './account-store.ts';

const [, postgres] = await databaseKinds();
/** In milliseconds. Only a store without row locks is so fast that the wait decides the test: then the test fails. */
const ENOUGH_WITHOUT_LOCKS = 500;

// SQLite has one writer at a time.
describe('transactions of two nodes on one PostgreSQL database', { skip: postgres.skip }, () => {
  it('leave no sign-in with the old password when the password changes before the sign-in is committed', async (test) => {
    const database = await openDatabaseFor(test, await postgres.newPlace());
    const store = new AccountStore(database);
    assert.ok(await store.add('alice', 'alice', 'old hash', 0));
    const account = await store.find('alice');
    assert.ok(account);
    const transaction = await database.startTransaction().execute();
    assert.ok(await new AccountStore(transaction).addSignIn(account, 'digest', 1000));
    const change = (async () => {
      assert.ok(await store.setPassword(account, 'new hash'));
      await store.endSignIns(account.id);
    })();
    await Promise.race([change, delay(ENOUGH_WITHOUT_LOCKS)]);
    await transaction.commit().execute();
    await change;
    assert.equal(await store.findSignIn('digest'), undefined);
  });

  it('admit no address for a sign-in that ends before the admission is committed', async (test) => {
    const database = await openDatabaseFor(test, await postgres.newPlace());
    const store = new AccountStore(database);
    await store.add('alice', 'alice', 'hash', 0);
    const account = await store.find('alice');
    assert.ok(account);
    assert.ok(await store.addSignIn(account, 'digest', 1000));
    const transaction = await database.startTransaction().execute();
    assert.ok(await new AccountStore(transaction).admit('digest', '192.0.2.1', 1000));
    const end = store.endSignIns(account.id);
    await Promise.race([end, delay(ENOUGH_WITHOUT_LOCKS)]);
    await transaction.commit().execute();
    await end;
    assert.deepEqual(await store.admissions(), []);
  });
});
