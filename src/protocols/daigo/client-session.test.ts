import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sessionOpener } from '../../../test/support/players/client-script.ts';
import { checkDialogue, JOINED, PRESENT, RULES, WAITING } from '../../../test/support/players/daigo-dialogue.ts';
import { checkRandomConversations } from '../../../test/support/players/random-conversations.ts';
import type { ProtocolSettings } from '../protocol-settings.ts';
import { daigoClient } from './client-session.ts';
import { parseClientMessage } from './messages.ts';

describe('entering', () => {
  test('uses the name of the settings', () => checkDialogue(PRESENT));

  test('uses another name if the first is taken', () =>
    checkDialogue(`
      opens
      client: HELO alice
      intent: enter eve
      event: refused enter: the name is already set or requested
      server: ERROR 8
      event: refused enter: ERROR 8
      intent: lobby
      event: refused lobby: the login is not complete
      intent: seek
      event: refused seek: the login is not complete
      intent: enter two words
      event: refused enter: a name is 1 to 32 characters without white space
      intent: enter eve
      client: HELO eve
      server: ERROR -1
      event: refused enter: ERROR -1
      intent: enter dora
      client: HELO dora
      server: OK
      event: entered dora
      intent: enter eve
      event: refused enter: the name is already set or requested
    `));
});

describe('finding a game', () => {
  test('waits until an opponent joins', () =>
    checkDialogue(`
      ${WAITING}
      server: WAIT
      249 ms
      1 ms
      client: PLAY
      server: WAIT
      500 ms
      client: PLAY
      server: START bob
      event: started black on 9 against bob, ${RULES}
      event: your turn black
    `));

  test('polls at the interval of the settings', () =>
    checkDialogue(
      `
      ${PRESENT}
      intent: seek
      client: LIST
      server: GAMES
      client: CREATE
      server: OK
      client: LIST
      event: waiting
      server: GAMES alice
      19 ms
      1 ms
      client: PLAY
      `,
      'name=alice&poll=20',
    ));

  test('joins the first waiting player other than itself', () =>
    checkDialogue(`
      ${PRESENT}
      intent: seek
      client: LIST
      server: GAMES alice bob carol
      client: JOIN bob
      server: OK
      client: PLAY
      server: WAIT
      event: waiting
      250 ms
      client: PLAY
      server: WAIT bob
      event: started white on 9 against bob, ${RULES}
    `));

  test('creates a game if another client was faster to join', () =>
    checkDialogue(`
      ${PRESENT}
      intent: seek
      client: LIST
      server: GAMES bob
      client: JOIN bob
      server: ERROR 6
      client: CREATE
      server: OK
      client: LIST
      event: waiting
      server: GAMES alice
    `));

  test('disconnects if another client created a game earlier', () => {
    const created = `
      ${PRESENT}
      intent: seek
      client: LIST
      server: GAMES
      client: CREATE
      server: OK
      client: LIST
      event: waiting
    `;
    checkDialogue(`${created}\n server: GAMES bob alice\n event: remark: bob is waiting, too: reconnecting\n closes`);
    // Then bob must disconnect.
    checkDialogue(`${created}\n server: GAMES alice bob\n 250 ms\n client: PLAY`);
    checkDialogue(`${created}\n server: GAMES bob\n 250 ms\n client: PLAY`);
  });

  test('joins the opponent named in the intent or in the settings', () => {
    checkDialogue(`
      ${PRESENT}
      intent: seek 9 carol
      client: JOIN carol
      server: ERROR 6
      event: refused seek: ERROR 6
      1000 ms
      intent: seek carol
      client: JOIN carol
      server: OK
      client: PLAY
      server: WAIT carol
      event: started white on 9 against carol, ${RULES}
    `);
    checkDialogue(`${PRESENT}\n intent: seek\n client: JOIN carol`, 'name=alice&opponent=carol');
    checkDialogue(`${PRESENT}\n intent: seek bob\n client: JOIN bob`, 'name=alice&opponent=carol');
  });

  test('accepts the colour that the server chooses', () => {
    checkDialogue(`${WAITING}\n server: WAIT bob\n event: started white on 9 against bob, ${RULES}`);
    checkDialogue(`
      ${JOINED}
      server: START bob
      event: started black on 9 against bob, ${RULES}
      event: your turn black
    `);
    // The first answer may be the opponent's first move.
    checkDialogue(`
      ${JOINED}
      server: STONE 9 1
      event: started white on 9 against bob, ${RULES}
      event: played black 8,0
      event: your turn white
    `);
    checkDialogue(`
      ${WAITING}
      server: PASS
      event: started white on 9, ${RULES}
      event: passed black
      event: your turn white
    `);
  });

  test('reports a game that ended between two polls', () => {
    checkDialogue(`
      ${JOINED}
      server: DISCONNECT
      event: started white on 9 against bob, ${RULES}
      event: ended white left: DISCONNECT
    `);
    checkDialogue(`
      ${WAITING}
      server: DISCONNECT
      event: started black on 9, ${RULES}
      event: ended black left: DISCONNECT
    `);
    checkDialogue(`
      ${WAITING}
      server: FORFEIT
      event: started white on 9, ${RULES}
      event: ended white resigned: FORFEIT
    `);
  });

  test('reports errors of the server', () => {
    for (const error of ['ERROR 3', 'ERROR -1']) {
      checkDialogue(`
        ${PRESENT}
        intent: seek bob
        client: JOIN bob
        server: ${error}
        event: refused seek: ${error}
      `);
      checkDialogue(`
        ${PRESENT}
        intent: seek
        client: LIST
        server: GAMES
        client: CREATE
        server: ${error}
        event: refused seek: ${error}
        intent: seek
        client: LIST
      `);
    }
    checkDialogue(`${PRESENT}\n intent: seek\n client: LIST\n server: ERROR -1\n event: refused seek: ERROR -1`);
    checkDialogue(
      `${WAITING}\n server: ERROR 2\n event: refused seek: ERROR 2\n 1000 ms\n intent: seek\n client: LIST`,
    );
  });

  test('skips opponents whose names a request cannot contain', () =>
    checkDialogue(`
      ${PRESENT}
      intent: seek
      client: LIST
      server: GAMES \u0000ob a\u00a0b
      client: CREATE
      server: OK
      client: LIST
      event: waiting
      server: GAMES \u0000ob alice
      250 ms
      client: PLAY
    `));

  test('refuses a seek at a wrong time', () =>
    checkDialogue(`
      ${PRESENT}
      intent: seek 13
      event: refused seek: the size cannot be chosen; by the setting it is 9
      intent: seek to many
      event: refused seek: a name is 1 to 32 characters without white space
      intent: seek
      client: LIST
      intent: seek
      event: refused seek: a game is running, or the client waits for one
    `));

  test('uses the size and komi of the settings', () =>
    checkDialogue(
      `
      ${WAITING}
      server: START bob
      event: started black on 13 against bob, ko positional suicide forbidden komi 6.5
      event: your turn black
      intent: play 12,0
      client: STONE 13 1
      `,
      'name=alice&size=13&komi=6.5',
    ));
});

