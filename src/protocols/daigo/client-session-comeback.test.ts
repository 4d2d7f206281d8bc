import { describe, test } from 'node:test';
import {
  BLACK,
  PRESENT,
  RULES,
  runDialogue,
  WAITING,
  WHITE,
  WHITE_TO_MOVE,
} from '../../../test/support/players/daigo-dialogue.ts';
import type { ClientSession } from '../client-session-types.ts';

describe('returning after a lost connection', () => {
  const RETURNING = `
    ${PRESENT}
    intent: seek
    client: PLAY
  `;
  const AGAIN = (color: string): string => `event: started ${color} on 9 against bob, ${RULES}, continues`;
  const returns = (before: string, after: string): ClientSession =>
    runDialogue(`${RETURNING}\n${after}`, 'name=alice', runDialogue(before));

  test('uses the accepted name again', () => {
    const before = runDialogue(`
      opens
      client: HELO alice
      server: ERROR 8
      event: refused enter: ERROR 8
      intent: enter eve
      client: HELO eve
      server: OK
      event: entered eve
    `);
    runDialogue('opens\n client: HELO eve', 'name=alice', before);
  });

  test('continues the game if every move was answered', () => {
    returns(WHITE, `server: WAIT bob\n ${AGAIN('white')}`);
    returns(WHITE, `server: PASS\n ${AGAIN('white')}\n event: passed black\n event: your turn white`);
    returns(WHITE_TO_MOVE, `server: STONE 5 5\n ${AGAIN('white')}\n event: your turn white`);
    returns(BLACK, `server: START bob\n ${AGAIN('black')}\n event: your turn black`);
    // A move that is queued behind another request was not sent.
    const waits = `${WHITE_TO_MOVE}\n intent: lobby\n client: LIST\n intent: pass`;
    returns(waits, `server: STONE 5 5\n ${AGAIN('white')}\n event: your turn white`);
  });

  test('learns that the unanswered stone was accepted', () => {
    const stone = `${WHITE_TO_MOVE}\n intent: play 0,0\n client: STONE 1 1`;
    returns(stone, `server: WAIT bob\n ${AGAIN('white')}\n event: played white 0,0`);
    const after = `
      server: STONE 2 1
      ${AGAIN('white')}
      event: played white 0,0
      event: played black 1,0
      event: your turn white
    `;
    returns(stone, after);
    const first = `${BLACK}\n intent: play 4,4\n client: STONE 5 5`;
    returns(first, `server: WAIT bob\n ${AGAIN('black')}\n event: played black 4,4`);
  });

  test('learns that the unanswered stone was not accepted', () => {
    const stone = `${WHITE_TO_MOVE}\n intent: play 0,0\n client: STONE 1 1`;
    returns(stone, `server: STONE 5 5\n ${AGAIN('white')}\n event: your turn white`);
    const first = `${BLACK}\n intent: play 4,4\n client: STONE 5 5`;
    returns(first, `server: START bob\n ${AGAIN('black')}\n event: your turn black`);
  });

  test('learns whether an unanswered pass was accepted', () => {
    const pass = `${WHITE_TO_MOVE}\n intent: pass\n client: PASS`;
    returns(pass, `server: WAIT bob\n ${AGAIN('white')}\n event: passed white`);
    returns(pass, `server: STONE 5 5\n ${AGAIN('white')}\n event: your turn white`);
    const two = `
      ${WHITE}
      server: PASS
      event: passed black
      event: your turn white
      intent: pass
      client: PASS
    `;
    // An accepted pass would have ended the game.
    returns(two, `server: PASS\n ${AGAIN('white')}\n event: your turn white`);
    returns(two, `server: RESULT 1\n ${AGAIN('white')}\n event: passed white\n event: ended white score: RESULT 1`);
  });

  const AFTER_PASS = `
    ${WHITE}
    server: PASS
    event: passed black
    event: your turn white
    intent: play 0,0
    client: STONE 1 1
  `;

  test('repeats the stone if PLAY is ambiguous: it was accepted before', () => {
    const after = `
      server: PASS
      client: STONE 1 1
      ${AGAIN('white')}
      intent: play 3,3
      event: refused play: it is not our turn
      server: ERROR 5
      event: played white 0,0
      event: passed black
      event: your turn white
    `;
    returns(AFTER_PASS, after);
  });

  test('repeats the stone if PLAY is ambiguous: it was not accepted before', () => {
    const after = `
      server: PASS
      client: STONE 1 1
      ${AGAIN('white')}
      server: OK
      event: played white 0,0
      250 ms
      client: PLAY
    `;
    returns(AFTER_PASS, after);
  });

  test('remembers the unanswered stone if the connection is lost again', () => {
    const again = `server: PASS\n client: STONE 1 1\n ${AGAIN('white')}`;
    const once = returns(AFTER_PASS, again);
    const twice = runDialogue(`${RETURNING}\n ${again}`, 'name=alice', once);
    const greeted = runDialogue(PRESENT, 'name=alice', twice);
    runDialogue(`${RETURNING}\n server: WAIT bob\n ${AGAIN('white')}\n event: played white 0,0`, 'name=alice', greeted);
    // Other intents meanwhile do not change this.
    const busy = runDialogue(
      `
      ${PRESENT}
      intent: seek
      client: PLAY
      intent: lobby
      server: PASS
      client: LIST
      ${AGAIN('white')}
      `,
      'name=alice',
      once,
    );
    runDialogue(`${RETURNING}\n server: WAIT bob\n ${AGAIN('white')}\n event: played white 0,0`, 'name=alice', busy);
  });

  test('learns that an illegal stone was not accepted', () => {
    const occupied = `
      ${WHITE_TO_MOVE}
      intent: play 0,0
      client: STONE 1 1
      server: OK
      event: played white 0,0
      250 ms
      client: PLAY
      server: PASS
      event: passed black
      event: your turn white
      intent: play 0,0
      client: STONE 1 1
    `;
    returns(occupied, `server: PASS\n ${AGAIN('white')}\n event: your turn white`);
  });

  test('considers that the opponent may play again on a point of two captured stones', () => {
    // White's stone at 0,2 captures 0,0 and 0,1, black's last stone. Black may play at 0,1 again.
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
          ? `server: ${line}\n event: played ${told}\n event: your turn white\n`
          : `intent: play ${place}\n client: ${line}\n server: OK\n event: played ${told}\n 250 ms\n client: PLAY\n`;
    }
    const again = `
      server: STONE 1 2
      client: STONE 1 3
      ${AGAIN('white')}
      server: ERROR 5
      event: played white 0,2
      event: played black 0,1
      event: your turn white
    `;
    returns(`${script}\n intent: play 0,2\n client: STONE 1 3`, again);
    // This stone captures nothing.
    const elsewhere = `${script}\n intent: play 5,5\n client: STONE 6 6`;
    returns(elsewhere, `server: STONE 1 2\n ${AGAIN('white')}\n event: your turn white`);
  });

  test('reports that the game has ended', () => {
    returns(WHITE, `server: DISCONNECT\n ${AGAIN('white')}\n event: ended white left: DISCONNECT`);
    const gone = `
      server: ERROR 2
      client: LIST
      event: remark: the earlier game does not continue: ERROR 2
      server: GAMES
      client: CREATE
    `;
    returns(WHITE, gone);
  });

  test('begins a new game if the server reports another one', () => {
    returns(WHITE, `server: WAIT carol\n event: started white on 9 against carol, ${RULES}`);
    const start = `server: START bob\n event: started black on 9 against bob, ${RULES}\n event: your turn black`;
    returns(WHITE, start);
    // It was our turn, and we had sent no move.
    returns(WHITE_TO_MOVE, `server: WAIT bob\n event: started white on 9 against bob, ${RULES}`);
    returns(
      WHITE_TO_MOVE,
      'server: PASS\n event: started …\n event: protocol error: the server answers "PASS" to PLAY\n closes',
    );
  });

  test('continues a game against an opponent of unknown name', () => {
    const nameless = `
      ${WAITING}
      server: STONE 5 5
      event: started white on 9, ${RULES}
      event: played black 4,4
      event: your turn white
      intent: pass
      client: PASS
    `;
    const after = `server: WAIT bob\n event: started white on 9, ${RULES}, continues\n event: passed white`;
    returns(nameless, after);
  });

  test('continues to wait for an opponent', () => {
    returns(WAITING, 'server: WAIT\n event: waiting\n 250 ms\n client: PLAY');
    returns(WAITING, 'server: ERROR 2\n client: LIST');
    returns(WAITING, 'server: FORFEIT\n client: LIST');
    returns(WAITING, `server: WAIT bob\n event: started white on 9 against bob, ${RULES}`);
    const quick = `
      server: STONE 5 5
      event: started white on 9, ${RULES}
      event: played black 4,4
      event: your turn white
    `;
    returns(WAITING, quick);
  });

  test('asks for an earlier game only once', () =>
    void returns(
      WAITING,
      `
      server: ERROR 2
      client: LIST
      server: ERROR -1
      event: refused seek: ERROR -1
      intent: seek
      client: LIST
      `,
    ));
});
