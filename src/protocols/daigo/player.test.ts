import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { checkAnyTalk } from '../../../test/players/any-talk.ts';
import { opening, perform } from '../../../test/players/script.ts';
import type { PlayerSession } from '../player.ts';
import type { Settings } from '../protocol.ts';
import { parseClientMessage } from './codec.ts';
import { daigoPlayer } from './player.ts';

const RULES = 'ko positional suicide forbidden komi 7';

/** Whole, and byte by byte. */
function play(script: string, settings = 'name=alice', before?: PlayerSession): PlayerSession {
  const options = before === undefined ? {} : { before };
  perform(opening(daigoPlayer, settings), script, { ...options, packet: 1 });
  return perform(opening(daigoPlayer, settings), script, options);
}

const shows = (script: string, settings?: string): void => void play(script, settings);

const PRESENT = `
  opens
  client: HELO alice
  server: OK
  news: entered alice
`;

const WAITING = `
  ${PRESENT}
  want: seek
  client: LIST
  server: GAMES
  client: CREATE
  server: OK
  news: waiting
  250 ms
  client: PLAY
`;

const JOINED = `
  ${PRESENT}
  want: seek
  client: LIST
  server: GAMES bob carol
  client: JOIN bob
  server: OK
  client: PLAY
`;

const BLACK = `
  ${WAITING}
  server: START bob
  news: begun black on 9 against bob, ${RULES}
  news: your turn black
`;

const WHITE = `
  ${JOINED}
  server: WAIT bob
  news: begun white on 9 against bob, ${RULES}
  250 ms
  client: PLAY
`;

const WHITE_TO_MOVE = `
  ${WHITE}
  server: STONE 5 5
  news: played black 4,4
  news: your turn white
`;

describe('coming in', () => {
  test('under the name of the settings', () => shows(PRESENT));

  test('under another, if that is taken', () =>
    shows(`
      opens
      client: HELO alice
      want: enter eve
      news: refused enter: a name is given already, or asked for
      server: ERROR 8
      news: refused enter: ERROR 8
      want: lobby
      news: refused lobby: the server has not let us in
      want: seek
      news: refused seek: the server has not let us in
      want: enter two words
      news: refused enter: a name is 1 to 32 characters without white space
      want: enter eve
      client: HELO eve
      server: ERROR -1
      news: refused enter: ERROR -1
      want: enter dora
      client: HELO dora
      server: OK
      news: entered dora
      want: enter eve
      news: refused enter: a name is given already, or asked for
    `));
});

