import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { testDialogues } from '../../../test/support/players/client-dialogue-tests.ts';
import { sessionOpener } from '../../../test/support/players/client-script.ts';
import { checkRandomConversations } from '../../../test/support/players/random-conversations.ts';
import { cgosClient } from './client-session.ts';
import { gameMessages, nameMessages, openingMessages } from './messages.ts';

const SETTINGS = 'name=anne&password=secret1';

testDialogues(new URL('client-session.dialogues.txt', import.meta.url), cgosClient, SETTINGS);

describe('client settings', () => {
  const problemOf = (settings: Record<string, string>): string => {
    const read = cgosClient.configure(settings);
    return read.ok ? 'none' : read.problem;
  };

  test('requires a password', () => {
    assert.match(problemOf({ name: 'anne' }), /^cgos: password is 3 to 200 characters/);
    assert.equal(problemOf({ password: 'abc' }), 'none');
  });

  test('reports wrong settings in one line without the password', () => {
    for (const name of ['ab', '7up', 'a b c', 'x'.repeat(19)])
      assert.match(problemOf({ name, password: 'abc' }), /^cgos: name is/);
    const problem = problemOf({ password: 'a b' });
    assert.match(problem, /^cgos: password is/);
    assert.ok(!problem.includes('a b'));
    assert.equal(problemOf({ password: 'abc', size: '9' }), 'cgos has no setting "size"; it has name, password');
  });
});

test('follows the protocol for random messages and intents', () => {
  const setup = 'setup 1 9 7.0 300000 bob(1658) anne(1713?)';
  checkRandomConversations({
    open: sessionOpener(cgosClient, SETTINGS),
    opening: [
      'server: protocol genmove_analyze',
      'server: username',
      'server: password',
      '1000 ms',
      'intent: seek',
      `server: ${setup}`,
      'server: genmove b 300000',
    ],
    lines: [
      ...['protocol', 'username', 'password', 'info hello', setup, 'setup 1 9 7.0 300000 anne(1) bob(2) e5 100 pass 7'],
      ...['genmove b 100', 'genmove w 100', 'play w D4 100', 'play b pass 100', 'play w resign 0', 'play w Z99 1'],
      ...[
        'gameover 2026-11-22 B+3.5',
        'gameover 2026-11-22 W+Resign',
        'gameover 2026-11-22 Draw',
        'Error: no',
        'what',
        '',
      ],
    ],
    intents: ['seek', 'cancel', 'play 0,0', 'play 4,4', 'play 9,9', 'pass', 'resign', 'chat hi', 'lobby', 'leave'],
    isClientMessage: (line) => [openingMessages, nameMessages, gameMessages].some((codec) => codec.read(line).ok),
  });
});
