import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { testDialogues } from '../../../test/support/players/client-dialogue-tests.ts';
import { runScript, sessionOpener } from '../../../test/support/players/client-script.ts';
import { checkRandomConversations } from '../../../test/support/players/random-conversations.ts';
import { nu6Client } from './client-session.ts';
import { parseClientMessage } from './messages.ts';

const anne = sessionOpener(nu6Client, 'name=anne&size=9');

testDialogues(new URL('client-session.dialogues.txt', import.meta.url), nu6Client, 'name=anne&size=9');

describe('client settings', () => {
  const problemOf = (settings: Record<string, string>): string => {
    const read = nu6Client.configure(settings);
    return read.ok ? 'none' : read.problem;
  };

  test('by default the name is player, the size is 19, and chat is on', () => {
    runScript(
      sessionOpener(nu6Client),
      `
        client: CORE.HELLO~player~CHAT
        server: CORE.HELLO
        event: entered player
        intent: seek
        client: CORE.NEWGAME~19
        event: waiting
      `,
    );
  });

  test('wrong settings are reported in one line', () => {
    assert.equal(problemOf({ color: 'black' }), 'nu6 has no setting "color"; it has name, size, chat');
    assert.equal(problemOf({ size: '1' }), 'nu6: size is a whole number from 2 to 131, not "1"');
    assert.equal(problemOf({ size: '132' }), 'nu6: size is a whole number from 2 to 131, not "132"');
    assert.equal(problemOf({ chat: 'yes' }), 'nu6: chat is one of 0, 1, not "yes"');
    for (const name of ['', 'a~b', 'a\nb', ' a', 'a ', 'anne\u2003', '\u00a0', '\u2800', 'a\\', 'a'.repeat(65)])
      assert.match(problemOf({ name }), /name is/);
    for (const name of ['a', 'Anne Frank', 'Łódź', '👋'.repeat(64)]) assert.equal(problemOf({ name }), 'none');
    for (const size of ['2', '131']) assert.equal(problemOf({ size }), 'none');
  });
});

test('uses the accepted name on the next connection', () => {
  const before = runScript(
    anne,
    `
      client: CORE.HELLO~anne~CHAT
      server: CORE.ERROR~NAMETAKEN
      event: refused enter: CORE.ERROR~NAMETAKEN
      intent: enter anne2
      client: CORE.HELLO~anne2~CHAT
      hangs up
      event: remark: the server closed the connection
      closes
    `,
  );
  runScript(anne, 'client: CORE.HELLO~anne2~CHAT', { before });
});

test('refuses chat without the extension', () => {
  runScript(
    sessionOpener(nu6Client, 'name=anne&chat=0'),
    `
      client: CORE.HELLO~anne
      server: CORE.HELLO
      event: entered anne
      intent: chat hello
      event: refused chat: the setting chat=0 turns the extension off
      intent: lobby
      event: refused lobby: the setting chat=0 turns the extension off
    `,
  );
});

describe('protocol violations of the server', () => {
  for (const line of [
    'CORE.FOO',
    'CORE.HELLO~you',
    'CORE.MATCH~GREEN~9~bob',
    'CORE.MATCH~BLACK~9',
    'CORE.MOVE',
    'CORE.MOVE~x',
    'CORE.PASS~1',
    'CORE.ERROR~LUCK',
    'CORE.GAMEOVER',
    'GAMEOVER~BLACK~1',
    'CHAT.LOBBY~',
    'CHAT.LEFT',
  ]) {
    test(line, () => {
      runScript(
        anne,
        `
        client: CORE.HELLO~anne~CHAT
        server: ${line}
        event: protocol error: …
        closes
      `,
      );
    });
  }
  test("accepts a list of names that is longer than a client's line", () => {
    const names = Array.from({ length: 1000 }, (_, number) => `player${number}`);
    const session = anne();
    session.open(0);
    session.receive(Buffer.from('CORE.HELLO\n'), 0);
    session.perform({ kind: 'lobby' }, 0);
    const { events } = session.receive(Buffer.from(`CHAT.LOBBY~${names.join('~')}\n`), 0);
    assert.deepEqual(events, [{ kind: 'lobby', who: 'present', names }]);
  });
  test('a line that never ends', () => {
    const session = anne();
    session.open(0);
    const effects = session.receive(Buffer.alloc(65_537, 'x'), 0);
    assert.deepEqual(effects, {
      send: [],
      events: [{ kind: 'protocol-error', text: 'a line of more than 65536 bytes' }],
      close: true,
    });
  });
  test('accepts text in another encoding', () => {
    const session = anne();
    session.open(0);
    const { events } = session.receive(Buffer.from('CORE.HELLO\nCHAT.MESSAGE~caf\xe9~bob\n', 'latin1'), 0);
    assert.deepEqual(events.at(-1), { kind: 'chat', text: 'caf\ufffd', from: 'bob' });
  });
});

test('follows the protocol for random messages and intents', () => {
  checkRandomConversations({
    open: anne,
    opening: [
      'server: CORE.HELLO',
      'intent: seek',
      'server: CORE.MATCH~BLACK~9~bob',
      'server: CORE.MOVE~0',
      'server: CORE.PASS',
    ],
    lines: [
      ...['CORE.HELLO', 'CORE.MATCH~BLACK~9~bob', 'CORE.MATCH~WHITE~9~bob', 'CORE.MATCH~WHITE~5~bob', 'CORE.PASS'],
      ...['CORE.MOVE~0', 'CORE.MOVE~40', 'CORE.MOVE~80', 'CORE.MOVE~81', 'CORE.BYE~👋', 'CORE.ERROR~NAMETAKEN'],
      ...['CORE.ERROR~PATIENCE', 'CORE.ERROR~ILLEGAL~KO', 'CORE.ERROR~PROTOCOL', 'CORE.ERROR~PROTOCOL~CORE.MOVE~40'],
      ...['CORE.ERROR~PROTOCOL~CORE.NEWGAME~9', 'CORE.GAMEOVER~BLACK~1~0', 'CORE.GAMEOVER~DRAW~0~0~DISCONNECT'],
      ...['CHAT.MESSAGE~hi~bob', 'CHAT.LOBBY~bob', 'CHAT.LEFT~bob', 'CHAT.ERROR~UNKNOWNRECIPIENT', 'UNDO.ME', ''],
    ],
    intents: [
      'enter bob',
      'seek',
      'seek 5',
      'cancel',
      'play 0,0',
      'play 4,4',
      'play 9,9',
      'pass',
      'resign',
      'chat hi',
      'lobby',
    ],
    isClientMessage: (line) => parseClientMessage(line).ok,
  });
});
