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
      want: play 4,4
      client: STONE 5 5
      server: OK
      news: played black 4,4
      250 ms
      client: PLAY
      server: WAIT bob
      250 ms
      client: PLAY
      server: STONE 1 9
      news: played white 0,8
      news: your turn black
      want: pass
      client: PASS
      server: OK
      news: passed black
      250 ms
      client: PLAY
      server: STONE 2 9
      news: played white 1,8
      news: your turn black
      want: play 0,0
      client: STONE 1 1
      server: OK
      news: played black 0,0
      250 ms
      client: PLAY
      server: PASS
      news: passed white
      news: your turn black
    `));

  test('does not poll on its own turn', () => {
    checkDialogue(`${BLACK}\n 100000 ms`);
    checkDialogue(`${WHITE_TO_MOVE}\n 100000 ms`);
  });

  test('sends no request before the last one is answered', () =>
    checkDialogue(`
      ${WHITE_TO_MOVE}
      want: lobby
      client: LIST
      want: play 0,0
      want: lobby
      server: GAMES
      client: STONE 1 1
      news: lobby waiting:…
      server: OK
      client: LIST
      news: played white 0,0
      1000 ms
      server: GAMES dora eve
      news: lobby waiting: dora, eve
      0 ms
      client: PLAY
    `));

  test('reports a refused stone', () =>
    checkDialogue(`
      ${WHITE_TO_MOVE}
      want: play 4,4
      client: STONE 5 5
      server: ERROR 5
      news: refused play: ERROR 5
      news: your turn white
      want: play 0,9
      news: refused play: that is off the board
      news: your turn white
    `));

  test('reports a request that the server does not know', () =>
    checkDialogue(`
      ${WHITE_TO_MOVE}
      want: pass
      client: PASS
      server: ERROR -1
      news: refused pass: ERROR -1
      news: your turn white
      want: resign
      client: FORFEIT
      server: ERROR -1
      news: refused resign: ERROR -1
      news: your turn white
    `));

  test('refuses moves at a wrong time', () =>
    checkDialogue(`
      ${PRESENT}
      want: play 0,0
      news: refused play: no game has begun
      want: seek
      client: LIST
      server: GAMES bob
      client: JOIN bob
      server: OK
      client: PLAY
      server: WAIT bob
      news: begun white on 9 against bob, ${RULES}
      want: play 0,0
      news: refused play: it is not our turn
      want: pass
      news: refused pass: it is not our turn
      want: resign
      news: refused resign: it is not our turn
      250 ms
      client: PLAY
      server: STONE 5 5
      news: played black 4,4
      news: your turn white
      want: play 0,0
      client: STONE 1 1
      want: play 1,1
      news: refused play: it is not our turn
      want: seek
      news: refused seek: a game is running, or the client waits for one
      want: cancel
      news: refused cancel: this protocol has no message for that
      want: chat hello
      news: refused chat: this protocol has no message for that
      want: leave
      closes
    `));
});

describe('the end', () => {
  test('after our second pass', () =>
    checkDialogue(`
      ${WHITE}
      server: PASS
      news: passed black
      news: your turn white
      want: pass
      client: PASS
      server: OK
      client: PLAY
      news: passed white
      server: RESULT 1
      news: ended white score: RESULT 1
      1000 ms
      want: seek
      client: LIST
    `));

  test("after the opponent's second pass", () => {
    const passed = `
      ${BLACK}
      want: pass
      client: PASS
      server: OK
      news: passed black
      250 ms
      client: PLAY
    `;
    checkDialogue(`${passed}\n server: RESULT -1\n news: passed white\n news: ended white score: RESULT -1`);
    checkDialogue(`${passed}\n server: RESULT 0\n news: passed white\n news: ended nobody score: RESULT 0`);
    // After two passes, before the server has counted, no move is requested.
    checkDialogue(`
      ${passed}
      server: PASS
      news: passed white
      250 ms
      client: PLAY
      server: RESULT 0
      news: ended nobody score: RESULT 0
    `);
  });

  test('when the opponent leaves, on either turn', () => {
    checkDialogue(`${WHITE}\n server: FORFEIT\n news: ended white resigned: FORFEIT`);
    checkDialogue(`
      ${WHITE_TO_MOVE}
      want: play 0,0
      client: STONE 1 1
      server: ERROR 10
      client: PLAY
      news: refused play: ERROR 10
      want: pass
      server: DISCONNECT
      news: refused pass: the game is over
      news: ended white left: DISCONNECT
    `);
  });

  test('when we resign', () =>
    checkDialogue(`
      ${WHITE_TO_MOVE}
      want: resign
      client: FORFEIT
      server: OK
      news: ended black resigned: OK
      1000 ms
    `));

  test('that is noticed when we send a move', () => {
    checkDialogue(`
      ${WHITE_TO_MOVE}
      want: play 0,0
      client: STONE 1 1
      server: ERROR 10
      client: PLAY
      news: refused play: ERROR 10
      server: FORFEIT
      news: ended white resigned: FORFEIT
    `);
    checkDialogue(`
      ${WHITE_TO_MOVE}
      want: play 0,0
      client: STONE 1 1
      server: ERROR 2
      news: refused play: ERROR 2
      news: ended ?: ERROR 2
    `);
  });

  test('without a reported result', () => checkDialogue(`${WHITE}\n server: ERROR 2\n news: ended ?: ERROR 2`));

  test('a lost connection does not end the game', () =>
    checkDialogue(`${WHITE}\n hangs up\n news: remark: the server closed the connection\n closes`));
});

describe('a move that the server cannot store now', () => {
  test('is sent again after a pause, until it is accepted', () =>
    checkDialogue(`
      ${WHITE_TO_MOVE}
      want: play 0,0
      client: STONE 1 1
      server: ERROR 4
      news: remark: ERROR 4: trying again
      want: play 1,1
      news: refused play: it is not our turn
      1000 ms
      client: STONE 1 1
      server: ERROR 4
      news: remark: ERROR 4: trying again
      1000 ms
      client: STONE 1 1
      server: OK
      news: played white 0,0
    `));

  test('is dropped when the player resigns', () =>
    checkDialogue(`
      ${WHITE_TO_MOVE}
      want: pass
      client: PASS
      server: ERROR 4
      news: remark: ERROR 4: trying again
      want: resign
      client: FORFEIT
      server: OK
      news: ended black resigned: OK
    `));
});

describe('protocol violations of the server', () => {
  const OVER = `
    ${WHITE_TO_MOVE}
    want: play 0,0
    client: STONE 1 1
    server: ERROR 10
    client: PLAY
    news: refused play: ERROR 10
  `;
  const WRONG: Readonly<Record<string, readonly [string, string, string]>> = {
    'an answer to nothing': [PRESENT, 'OK', 'the server says "OK" without a request'],
    'no answer at all': [WAITING, 'play', 'the server answers "play" to PLAY'],
    'identified without having been': ['', 'ERROR 7', 'the server answers "ERROR 7" to HELO alice'],
    'games for a greeting': ['', 'GAMES', 'the server answers "GAMES" to HELO alice'],
    'games for PLAY': [WAITING, 'GAMES bob', 'the server answers "GAMES bob" to PLAY'],
    'OK for PLAY': [WAITING, 'OK', 'the server answers "OK" to PLAY'],
    'OK for LIST': [`${PRESENT}\n want: seek\n client: LIST`, 'OK', 'the server answers "OK" to LIST'],
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
      `${WHITE_TO_MOVE}\n want: resign\n client: FORFEIT`,
      'ERROR 4',
      'the server answers "ERROR 4" to FORFEIT',
    ],
    'a stone for a stone': [
      `${WHITE_TO_MOVE}\n want: play 0,0\n client: STONE 1 1`,
      'STONE 2 2',
      'the server answers "STONE 2 2" to STONE 1 1',
    ],
  };
  for (const [what, [script, line, words]] of Object.entries(WRONG)) {
    test(what, () =>
      checkDialogue(`
        ${script === '' ? 'opens\n client: HELO alice' : script}
        server: ${line}
        news: broken: ${words}
        closes
      `),
    );
  }

  test('a line that never ends', () =>
    checkDialogue(`
      opens
      client: HELO alice
      server: ${'x'.repeat(65_537)}
      news: broken: a line of more than 65536 bytes
      closes
    `));
});
