import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GnuGo } from '../../../scripts/strength/gnugo.ts';

test('the first command to a program that does not exist fails', async () => {
  const missing = new GnuGo('/nonexistent/gnugo', []);
  await assert.rejects(missing.send('name'), /GNU Go exited/);
});
