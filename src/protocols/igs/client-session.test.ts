import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testDialogues } from '../../../test/support/players/client-dialogue-tests.ts';
import { igsClient } from './client-session.ts';

testDialogues(new URL('client-session.dialogues.txt', import.meta.url), igsClient, 'name=anne&password=secret&size=9');

test('a wrong setting is reported in one line', () => {
  const problemOf = (settings: Record<string, string>): string => {
    const read = igsClient.configure(settings);
    return read.ok ? 'none' : read.problem;
  };
  for (const name of ['a', 'a-b', 'x'.repeat(11)]) assert.match(problemOf({ name }), /^igs: name is 2 to 10 letters/);
  assert.match(problemOf({ size: '26' }), /^igs: size is a whole number from 2 to 25/);
  assert.equal(problemOf({ name: 'anne', minutes: '10', byo: '5' }), 'none');
});
