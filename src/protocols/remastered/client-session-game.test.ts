import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  BLACK_TO_MOVE,
  board,
  checkDialogue,
  RULES,
  runDialogue,
  untilReady,
  WHITE_TO_MOVE,
} from '../../../test/support/players/remastered-client-dialogue.ts';

describe('moves', () => {
  test('plays a stone, and removes it when it is captured', () =>
    checkDialogue(`
      ${BLACK_TO_MOVE}
      intent: play 0,0
      client: place 0 0
      server: place 0 0 0
      client: ack
      event: played black 0,0
      server: ack
      server: place 1 1 0
      client: ack
      event: played white 1,0
      server: yourturn
      client: ack
      event: your turn black
      intent: play 8,8
      client: place 8 8
      server: place 0 8 8
      server: ack
      client: ack
      event: played black 8,8
      server: place 1 0 1
      client: ack
      event: played white 0,1
      server: remove 0 0
      client: ack
      server: yourturn
      client: ack
      event: your turn black
      # The point is empty again.
      intent: play 0,0
      client: place 0 0
    `));

  test('requests another move after an illegal stone', () =>
    checkDialogue(`
      ${WHITE_TO_MOVE}
      intent: play 1,0
      client: place 1 0
      server: yourturn
      client: ack
      event: refused play: yourturn: the server asks once more
      event: your turn white
      intent: play 0,9
      event: refused play: that is off the board
      event: your turn white
    `));

  test('sends and reports passes', () =>
    checkDialogue(`
      ${BLACK_TO_MOVE}
      intent: pass
      client: pass
      server: ack
      event: passed black
      server: place 1 4 4
      server: yourturn
      client: ack
      client: ack
      event: played white 4,4
      event: your turn black
      intent: play 5,5
      client: place 5 5
      server: place 0 5 5
      server: ack
      client: ack
      event: played black 5,5
      server: yourturn
      client: ack
      event: passed white
      event: your turn black
    `));

  test("reports a pass of black before white's first message", () =>
    checkDialogue(`
      ${untilReady('white')}
      server: yourturn
      client: ack
      event: passed black
      event: your turn white
    `));

  test('reports that a server does not know the pass', () =>
    checkDialogue(`
      ${BLACK_TO_MOVE}
      intent: pass
      client: pass
      server: yourturn
      client: ack
      event: refused pass: yourturn: the server asks once more
      event: your turn black
    `));

  test('reports that the server has passed for us', () =>
    checkDialogue(`
      ${WHITE_TO_MOVE}
      server: place 0 2 0
      client: ack
      event: passed white
      event: played black 2,0
      server: yourturn
      client: ack
      event: your turn white
      intent: play 3,3
      client: place 3 3
      server: place 0 3 0
      client: ack
      event: refused play: the server has passed for us
      event: passed white
      event: played black 3,0
      server: yourturn
      client: ack
      event: your turn white
      intent: pass
      client: pass
      server: place 0 4 0
      client: ack
      event: passed white
      event: played black 4,0
    `));

  test('reports a repeated yourturn once', () =>
    checkDialogue(`
      ${BLACK_TO_MOVE}
      server: yourturn
      client: ack
    `));

  test('plays both colours in local mode', () =>
    checkDialogue(`
      ${untilReady('both')}
      server: yourturn
      client: ack
      event: your turn black
      intent: play 0,0
      client: place 0 0
      server: place 0 0 0
      server: ack
      server: yourturn
      client: ack
      client: ack
      event: played black 0,0
      event: your turn white
      intent: pass
      client: pass
      server: ack
      server: yourturn
      client: ack
      event: passed white
      event: your turn black
      # The server has passed for black, who had nothing to play.
      server: yourturn
      client: ack
      event: passed black
      event: your turn white
    `));

  const WRONG: Readonly<Record<string, readonly [string, ...string[]]>> = {
    'a stone off the board': [BLACK_TO_MOVE, 'place 1 9 0'],
    'a stone on a stone': [WHITE_TO_MOVE, 'place 0 1 0'],
    'a stone of ours that we did not play': [BLACK_TO_MOVE, 'place 0 3 3'],
    'two stones of the opponent': [untilReady('white'), 'place 0 1 0', 'place 0 2 0'],
    'a stone taken off that is none': [WHITE_TO_MOVE, 'remove 2 0'],
    'a stone taken off twice': [WHITE_TO_MOVE, 'remove 1 0 1 0'],
    'a stone taken off beside the board': [WHITE_TO_MOVE, 'remove 9 9'],
    'an answer to nothing': [WHITE_TO_MOVE, 'ack'],
    'a set-up in a game': [WHITE_TO_MOVE, `stones ${board()}`],
    'half a stone': [WHITE_TO_MOVE, 'place 0 3'],
  };
  for (const [what, [script, ...lines]] of Object.entries(WRONG)) {
    test(`ends the session: ${what}`, () => {
      const session = runDialogue(script);
      const { events, close } = session.receive(Buffer.from(`${lines.join('\n')}\n`), 0);
      assert(events.at(-1)?.kind === 'protocol-error' && close, JSON.stringify(events));
    });
  }

  test('ends the session after an ack too many', () => {
    const placed = `
      ${BLACK_TO_MOVE}
      intent: play 3,3
      client: place 3 3
      server: place 0 3 3
      client: ack
      event: played black 3,3
    `;
    const broken = `
      server: ack
      client: close
      event: protocol error: the server says "ack" at no time for it
      closes
    `;
    runDialogue(`${placed}\n server: ack\n 0 ms\n ${broken}`);
    runDialogue(`${placed}
      server: yourturn
      client: ack
      event: passed white
      event: your turn black
      ${broken}
    `);
  });

  test('ends the session if the server places another stone of ours', () =>
    checkDialogue(`
      ${BLACK_TO_MOVE}
      intent: play 3,3
      client: place 3 3
      server: place 0 3 4
      client: close
      event: protocol error: the server says "place 0 3 4" at no time for it
      closes
    `));
});

