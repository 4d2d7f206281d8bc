import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDatabase } from '../../../src/database/database.ts';
import { newSqlitePath } from '../../support/database/test-databases.ts';
import { startTestServer } from '../../support/http/http-fixture.ts';

test('a journal in memory is not reported as lost, because it is empty at each start', async (t) => {
  const database = newSqlitePath();
  const archive = await openDatabase(database);
  await archive.insertInto('caughtUp').values({ id: 1, number: 7 }).execute();
  await archive.destroy();
  // An error in the log fails the test.
  const { url } = await startTestServer(t, { database });
  assert.equal((await fetch(`${url}/readyz`)).status, 200);
});
