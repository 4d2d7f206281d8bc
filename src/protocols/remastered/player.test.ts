import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { checkAnyTalk } from '../../../test/players/any-talk.ts';
import { opening, perform } from '../../../test/players/script.ts';
import type { PlayerSession } from '../player.ts';
import type { Settings } from '../protocol.ts';
import { parseClientMessage } from './codec.ts';
import { remasteredPlayer } from './player.ts';

/** The board of `stones`, its first intersections as given. */
const board = (first = '', lines = 9): string => first.padEnd(lines * lines, 'X');
const SETUP = ['ok 0.1.0', 'mode normal'];
const RULES = 'ko positional suicide allowed komi 0';

/** Whole, and byte by byte. */
function play(script: string, settings = '', before?: PlayerSession): PlayerSession {
  const options = before === undefined ? {} : { before };
  perform(opening(remasteredPlayer, settings), script, { ...options, packet: 1 });
  return perform(opening(remasteredPlayer, settings), script, options);
}

const shows = (script: string, settings?: string): void => void play(script, settings);

/** As far as `ready`, with nothing on the board. */
const seated = (color: 'black' | 'white' | 'both'): string => `
  opens
  client: go 0.1.0
  server: ok 0.1.0
  server: mode ${color === 'both' ? 'local' : 'normal'}
  news: entered
  ${color === 'both' ? '' : `server: color ${color === 'black' ? 0 : 1}`}
  server: stones ${board()}
  client: ack
  server: ready
  news: ${color === 'black' ? 'waiting' : `begun ${color} on 9, ${RULES}`}
`;

const BLACK_TO_MOVE = `${seated('black')}
  server: yourturn
  client: ack
  news: begun black on 9, ${RULES}
  news: your turn black
`;

const WHITE_TO_MOVE = `${seated('white')}
  server: place 0 1 0
  client: ack
  news: played black 1,0
  server: yourturn
  client: ack
  news: your turn white
`;