describe('client settings', () => {
  const problemOf = (settings: ProtocolSettings): string => {
    const open = daigoClient.configure(settings);
    return open.ok ? 'none' : open.problem;
  };

  test('have defaults', () => {
    assert.equal(problemOf({}), 'none');
    checkDialogue('opens\n client: HELO player', '');
    assert.equal(problemOf({ name: 'Łódź', size: '131', komi: '0', opponent: 'bob', poll: '10000' }), 'none');
  });

  test('are reported in one line if they are wrong', () => {
    const wrong: readonly (readonly [ProtocolSettings, string])[] = [
      [{ name: 'a b' }, 'daigo: name is 1 to 32 characters without white space, not "a b"'],
      [{ opponent: '' }, 'daigo: opponent is 1 to 32 characters without white space, not ""'],
      [{ size: '132' }, 'daigo: size is a whole number from 2 to 131, not "132"'],
      [{ komi: '82' }, 'daigo: komi is at most the number of points, not "82"'],
      [{ poll: '19' }, 'daigo: poll is a whole number from 20 to 10000, not "19"'],
      [{ case: 'upper' }, 'daigo has no setting "case"; it has size, komi, name, opponent, poll'],
    ];
    for (const [settings, words] of wrong) assert.equal(problemOf(settings), words);
  });
});

test('follows the protocol for random messages of the server', () =>
  checkRandomConversations({
    open: sessionOpener(daigoClient),
    opening: [
      ...['server: OK', 'intent: seek', 'server: GAMES bob', 'server: OK', 'server: WAIT bob', '250 ms'],
      ...['server: STONE 5 5', 'intent: play 0,0', 'server: OK', '250 ms', 'server: PASS'],
    ],
    lines: [
      ...['OK', 'OK', 'OK', 'OK', 'GAMES', 'GAMES bob', 'WAIT', 'WAIT bob', 'WAIT carol', 'START bob'],
      ...['STONE 1 1', 'STONE 5 5', 'STONE 3 3', 'STONE 10 1', 'STONE 0 1', 'PASS', 'PASS'],
      ...['FORFEIT', 'DISCONNECT', 'RESULT 1', 'RESULT 0', 'RESULT -1'],
      ...[-1, 1, 2, 3, 4, 5, 5, 6, 7, 8, 9, 10].map((code) => `ERROR ${code}`),
    ],
    intents: [
      ...['enter eve', 'seek', 'seek bob', 'cancel', 'play 0,0', 'play 2,2', 'play 4,4', 'play 0,9', 'pass', 'resign'],
      ...['chat hello', 'lobby', 'leave'],
    ],
    isClientMessage: (line) => parseClientMessage(line).ok,
  }));