describe('finding a game', () => {
  test('one waits until somebody joins', () =>
    shows(`
      ${WAITING}
      server: WAIT
      249 ms
      1 ms
      client: PLAY
      server: WAIT
      500 ms
      client: PLAY
      server: START bob
      news: begun black on 9 against bob, ${RULES}
      news: your turn black
    `));

  test('one waits as long as the settings say before asking again', () =>
    shows(
      `
      ${PRESENT}
      want: seek
      client: LIST
      server: GAMES
      client: CREATE
      server: OK
      news: waiting
      19 ms
      1 ms
      client: PLAY
      `,
      'name=alice&poll=20',
    ));

  test('the first who waits is joined, and that is not oneself', () =>
    shows(`
      ${PRESENT}
      want: seek
      client: LIST
      server: GAMES alice bob carol
      client: JOIN bob
      server: OK
      client: PLAY
      server: WAIT
      news: waiting
      250 ms
      client: PLAY
      server: WAIT bob
      news: begun white on 9 against bob, ${RULES}
    `));

  test('somebody else was faster', () =>
    shows(`
      ${PRESENT}
      want: seek
      client: LIST
      server: GAMES bob
      client: JOIN bob
      server: ERROR 6
      client: CREATE
      server: OK
      news: waiting
    `));

  test('a named opponent, of the wish or of the settings', () => {
    shows(`
      ${PRESENT}
      want: seek 9 carol
      client: JOIN carol
      server: ERROR 6
      news: refused seek: ERROR 6
      1000 ms
      want: seek carol
      client: JOIN carol
      server: OK
      client: PLAY
      server: WAIT carol
      news: begun white on 9 against carol, ${RULES}
    `);
    shows(`${PRESENT}\n want: seek\n client: JOIN carol`, 'name=alice&opponent=carol');
    shows(`${PRESENT}\n want: seek bob\n client: JOIN bob`, 'name=alice&opponent=carol');
  });

  test('the server decides who begins', () => {
    shows(`${WAITING}\n server: WAIT bob\n news: begun white on 9 against bob, ${RULES}`);
    shows(`
      ${JOINED}
      server: START bob
      news: begun black on 9 against bob, ${RULES}
      news: your turn black
    `);
    // What it says first may be the opponent's first turn.
    shows(`
      ${JOINED}
      server: STONE 9 1
      news: begun white on 9 against bob, ${RULES}
      news: played black 8,0
      news: your turn white
    `);
    shows(`
      ${WAITING}
      server: PASS
      news: begun white on 9, ${RULES}
      news: passed black
      news: your turn white
    `);
  });

  test('a game that is over before it is noticed', () => {
    shows(`
      ${JOINED}
      server: DISCONNECT
      news: begun white on 9 against bob, ${RULES}
      news: ended white left: DISCONNECT
    `);
    shows(`
      ${WAITING}
      server: DISCONNECT
      news: begun black on 9, ${RULES}
      news: ended black left: DISCONNECT
    `);
    shows(`
      ${WAITING}
      server: FORFEIT
      news: begun white on 9, ${RULES}
      news: ended white resigned: FORFEIT
    `);
  });

  test('is turned down', () => {
    for (const error of ['ERROR 3', 'ERROR -1']) {
      shows(`
        ${PRESENT}
        want: seek bob
        client: JOIN bob
        server: ${error}
        news: refused seek: ${error}
      `);
      shows(`
        ${PRESENT}
        want: seek
        client: LIST
        server: GAMES
        client: CREATE
        server: ${error}
        news: refused seek: ${error}
        want: seek
        client: LIST
      `);
    }
    shows(`${PRESENT}\n want: seek\n client: LIST\n server: ERROR -1\n news: refused seek: ERROR -1`);
    shows(`${WAITING}\n server: ERROR 2\n news: refused seek: ERROR 2\n 1000 ms\n want: seek\n client: LIST`);
  });

  test('is not asked for out of place', () =>
    shows(`
      ${PRESENT}
      want: seek 13
      news: refused seek: no size can be asked for; by its setting it is 9
      want: seek to many
      news: refused seek: a name is 1 to 32 characters without white space
      want: seek
      client: LIST
      want: seek
      news: refused seek: a game is under way, or looked for
    `));

  test('another size and komi', () =>
    shows(
      `
      ${WAITING}
      server: START bob
      news: begun black on 13 against bob, ko positional suicide forbidden komi 6.5
      news: your turn black
      want: play 12,0
      client: STONE 13 1
      `,
      'name=alice&size=13&komi=6.5',
    ));
});

