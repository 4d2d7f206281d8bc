import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { testDialogues } from '../../../test/support/players/client-dialogue-tests.ts';
import { runScript, sessionOpener } from '../../../test/support/players/client-script.ts';
import { checkRandomConversations } from '../../../test/support/players/random-conversations.ts';
import { nedapClient } from './client-session.ts';
import { DIALECTS, parseClientMessage } from './messages.ts';

testDialogues(new URL('client-session.dialogues.txt', import.meta.url), nedapClient, 'name=anne');

describe('client settings', () => {
  const problemOf = (settings: Record<string, string>): string => {
    const read = nedapClient.configure(settings);
    return read.ok ? 'none' : read.problem;
  };

  test('by default the name is player and the size is 9', () => {
    runScript(sessionOpener(nedapClient), 'event: entered player\nintent: seek\nclient: GO player 9');
  });

  test('wrong settings are reported in one line', () => {
    const known = 'name, size, opponent, dialect';
    assert.equal(problemOf({ color: 'black' }), `nedap has no setting "color"; it has ${known}`);
    assert.equal(problemOf({ dialect: 'new' }), 'nedap: dialect is one of documented, later, not "new"');
    for (const size of ['3', '8', '133', '09', 'x', '']) {
      assert.equal(problemOf({ size }), `nedap: size is an odd whole number from 5 to 131, not "${size}"`);
    }
    for (const size of ['5', '131']) assert.equal(problemOf({ size }), 'none');
    for (const name of ['', 'Anne', 'a b', 'a'.repeat(21)]) {
      assert.equal(problemOf({ name }), `nedap: name is 1 to 20 lower-case letters or digits, not "${name}"`);
      assert.match(problemOf({ opponent: name }), /^nedap: opponent is 1 to 20/);
    }
    for (const name of ['a', 'a'.repeat(20), 'player2']) assert.equal(problemOf({ name, opponent: name }), 'none');
  });
});

test('uses the accepted name on the next connection', () => {
  const anne = sessionOpener(nedapClient, 'name=anne');
  const before = runScript(
    anne,
    `
      event: entered anne
      intent: enter anne2
      event: entered anne2
      hangs up
      event: remark: the server closed the connection
      closes
    `,
  );
  runScript(anne, 'event: entered anne2\nintent: seek\nclient: GO anne2 9', { before });
});

describe('protocol violations of the server', () => {
  for (const line of [
    ...['WAITING now', 'READY', 'READY green bob 9', 'READY black bob nine', 'VALID black 1', 'VALID 1 1', 'PASSED'],
    ...['PASSED green', 'TABLEFLIPPED', 'END', 'END 1', 'END a b'],
  ]) {
    test(line, () => {
      runScript(
        sessionOpener(nedapClient, 'name=anne'),
        `
          event: entered anne
          server: ${line}
          event: protocol error: …
          closes
        `,
      );
    });
  }

  test('an INVALID without a colour, in the later dialect', () => {
    runScript(
      sessionOpener(nedapClient, 'name=anne&dialect=later'),
      `
        client: PLAYER anne
        server: INVALID a stone stands there
        event: protocol error: …
        closes
      `,
    );
  });
});

for (const dialect of DIALECTS) {
  test(`follows the protocol for random messages and intents, ${dialect}`, () => {
    checkRandomConversations({
      open: sessionOpener(nedapClient, `name=anne&dialect=${dialect}`),
      opening: [
        '100 ms',
        'intent: seek',
        'server: WAITING',
        'server: READY black bob 9',
        'server: VALID black 0 0',
        'server: PASSED white',
      ],
      lines: [
        ...[
          'WAITING',
          'READY black bob 9',
          'READY white bob 5',
          'VALID black 0 0',
          'VALID white 4 4',
          'VALID white 9 9',
        ],
        ...[
          'PASSED black',
          'PASSED white',
          'TABLEFLIPPED white',
          'TABLEFLIPPED black',
          'END 1.0 0.0',
          'END -1 -1',
          'THINK',
        ],
        ...[
          'INVALID white no',
          'INVALID black no',
          'WARNING no',
          'WARNING no chat',
          'CHAT hello',
          'CHAT bob: hello',
          '',
        ],
      ],
      intents: [
        ...[
          'enter bob',
          'seek',
          'seek 5',
          'seek 9 bob',
          'cancel',
          'play 0,0',
          'play 4,4',
          'play 9,9',
          'pass',
          'resign',
        ],
        ...['chat hi', 'lobby'],
      ],
      isClientMessage: (line) => parseClientMessage(line, dialect).ok,
    });
  });
}
