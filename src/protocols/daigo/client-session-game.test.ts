import { describe, test } from 'node:test';
import {
  BLACK,
  checkDialogue,
  PRESENT,
  RULES,
  WAITING,
  WHITE,
  WHITE_TO_MOVE,
} from '../../../test/support/players/daigo-dialogue.ts';

describe('playing a game', () => {
  test('sends and receives stones and passes', () =>
    checkDialogue(`
      ${BLACK}
      intent: play 4,4
      client: STONE 5 5
      server: OK
      event: played black 4,4
      250 ms
      client: PLAY
      server: WAIT bob
      250 ms
      client: PLAY
      server: STONE 1 9
      event: played white 0,8
      event: your turn black
      intent: pass
      client: PASS
      server: OK
      event: passed black
      250 ms
      client: PLAY
      server: STONE 2 9
      event: played white 1,8
      event: your turn black
      intent: play 0,0
      client: STONE 1 1
      server: OK
      event: played black 0,0
      250 ms
      client: PLAY
      server: PASS
      event: passed white
      event: your turn black
    `));

  test('does not poll on its own turn', () => {
    checkDialogue(`${BLACK}\n 100000 ms`);
    checkDialogue(`${WHITE_TO_MOVE}\n 100000 ms`);
  });

  test('sends no request before the last one is answered', () =>
    checkDialogue(`
      ${WHITE_TO_MOVE}
      intent: lobby
      client: LIST
      intent: play 0,0
      intent: lobby
      server: GAMES
      client: STONE 1 1
      event: lobby waiting:…
      server: OK
      client: LIST
      event: played white 0,0
      1000 ms
      server: GAMES dora eve
      event: lobby waiting: dora, eve
      0 ms
      client: PLAY
    `));

  test('reports a refused stone', () =>
    checkDialogue(`
      ${WHITE_TO_MOVE}
      intent: play 4,4
      client: STONE 5 5
      server: ERROR 5
      event: refused play: ERROR 5
      event: your turn white
      intent: play 0,9
      event: refused play: that is off the board
      event: your turn white
    `));

  test('reports a request that the server does not know', () =>
    checkDialogue(`
      ${WHITE_TO_MOVE}
      intent: pass
      client: PASS
      server: ERROR -1
      event: refused pass: ERROR -1
      event: your turn white
      intent: resign
      client: FORFEIT
      server: ERROR -1
      event: refused resign: ERROR -1
      event: your turn white
    `));

  test('refuses moves at a wrong time', () =>
    checkDialogue(`
      ${PRESENT}
      intent: play 0,0
      event: refused play: no game has begun
      intent: seek
      client: LIST
      server: GAMES bob
      client: JOIN bob
      server: OK
      client: PLAY
      server: WAIT bob
      event: started white on 9 against bob, ${RULES}
      intent: play 0,0
      event: refused play: it is not our turn
      intent: pass
      event: refused pass: it is not our turn
      intent: resign
      event: refused resign: it is not our turn
      250 ms
      client: PLAY
      server: STONE 5 5
      event: played black 4,4
      event: your turn white
      intent: play 0,0
      client: STONE 1 1
      intent: play 1,1
      event: refused play: it is not our turn
      intent: seek
      event: refused seek: a game is running, or the client waits for one
      intent: cancel
      event: refused cancel: this protocol has no message for that
      intent: chat hello
      event: refused chat: this protocol has no message for that
      intent: leave
      closes
    `));
});

describe('the end', () => {
  test('after our second pass', () =>
    checkDialogue(`
      ${WHITE}
      server: PASS
      event: passed black
      event: your turn white
      intent: pass
      client: PASS
      server: OK
      client: PLAY
      event: passed white
      server: RESULT 1
      event: ended white score: RESULT 1
      1000 ms
      intent: seek
      client: LIST
    `));

  test("after the opponent's second pass", () => {
    const passed = `
      ${BLACK}
      intent: pass
      client: PASS
      server: OK
      event: passed black
      250 ms
      client: PLAY
    `;
    checkDialogue(`${passed}\n server: RESULT -1\n event: passed white\n event: ended white score: RESULT -1`);
    checkDialogue(`${passed}\n server: RESULT 0\n event: passed white\n event: ended draw score: RESULT 0`);
    // After two passes, before the server has counted, no move is requested.
    checkDialogue(`
      ${passed}
      server: PASS
      event: passed white
      250 ms
      client: PLAY
      server: RESULT 0
      event: ended draw score: RESULT 0
    `);
  });

  test('when the opponent leaves, on either turn', () => {
    checkDialogue(`${WHITE}\n server: FORFEIT\n event: ended white resigned: FORFEIT`);
    checkDialogue(`
      ${WHITE_TO_MOVE}
      intent: play 0,0
      client: STONE 1 1
      server: ERROR 10
      client: PLAY
      event: refused play: ERROR 10
      intent: pass
      server: DISCONNECT
      event: refused pass: the game is over
      event: ended white left: DISCONNECT
    `);
  });

  test('when we resign', () =>
    checkDialogue(`
      ${WHITE_TO_MOVE}
      intent: resign
      client: FORFEIT
      server: OK
      event: ended black resigned: OK
      1000 ms
    `));

  test('that is noticed when we send a move', () => {
    checkDialogue(`
      ${WHITE_TO_MOVE}
      intent: play 0,0
      client: STONE 1 1
      server: ERROR 10
      client: PLAY
      event: refused play: ERROR 10
      server: FORFEIT
      event: ended white resigned: FORFEIT
    `);
    checkDialogue(`
      ${WHITE_TO_MOVE}
      intent: play 0,0
      client: STONE 1 1
      server: ERROR 2
      event: refused play: ERROR 2
      event: ended ?: ERROR 2
    `);
  });

  test('without a reported result', () => checkDialogue(`${WHITE}\n server: ERROR 2\n event: ended ?: ERROR 2`));

  test('a lost connection does not end the game', () =>
    checkDialogue(`${WHITE}\n hangs up\n event: remark: the server closed the connection\n closes`));
});