describe('playing', () => {
  test('stones and passes of both', () =>
    shows(`
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

  test('who is on turn does not ask how things stand', () => {
    shows(`${BLACK}\n 100000 ms`);
    shows(`${WHITE_TO_MOVE}\n 100000 ms`);
  });

  test('nothing is said before the last line is answered', () =>
    shows(`
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

  test('an illegal stone', () =>
    shows(`
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

  test('a word that the server does not know', () =>
    shows(`
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

  test('what is out of place is not asked', () =>
    shows(`
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
      news: refused seek: a game is under way, or looked for
      want: cancel
      news: refused cancel: this protocol has no words for that
      want: chat hello
      news: refused chat: this protocol has no words for that
      want: leave
      closes
    `));
});

describe('the end', () => {
  test('by our second pass', () =>
    shows(`
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

  test('by the opponent’s', () => {
    const passed = `
      ${BLACK}
      want: pass
      client: PASS
      server: OK
      news: passed black
      250 ms
      client: PLAY
    `;
    shows(`${passed}\n server: RESULT -1\n news: passed white\n news: ended white score: RESULT -1`);
    shows(`${passed}\n server: RESULT 0\n news: passed white\n news: ended nobody score: RESULT 0`);
    // Two passes, and the server has not counted yet: nothing is wanted any more.
    shows(`
      ${passed}
      server: PASS
      news: passed white
      250 ms
      client: PLAY
      server: RESULT 0
      news: ended nobody score: RESULT 0
    `);
  });

  test('by the opponent’s leaving, whoever is on turn', () => {
    shows(`${WHITE}\n server: FORFEIT\n news: ended white resigned: FORFEIT`);
    shows(`
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

  test('by our giving up', () =>
    shows(`
      ${WHITE_TO_MOVE}
      want: resign
      client: FORFEIT
      server: OK
      news: ended black resigned: OK
      1000 ms
    `));

  test('that is noticed by our turn', () => {
    shows(`
      ${WHITE_TO_MOVE}
      want: play 0,0
      client: STONE 1 1
      server: ERROR 10
      client: PLAY
      news: refused play: ERROR 10
      server: FORFEIT
      news: ended white resigned: FORFEIT
    `);
    shows(`
      ${WHITE_TO_MOVE}
      want: play 0,0
      client: STONE 1 1
      server: ERROR 2
      news: refused play: ERROR 2
      news: ended ?: ERROR 2
    `);
  });

  test('that is not told', () => shows(`${WHITE}\n server: ERROR 2\n news: ended ?: ERROR 2`));

  test('a lost connection is none', () => shows(`${WHITE}\n hangs up\n news: remark: the server hung up\n closes`));
});

describe('is broken off', () => {
  const OVER = `
    ${WHITE_TO_MOVE}
    want: play 0,0
    client: STONE 1 1
    server: ERROR 10
    client: PLAY
    news: refused play: ERROR 10
  `;
  const WRONG: Readonly<Record<string, readonly [string, string, string]>> = {
    'an answer to nothing': [PRESENT, 'OK', 'the server says "OK" unasked'],
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
      `${WHITE_TO_MOVE}\n want: play 0,0\n client: STONE 1 1`,
      'ERROR 4',
      'the server answers "ERROR 4" to STONE 1 1',
    ],
    'a stone for a stone': [
      `${WHITE_TO_MOVE}\n want: play 0,0\n client: STONE 1 1`,
      'STONE 2 2',
      'the server answers "STONE 2 2" to STONE 1 1',
    ],
  };
  for (const [what, [script, line, words]] of Object.entries(WRONG)) {
    test(what, () =>
      shows(`
        ${script === '' ? 'opens\n client: HELO alice' : script}
        server: ${line}
        news: broken: ${words}
        closes
      `),
    );
  }

  test('a line without an end', () =>
    shows(`
      opens
      client: HELO alice
      server: ${'x'.repeat(4097)}
      news: broken: a line of more than 4096 bytes
      closes
    `));
});

describe('coming back', () => {
  const RETURNING = `
    ${PRESENT}
    want: seek
    client: PLAY
  `;
  const AGAIN = (color: string): string => `news: begun ${color} on 9 against bob, ${RULES}, continues`;
  const returns = (before: string, after: string): PlayerSession =>
    play(`${RETURNING}\n${after}`, 'name=alice', play(before));

  test('under the name that was given', () => {
    const before = play(`
      opens
      client: HELO alice
      server: ERROR 8
      news: refused enter: ERROR 8
      want: enter eve
      client: HELO eve
      server: OK
      news: entered eve
    `);
    play('opens\n client: HELO eve', 'name=alice', before);
  });

  test('with nothing in doubt', () => {
    returns(WHITE, `server: WAIT bob\n ${AGAIN('white')}`);
    returns(WHITE, `server: PASS\n ${AGAIN('white')}\n news: passed black\n news: your turn white`);
    returns(WHITE_TO_MOVE, `server: STONE 5 5\n ${AGAIN('white')}\n news: your turn white`);
    returns(BLACK, `server: START bob\n ${AGAIN('black')}\n news: your turn black`);
    // A turn that waits for an answer before it was not said.
    const waits = `${WHITE_TO_MOVE}\n want: lobby\n client: LIST\n want: pass`;
    returns(waits, `server: STONE 5 5\n ${AGAIN('white')}\n news: your turn white`);
  });

  test('the stone that was not answered has been taken', () => {
    const stone = `${WHITE_TO_MOVE}\n want: play 0,0\n client: STONE 1 1`;
    returns(stone, `server: WAIT bob\n ${AGAIN('white')}\n news: played white 0,0`);
    const after = `
      server: STONE 2 1
      ${AGAIN('white')}
      news: played white 0,0
      news: played black 1,0
      news: your turn white
    `;
    returns(stone, after);
    const first = `${BLACK}\n want: play 4,4\n client: STONE 5 5`;
    returns(first, `server: WAIT bob\n ${AGAIN('black')}\n news: played black 4,4`);
  });

  test('it has not', () => {
    const stone = `${WHITE_TO_MOVE}\n want: play 0,0\n client: STONE 1 1`;
    returns(stone, `server: STONE 5 5\n ${AGAIN('white')}\n news: your turn white`);
    const first = `${BLACK}\n want: play 4,4\n client: STONE 5 5`;
    returns(first, `server: START bob\n ${AGAIN('black')}\n news: your turn black`);
  });

  test('a pass that was not answered', () => {
    const pass = `${WHITE_TO_MOVE}\n want: pass\n client: PASS`;
    returns(pass, `server: WAIT bob\n ${AGAIN('white')}\n news: passed white`);
    returns(pass, `server: STONE 5 5\n ${AGAIN('white')}\n news: your turn white`);
    const two = `
      ${WHITE}
      server: PASS
      news: passed black
      news: your turn white
      want: pass
      client: PASS
    `;
    // Taken, it would have ended the game.
    returns(two, `server: PASS\n ${AGAIN('white')}\n news: your turn white`);
    returns(two, `server: RESULT 1\n ${AGAIN('white')}\n news: passed white\n news: ended white score: RESULT 1`);
  });

  const AFTER_PASS = `
    ${WHITE}
    server: PASS
    news: passed black
    news: your turn white
    want: play 0,0
    client: STONE 1 1
  `;

  test('where PLAY cannot tell, the stone is said once more: it was taken', () => {
    const after = `
      server: PASS
      client: STONE 1 1
      ${AGAIN('white')}
      want: play 3,3
      news: refused play: it is not our turn
      server: ERROR 5
      news: played white 0,0
      news: passed black
      news: your turn white
    `;
    returns(AFTER_PASS, after);
  });

  test('it was not', () => {
    const after = `
      server: PASS
      client: STONE 1 1
      ${AGAIN('white')}
      server: OK
      news: played white 0,0
      250 ms
      client: PLAY
    `;
    returns(AFTER_PASS, after);
  });

  test('nor is it clear when the connection is lost again', () => {
    const again = `server: PASS\n client: STONE 1 1\n ${AGAIN('white')}`;
    const once = returns(AFTER_PASS, again);
    const twice = play(`${RETURNING}\n ${again}`, 'name=alice', once);
    const greeted = play(PRESENT, 'name=alice', twice);
    play(`${RETURNING}\n server: WAIT bob\n ${AGAIN('white')}\n news: played white 0,0`, 'name=alice', greeted);
    // What else is wanted meanwhile does not make it forgotten.
    const busy = play(
      `
      ${PRESENT}
      want: seek
      client: PLAY
      want: lobby
      server: PASS
      client: LIST
      ${AGAIN('white')}
      `,
      'name=alice',
      once,
    );
    play(`${RETURNING}\n server: WAIT bob\n ${AGAIN('white')}\n news: played white 0,0`, 'name=alice', busy);
  });

  test('an illegal stone was not taken', () => {
    const occupied = `
      ${WHITE_TO_MOVE}
      want: play 0,0
      client: STONE 1 1
      server: OK
      news: played white 0,0
      250 ms
      client: PLAY
      server: PASS
      news: passed black
      news: your turn white
      want: play 0,0
      client: STONE 1 1
    `;
    returns(occupied, `server: PASS\n ${AGAIN('white')}\n news: your turn white`);
  });

  test('the opponent may play again where two of its stones came off', () => {
    // White's stone at 0,2 takes 0,0 and 0,1 off, black's last stone; black may put it there again.
    const turns = [
      ['STONE 1 1', 'black 0,0'],
      ['STONE 2 1', 'white 1,0'],
      ['STONE 9 9', 'black 8,8'],
      ['STONE 2 2', 'white 1,1'],
      ['STONE 1 2', 'black 0,1'],
    ] as const;
    let script = WHITE;
    for (const [line, told] of turns) {
      const [color, place] = told.split(' ');
      script +=
        color === 'black'
          ? `server: ${line}\n news: played ${told}\n news: your turn white\n`
          : `want: play ${place}\n client: ${line}\n server: OK\n news: played ${told}\n 250 ms\n client: PLAY\n`;
    }
    const again = `
      server: STONE 1 2
      client: STONE 1 3
      ${AGAIN('white')}
      server: ERROR 5
      news: played white 0,2
      news: played black 0,1
      news: your turn white
    `;
    returns(`${script}\n want: play 0,2\n client: STONE 1 3`, again);
    // Nothing comes off here.
    const elsewhere = `${script}\n want: play 5,5\n client: STONE 6 6`;
    returns(elsewhere, `server: STONE 1 2\n ${AGAIN('white')}\n news: your turn white`);
  });

  test('the game is over', () => {
    returns(WHITE, `server: DISCONNECT\n ${AGAIN('white')}\n news: ended white left: DISCONNECT`);
    const gone = `
      server: ERROR 2
      client: LIST
      news: remark: the game of before does not go on: ERROR 2
      server: GAMES
      client: CREATE
    `;
    returns(WHITE, gone);
  });

  test('another game than the one that was known', () => {
    returns(WHITE, `server: WAIT carol\n news: begun white on 9 against carol, ${RULES}`);
    const start = `server: START bob\n news: begun black on 9 against bob, ${RULES}\n news: your turn black`;
    returns(WHITE, start);
    // It was our turn, and nothing was said.
    returns(WHITE_TO_MOVE, `server: WAIT bob\n news: begun white on 9 against bob, ${RULES}`);
    returns(WHITE_TO_MOVE, 'server: PASS\n news: begun …\n news: broken: the server answers "PASS" to PLAY\n closes');
  });

  test('against somebody whose name was not told before', () => {
    const nameless = `
      ${WAITING}
      server: STONE 5 5
      news: begun white on 9, ${RULES}
      news: played black 4,4
      news: your turn white
      want: pass
      client: PASS
    `;
    const after = `server: WAIT bob\n news: begun white on 9, ${RULES}, continues\n news: passed white`;
    returns(nameless, after);
  });

  test('where nobody had come yet', () => {
    returns(WAITING, 'server: WAIT\n news: waiting\n 250 ms\n client: PLAY');
    returns(WAITING, 'server: ERROR 2\n client: LIST');
    returns(WAITING, 'server: FORFEIT\n client: LIST');
    returns(WAITING, `server: WAIT bob\n news: begun white on 9 against bob, ${RULES}`);
    const quick = `
      server: STONE 5 5
      news: begun white on 9, ${RULES}
      news: played black 4,4
      news: your turn white
    `;
    returns(WAITING, quick);
  });

  test('once: the next wish is a wish', () =>
    void returns(
      WAITING,
      `
      server: ERROR 2
      client: LIST
      server: ERROR -1
      news: refused seek: ERROR -1
      want: seek
      client: LIST
      `,
    ));
});

describe('settings', () => {
  const problemOf = (settings: Settings): string => {
    const open = daigoPlayer.configure(settings);
    return open.ok ? 'none' : open.problem;
  };

  test('have defaults', () => {
    assert.equal(problemOf({}), 'none');
    shows('opens\n client: HELO player', '');
    assert.equal(problemOf({ name: 'Łódź', size: '131', komi: '0', opponent: 'bob', poll: '10000' }), 'none');
  });

  test('are named in one line when they are wrong', () => {
    const wrong: readonly (readonly [Settings, string])[] = [
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

test('bears whatever a server says', () =>
  checkAnyTalk({
    open: opening(daigoPlayer),
    opening: [
      ...['server: OK', 'want: seek', 'server: GAMES bob', 'server: OK', 'server: WAIT bob', '250 ms'],
      ...['server: STONE 5 5', 'want: play 0,0', 'server: OK', '250 ms', 'server: PASS'],
    ],
    lines: [
      ...['OK', 'OK', 'OK', 'OK', 'GAMES', 'GAMES bob', 'WAIT', 'WAIT bob', 'WAIT carol', 'START bob'],
      ...['STONE 1 1', 'STONE 5 5', 'STONE 3 3', 'STONE 10 1', 'STONE 0 1', 'PASS', 'PASS'],
      ...['FORFEIT', 'DISCONNECT', 'RESULT 1', 'RESULT 0', 'RESULT -1'],
      ...[-1, 1, 2, 3, 4, 5, 5, 6, 7, 8, 9, 10].map((code) => `ERROR ${code}`),
    ],
    wants: [
      ...['enter eve', 'seek', 'seek bob', 'cancel', 'play 0,0', 'play 2,2', 'play 4,4', 'play 0,9', 'pass', 'resign'],
      ...['chat hello', 'lobby', 'leave'],
    ],
    isClientLine: (line) => parseClientMessage(line).ok,
  }));