describe('intents', () => {
  test('are refused at a wrong time', () =>
    checkDialogue(`
      ${untilReady('black')}
      intent: play 3,3
      event: refused play: no game has begun
      intent: pass
      event: refused pass: no game has begun
      intent: resign
      event: refused resign: no game has begun
      server: yourturn
      client: ack
      event: started black on 9, ${RULES}
      event: your turn black
      intent: play 3,3
      client: place 3 3
      intent: play 4,4
      event: refused play: it is not our turn
      server: place 0 3 3
      client: ack
      event: played black 3,3
      intent: pass
      event: refused pass: it is not our turn
    `));

  test('are refused if the protocol has no message for them', () =>
    checkDialogue(`
      ${WHITE_TO_MOVE}
      intent: seek
      event: refused seek: connecting is the only way to ask for a game
      intent: enter eve
      event: refused enter: this protocol has no message for that
      intent: cancel
      event: refused cancel: this protocol has no message for that
      intent: chat hello
      event: refused chat: this protocol has no message for that
      intent: lobby
      event: refused lobby: this protocol has no message for that
    `));
});

describe('the end', () => {
  test('close ends a game', () =>
    checkDialogue(`
      ${WHITE_TO_MOVE}
      server: close
      event: ended ?: close
      closes
      hangs up
      intent: play 3,3
      event: refused play: the session is over
    `));

  test('close ends the waiting', () =>
    checkDialogue(`
      ${untilReady('black')}
      server: close
      event: remark: close
      closes
    `));

  test('we resign or leave', () => {
    runDialogue(`
      ${untilReady('white')}
      intent: resign
      client: resign
      server: close
      event: ended ?: close
      closes
    `);
    runDialogue(`
      ${untilReady('white')}
      intent: leave
      client: close
      closes
    `);
  });

  test('a lost connection does not end the game', () =>
    checkDialogue(`
      ${WHITE_TO_MOVE}
      hangs up
      event: remark: the server closed the connection
      closes
    `));
});

describe('returning after a lost connection', () => {
  const back = (mode: string, stones: string): string => `
    opens
    client: go 0.1.0
    server: ok 0.1.0
    server: mode ${mode}
    event: entered
    server: stones ${board(stones)}
    client: ack
    server: ready
    event: started ${mode === 'local' ? 'both' : 'black'} on 9, ${RULES}, …
    server: yourturn
    client: ack`;

  test('continues with the board that the server sends', () => {
    const before = runDialogue(BLACK_TO_MOVE);
    runDialogue(`${back('normal\n server: color 0', '01')}\n event: your turn black`, '', before);
  });

  test('learns the side to move from the first stone', () =>
    checkDialogue(`
      ${untilReady('black')}
      server: place 1 4 4
      client: ack
      event: started black on 9, ${RULES}
      event: passed black
      event: played white 4,4
    `));

  test('in local mode, continues with the colour that was to move', () => {
    const lonely = `${untilReady('both')}
      server: yourturn
      client: ack
      event: your turn black
      intent: play 0,0
      client: place 0 0
      server: place 0 0 0
      server: ack
      server: yourturn
      client: ack
      client: ack
      event: played black 0,0
      event: your turn white
      intent: pass
      client: pass
      server: ack
      server: yourturn
      client: ack
      event: passed white
      event: your turn black
    `;
    // The colour that has fewer stones would be white.
    runDialogue(`${back('local', '0')}\n event: your turn black`, '', runDialogue(lonely));
    const asked = runDialogue(`${lonely}\n intent: play 1,0\n client: place 1 0`);
    runDialogue(`${back('local', '0')}\n event: your turn black`, '', asked);
    const taken = runDialogue(`${back('local', '00')}\n event: your turn white`, '', asked);
    // The game is remembered after a connection that ended at its greeting.
    const greeted = runDialogue('opens\n client: go 0.1.0', '', taken);
    runDialogue(`${back('local', '00')}\n event: your turn white`, '', greeted);
  });

  test('in local mode, assumes that the colour with fewer stones is to move in an unknown game', () => {
    runDialogue(`${back('local', '0')}\n event: your turn white`);
    runDialogue(`${back('local', '01')}\n event: your turn black`);
  });
});