describe('the set-up', () => {
  test('black waits, white and one alone do not', () => {
    for (const color of ['black', 'white', 'both'] as const) play(seated(color));
  });

  test('all at once, with old capitals', () =>
    shows(`
      opens
      client: go 0.1.0
      server: ok 0.1.0
      server: mode NORMAL
      server: color 1
      server: stones ${board()}
      server: ready
      client: ack
      news: entered
      news: begun white on 9, ${RULES}
    `));

  test('another version, on a board of 13 lines that was expected', () =>
    shows(
      `
      opens
      client: go 1.0.0
      server: ok 1.0.0
      server: mode local
      news: entered
      server: stones ${board('', 13)}
      client: ack
      server: ready
      news: begun both on 13, ${RULES}
      `,
      'version=1.0.0&size=13',
    ));

  test('turned away', () => {
    play(`
      opens
      client: go 0.1.0
      server: no
      news: refused enter: no: version 0.1.0 is not spoken there
      closes
    `);
    play(`
      opens
      client: go 0.1.0
      server: ok 0.1.0
      server: full
      news: refused seek: full: every place there is taken
      closes
    `);
  });

  test('another board than was expected', () =>
    shows(
      `
      opens
      client: go 0.1.0
      server: ok 0.1.0
      server: mode local
      news: entered
      server: stones ${board()}
      client: close
      news: broken: the board has 9 lines, not 19
      closes
      `,
      'size=19',
    ));

  test('stones in the corner at the top left', () =>
    shows(`
      opens
      client: go 0.1.0
      server: ok 0.1.0
      server: mode normal
      server: color 0
      news: entered
      server: stones ${board('X01')}
      client: ack
      server: ready
      news: begun black on 9, ${RULES}, on the board: black 1,0 white 2,0
    `));

  const WRONG: Readonly<Record<string, string[]>> = {
    'the server begins with something else': ['mode normal'],
    'another version in the answer': ['ok 0.2.0'],
    'a closed place after the mode': [...SETUP, 'full'],
    'no colour': [...SETUP, `stones ${board()}`],
    'a colour in a local game': ['ok 0.1.0', 'mode local', 'color 0'],
    'a third colour': [...SETUP, 'color 2'],
    'a board of 80': [...SETUP, 'color 0', `stones ${board().slice(1)}`],
    'a fourth kind of intersection': [...SETUP, 'color 0', `stones ${board('2')}`],
    'a turn before it is ready': [...SETUP, 'color 0', `stones ${board()}`, 'yourturn'],
    'ready twice': [...SETUP, 'color 1', `stones ${board()}`, 'ready', 'ready'],
    'an answer of another protocol': ['WARNING keyword go unknown'],
    'no text at all': ['\u0000\u0007'],
  };
  for (const [what, lines] of Object.entries(WRONG)) {
    test(`is broken off: ${what}`, () => {
      const session = opening(remasteredPlayer)();
      session.open(0);
      const { send, news, close } = session.receive(Buffer.from(`${lines.join('\n')}\n`), 0);
      const last = news.at(-1);
      assert(last?.kind === 'broken' && close, JSON.stringify(news));
      assert.match(last.words, /^the server says "/);
      assert.match(Buffer.concat(send).toString(), /(?:^|\n)close\n$/);
    });
  }

  test('what the server said is shown, up to a length', () =>
    shows(`
      opens
      client: go 0.1.0
      server: ${'x'.repeat(4096)}
      client: close
      news: broken: the server says "${'x'.repeat(80)}…" in place of ok
      closes
    `));

  test('a line without an end', () =>
    shows(`
      opens
      client: go 0.1.0
      server: ${'x'.repeat(4097)}
      client: close
      news: broken: a line of more than 4096 bytes
      closes
    `));
});

describe('turns', () => {
  test('a stone of ours, and one that captures it', () =>
    shows(`
      ${BLACK_TO_MOVE}
      want: play 0,0
      client: place 0 0
      server: place 0 0 0
      client: ack
      news: played black 0,0
      server: ack
      server: place 1 1 0
      client: ack
      news: played white 1,0
      server: yourturn
      client: ack
      news: your turn black
      want: play 8,8
      client: place 8 8
      server: place 0 8 8
      server: ack
      client: ack
      news: played black 8,8
      server: place 1 0 1
      client: ack
      news: played white 0,1
      server: remove 0 0
      client: ack
      server: yourturn
      client: ack
      news: your turn black
      # The point is empty again.
      want: play 0,0
      client: place 0 0
    `));

  test('an illegal stone is asked for again', () =>
    shows(`
      ${WHITE_TO_MOVE}
      want: play 1,0
      client: place 1 0
      server: yourturn
      client: ack
      news: refused play: yourturn: the server asks once more
      news: your turn white
      want: play 0,9
      news: refused play: that is off the board
      news: your turn white
    `));

  test('our pass, and the opponent’s', () =>
    shows(`
      ${BLACK_TO_MOVE}
      want: pass
      client: pass
      server: ack
      news: passed black
      server: place 1 4 4
      server: yourturn
      client: ack
      client: ack
      news: played white 4,4
      news: your turn black
      want: play 5,5
      client: place 5 5
      server: place 0 5 5
      server: ack
      client: ack
      news: played black 5,5
      server: yourturn
      client: ack
      news: passed white
      news: your turn black
    `));

  test('black passed before white had anything to hear', () =>
    shows(`
      ${seated('white')}
      server: yourturn
      client: ack
      news: passed black
      news: your turn white
    `));

  test('a server that knows no pass and asks again', () =>
    shows(`
      ${BLACK_TO_MOVE}
      want: pass
      client: pass
      server: yourturn
      client: ack
      news: refused pass: yourturn: the server asks once more
      news: your turn black
    `));

  test('a server that passes for us, whatever we have said', () =>
    shows(`
      ${WHITE_TO_MOVE}
      server: place 0 2 0
      client: ack
      news: passed white
      news: played black 2,0
      server: yourturn
      client: ack
      news: your turn white
      want: play 3,3
      client: place 3 3
      server: place 0 3 0
      client: ack
      news: refused play: the server has passed for us
      news: passed white
      news: played black 3,0
      server: yourturn
      client: ack
      news: your turn white
      want: pass
      client: pass
      server: place 0 4 0
      client: ack
      news: passed white
      news: played black 4,0
    `));

  test('a turn that is asked for twice is one turn', () =>
    shows(`
      ${BLACK_TO_MOVE}
      server: yourturn
      client: ack
    `));

  test('alone, with both colours', () =>
    shows(`
      ${seated('both')}
      server: yourturn
      client: ack
      news: your turn black
      want: play 0,0
      client: place 0 0
      server: place 0 0 0
      server: ack
      server: yourturn
      client: ack
      client: ack
      news: played black 0,0
      news: your turn white
      want: pass
      client: pass
      server: ack
      server: yourturn
      client: ack
      news: passed white
      news: your turn black
      # The server has passed for black, who had nothing to play.
      server: yourturn
      client: ack
      news: passed black
      news: your turn white
    `));

  const WRONG: Readonly<Record<string, readonly [string, ...string[]]>> = {
    'a stone off the board': [BLACK_TO_MOVE, 'place 1 9 0'],
    'a stone on a stone': [WHITE_TO_MOVE, 'place 0 1 0'],
    'a stone of ours that we did not play': [BLACK_TO_MOVE, 'place 0 3 3'],
    'two stones of the opponent': [seated('white'), 'place 0 1 0', 'place 0 2 0'],
    'a stone taken off that is none': [WHITE_TO_MOVE, 'remove 2 0'],
    'a stone taken off twice': [WHITE_TO_MOVE, 'remove 1 0 1 0'],
    'a stone taken off beside the board': [WHITE_TO_MOVE, 'remove 9 9'],
    'an answer to nothing': [WHITE_TO_MOVE, 'ack'],
    'a set-up in a game': [WHITE_TO_MOVE, `stones ${board()}`],
    'half a stone': [WHITE_TO_MOVE, 'place 0 3'],
  };
  for (const [what, [script, ...lines]] of Object.entries(WRONG)) {
    test(`is broken off: ${what}`, () => {
      const session = play(script);
      const { news, close } = session.receive(Buffer.from(`${lines.join('\n')}\n`), 0);
      assert(news.at(-1)?.kind === 'broken' && close, JSON.stringify(news));
    });
  }

  test('a stone of ours that is acknowledged twice, or after the next turn', () => {
    const placed = `
      ${BLACK_TO_MOVE}
      want: play 3,3
      client: place 3 3
      server: place 0 3 3
      client: ack
      news: played black 3,3
    `;
    const broken = `
      server: ack
      client: close
      news: broken: the server says "ack" at no time for it
      closes
    `;
    play(`${placed}\n server: ack\n 0 ms\n ${broken}`);
    play(`${placed}
      server: yourturn
      client: ack
      news: passed white
      news: your turn black
      ${broken}
    `);
  });

  test('another stone of ours than the one that we played', () =>
    shows(`
      ${BLACK_TO_MOVE}
      want: play 3,3
      client: place 3 3
      server: place 0 3 4
      client: close
      news: broken: the server says "place 0 3 4" at no time for it
      closes
    `));
});

describe('what is wanted', () => {
  test('out of place', () =>
    shows(`
      ${seated('black')}
      want: play 3,3
      news: refused play: no game has begun
      want: pass
      news: refused pass: no game has begun
      want: resign
      news: refused resign: no game has begun
      server: yourturn
      client: ack
      news: begun black on 9, ${RULES}
      news: your turn black
      want: play 3,3
      client: place 3 3
      want: play 4,4
      news: refused play: it is not our turn
      server: place 0 3 3
      client: ack
      news: played black 3,3
      want: pass
      news: refused pass: it is not our turn
    `));

  test('without words for it', () =>
    shows(`
      ${WHITE_TO_MOVE}
      want: seek
      news: refused seek: to connect is the wish to play, and there is no other
      want: enter eve
      news: refused enter: this protocol has no words for that
      want: cancel
      news: refused cancel: this protocol has no words for that
      want: chat hello
      news: refused chat: this protocol has no words for that
      want: lobby
      news: refused lobby: this protocol has no words for that
    `));
});

describe('the end', () => {
  test('of a game', () =>
    shows(`
      ${WHITE_TO_MOVE}
      server: close
      news: ended ?: close
      closes
      hangs up
      want: play 3,3
      news: refused play: the conversation is over
    `));

  test('of waiting', () =>
    shows(`
      ${seated('black')}
      server: close
      news: remark: close
      closes
    `));

  test('by us', () => {
    play(`
      ${seated('white')}
      want: resign
      client: resign
      server: close
      news: ended ?: close
      closes
    `);
    play(`
      ${seated('white')}
      want: leave
      client: close
      closes
    `);
  });

  test('a lost connection is none', () =>
    shows(`
      ${WHITE_TO_MOVE}
      hangs up
      news: remark: the server hung up
      closes
    `));
});

describe('coming back', () => {
  const back = (mode: string, stones: string): string => `
    opens
    client: go 0.1.0
    server: ok 0.1.0
    server: mode ${mode}
    news: entered
    server: stones ${board(stones)}
    client: ack
    server: ready
    news: begun ${mode === 'local' ? 'both' : 'black'} on 9, ${RULES}, …
    server: yourturn
    client: ack`;

  test('the board is shown, and then whose turn it is', () => {
    const before = play(BLACK_TO_MOVE);
    play(`${back('normal\n server: color 0', '01')}\n news: your turn black`, '', before);
  });

  test('an empty board does not say whose turn it is', () =>
    shows(`
      ${seated('black')}
      server: place 1 4 4
      client: ack
      news: begun black on 9, ${RULES}
      news: passed black
      news: played white 4,4
    `));

  test('alone: the turn that was to be taken, unless it shows that it was', () => {
    const lonely = `${seated('both')}
      server: yourturn
      client: ack
      news: your turn black
      want: play 0,0
      client: place 0 0
      server: place 0 0 0
      server: ack
      server: yourturn
      client: ack
      client: ack
      news: played black 0,0
      news: your turn white
      want: pass
      client: pass
      server: ack
      server: yourturn
      client: ack
      news: passed white
      news: your turn black
    `;
    // The colour that has fewer stones would be white.
    play(`${back('local', '0')}\n news: your turn black`, '', play(lonely));
    const asked = play(`${lonely}\n want: play 1,0\n client: place 1 0`);
    play(`${back('local', '0')}\n news: your turn black`, '', asked);
    const taken = play(`${back('local', '00')}\n news: your turn white`, '', asked);
    // The game that was known before a connection that came no further than its greeting.
    const greeted = play('opens\n client: go 0.1.0', '', taken);
    play(`${back('local', '00')}\n news: your turn white`, '', greeted);
  });

  test('alone, in a game of somebody else: whoever has fewer stones', () => {
    play(`${back('local', '0')}\n news: your turn white`);
    play(`${back('local', '01')}\n news: your turn black`);
  });
});

describe('settings', () => {
  const problemOf = (settings: Settings): string => {
    const open = remasteredPlayer.configure(settings);
    return open.ok ? 'none' : open.problem;
  };

  test('in one clear line', () => {
    assert.equal(problemOf({}), 'none');
    assert.equal(problemOf({ version: '0.1.0', size: '13' }), 'none');
    assert.equal(problemOf({ size: '11' }), 'remastered: size is 9, 13 or 19, not "11"');
    assert.equal(problemOf({ version: '1.0' }), 'remastered: version is three numbers like 0.1.0, not "1.0"');
    assert.equal(problemOf({ mode: 'local' }), 'remastered has no setting "mode"; it has version, size');
  });
});

for (const mode of ['normal', 'local']) {
  test(`bears whatever a server of mode ${mode} says`, () => {
    const color = mode === 'local' ? [] : ['color 1'];
    const setUp = ['ok 0.1.0', `mode ${mode}`, ...color, `stones ${board()}`, 'ready'];
    const turns = ['yourturn', 'ack', 'place 0 4 4', 'place 1 2 2', 'place 0 1 0', 'place 1 1 0'];
    checkAnyTalk({
      open: opening(remasteredPlayer),
      opening: [...setUp, 'place 0 4 4', 'yourturn'].map((line) => `server: ${line}`),
      lines: [
        ...['yourturn', 'ack', ...turns, ...setUp],
        ...['no', 'full', 'color 0', 'place 0 9 0', 'remove 4 4', 'remove 1 0 2 2', `stones ${board('01')}`, 'close'],
      ],
      wants: ['play 4,4', 'play 2,2', 'play 1,0', 'play 0,9', 'pass', 'resign', 'seek', 'chat hello', 'leave'],
      isClientLine: (line) => parseClientMessage(line) !== undefined,
    });
  });
}
