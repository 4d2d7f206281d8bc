import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GnuGo } from '../../../scripts/strength/gnugo.ts';

test('a program that is not there is gone at the first question', async () => {
  const nobody = new GnuGo('/nonexistent/gnugo', []);
  await assert.rejects(nobody.send('name'), /GNU Go exited/);
});