describe('a move that the server cannot store now', () => {
  test('is sent again after a pause, until it is accepted', () =>
    checkDialogue(`
      ${WHITE_TO_MOVE}
      intent: play 0,0
      client: STONE 1 1
      server: ERROR 4
      event: remark: ERROR 4: trying again
      intent: play 1,1
      event: refused play: it is not our turn
      1000 ms
      client: STONE 1 1
      server: ERROR 4
      event: remark: ERROR 4: trying again
      1000 ms
      client: STONE 1 1
      server: OK
      event: played white 0,0
    `));

  test('is dropped when the player resigns', () =>
    checkDialogue(`
      ${WHITE_TO_MOVE}
      intent: pass
      client: PASS
      server: ERROR 4
      event: remark: ERROR 4: trying again
      intent: resign
      client: FORFEIT
      server: OK
      event: ended black resigned: OK
    `));
});

describe('protocol violations of the server', () => {
  const OVER = `
    ${WHITE_TO_MOVE}
    intent: play 0,0
    client: STONE 1 1
    server: ERROR 10
    client: PLAY
    event: refused play: ERROR 10
  `;
  const WRONG: Readonly<Record<string, readonly [string, string, string]>> = {
    'an answer to nothing': [PRESENT, 'OK', 'the server says "OK" without a request'],
    'no answer at all': [WAITING, 'play', 'the server answers "play" to PLAY'],
    'identified without having been': ['', 'ERROR 7', 'the server answers "ERROR 7" to HELO alice'],
    'games for a greeting': ['', 'GAMES', 'the server answers "GAMES" to HELO alice'],
    'games for PLAY': [WAITING, 'GAMES bob', 'the server answers "GAMES bob" to PLAY'],
    'OK for PLAY': [WAITING, 'OK', 'the server answers "OK" to PLAY'],
    'OK for LIST': [`${PRESENT}\n intent: seek\n client: LIST`, 'OK', 'the server answers "OK" to LIST'],
    'not identified any more': [WAITING, 'ERROR 1', 'the server answers "ERROR 1" to PLAY'],
    'an unknown error': [WAITING, 'ERROR 11', 'the server answers "ERROR 11" to PLAY'],
    'nobody has joined the game': [WHITE, 'WAIT', 'the server answers "WAIT" to PLAY'],
    'a start in the middle': [WHITE, 'START bob', 'the server answers "START bob" to PLAY'],
    'a result of no game': [WAITING, 'RESULT 1', 'the server answers "RESULT 1" to PLAY'],
    'a stone at 0': [WHITE, 'STONE 0 5', 'the server answers "STONE 0 5" to PLAY'],
    'a stone beyond': [WHITE, 'STONE 10 5', 'the server answers "STONE 10 5" to PLAY'],
    'another turn than before': [OVER, 'PASS', 'the server answers "PASS" to PLAY'],
    'our turn taken back': [OVER, 'WAIT bob', 'the server answers "WAIT bob" to PLAY'],
    'not our turn, although it is': [
      `${WHITE_TO_MOVE}\n intent: resign\n client: FORFEIT`,
      'ERROR 4',
      'the server answers "ERROR 4" to FORFEIT',
    ],
    'a stone for a stone': [
      `${WHITE_TO_MOVE}\n intent: play 0,0\n client: STONE 1 1`,
      'STONE 2 2',
      'the server answers "STONE 2 2" to STONE 1 1',
    ],
  };
  for (const [what, [script, line, words]] of Object.entries(WRONG)) {
    test(what, () =>
      checkDialogue(`
        ${script === '' ? 'opens\n client: HELO alice' : script}
        server: ${line}
        event: protocol error: ${words}
        closes
      `),
    );
  }

  test('a line that never ends', () =>
    checkDialogue(`
      opens
      client: HELO alice
      server: ${'x'.repeat(65_537)}
      event: protocol error: a line of more than 65536 bytes
      closes
    `));
});
