import { describe, test } from 'node:test';
import { dialogue } from '../../../test/support/lobby/lobby-dialogue.ts';

/** Two players whose clients can mark dead stones, and the spectator carol. The white stone is in black's area. */
const PLAYED = `
      (alice enters marking)
      (bob enters marking)
      (alice seeks go 3)
      (bob seeks go 3)
      (carol enters)
      (carol watches 1)
      (alice and bob play b2 a1 b1 pass b3 pass)`;
const MARKING = `${PLAYED}
      (alice passes)`;

describe('dead stones', () => {
  test('are marked by both players after two passes. When both accept, they are removed and the area is counted', () =>
    dialogue(`${MARKING}
      carol watches 1
        = watching game 1 go 3, alice (nu6) and bob (nu6), white to move after b2 a1 b1 pass b3 pass pass, marking, until 120 s
      bob marks a1
        = done
        alice, bob: white marks a1 as dead
        carol: game 1: white marks a1 as dead, until 120 s
      bob accepts the marks
        = done
        alice, bob: white accepts
        carol: game 1: white accepts, until 120 s
      alice accepts the marks
        = done
        alice, bob: black accepts
        carol: game 1: black accepts, until 120 s
        alice, bob: ended: black wins, score, 9 to 0
        carol: game 1: ended: black wins, score, 9 to 0
    `));

  test('are marked as whole chains, and may be marked as alive again by either player', () =>
    dialogue(`
      (alice enters marking)
      (bob enters marking)
      (alice and bob sit down to go 3)
      (alice and bob play b2 a1 b1 a2 b3 pass pass)
      alice marks a1
        = done
        alice, bob: black marks a1 a2 as dead
      bob marks a2 as alive
        = done
        alice, bob: white marks a1 a2 as alive
      alice marks a1 as alive
        = done
    `));

  test('must be accepted by both: a new mark cancels the acceptance', () =>
    dialogue(`${MARKING}
      (alice marks a1)
      (alice accepts the marks)
      (bob marks b1)
      carol watches 1
        = watching game 1 go 3, alice (nu6) and bob (nu6), white to move after b2 a1 b1 pass b3 pass pass, marking a1 b1 b2 b3, until 120 s
      (bob accepts the marks)
      (bob marks b1 as alive)
      (alice accepts the marks)
      bob accepts the marks
        = done
        alice, bob: white accepts
        carol: game 1: white accepts, until 120 s
        alice, bob: ended: black wins, score, 9 to 0
        carol: game 1: ended: black wins, score, 9 to 0
    `));

  test('are accepted once by each player', () =>
    dialogue(`${MARKING}
      (alice accepts the marks)
      alice accepts the marks
        = done
    `));

  test('prevent moves during the marking', () =>
    dialogue(`${MARKING}
      bob plays a2
        = refused: not-your-turn
      bob passes
        = refused: not-your-turn
      alice passes
        = refused: not-your-turn
      alice marks a2
        = refused: cannot-mark
    `));

  test('cannot be marked before two passes', () =>
    dialogue(`${PLAYED}
      alice marks a1
        = refused: cannot-mark
      alice accepts the marks
        = refused: cannot-mark
      alice resumes
        = refused: cannot-mark
    `));

  test('are not marked if one of the two clients cannot mark', () =>
    dialogue(`
      (alice enters marking)
      (bob enters)
      (alice seeks go 3)
      (bob seeks go 3)
      (alice and bob play b2 pass)
      alice passes
        = done
        alice, bob: black passes
        alice, bob: ended: black wins, score, 9 to 0
    `));

  test('are marked by one player who has both seats', () =>
    dialogue(`
      (alice enters marking)
      (alice practises go 3)
      (alice plays b2)
      (alice passes)
      alice passes
        = done
        alice: black passes
        alice: marking
      alice accepts the marks
        = done
        alice: black accepts
        alice: white accepts
        alice: ended: black wins, score, 9 to 0
    `));
});

describe('the game continues instead of the marking', () => {
  test('when one player asks for it. Then the next two passes end the game with all stones alive', () =>
    dialogue(`${MARKING}
      (alice marks a1)
      alice resumes
        = done
        alice, bob: black resumes, white to move
        carol: game 1: black resumes
      bob passes
        = done
        alice, bob: white passes
        carol: game 1: white passes
      alice passes
        = done
        alice, bob: black passes
        carol: game 1: black passes
        alice, bob: ended: black wins, score, 6 to 1
        carol: game 1: ended: black wins, score, 6 to 1
    `));

  test('and a take-back may go back beyond the point where it continued', () =>
    dialogue(`
      (alice enters proposing marking)
      (bob enters proposing marking)
      (alice and bob sit down to go 3)
      (alice and bob play b2 pass pass)
      (alice resumes)
      (bob passes)
      (alice proposes undo)
      (bob agrees)
      alice passes
        = done
        alice, bob: black passes
        alice, bob: ended: black wins, score, 9 to 0
    `));

  test('after two minutes without a change', () =>
    dialogue(`${MARKING}
      (100 s pass)
      (bob marks a1)
      119 s pass
      1 s pass
        alice, bob: play goes on, white to move
        carol: game 1: play goes on
    `));

  test('and the clocks do not run during the marking', () =>
    dialogue(`
      (alice enters proposing marking)
      (bob enters proposing marking)
      (alice and bob sit down to go 3 time 60)
      (10 s pass)
      (alice passes)
      (20 s pass)
      bob passes
        = done
        alice, bob: white passes, clocks 50 and 40, black's runs
        alice, bob: marking, clocks 50 and 40
      (100 s pass)
      alice watches 1
        = watching game 1 go 3, alice (web) and bob (web), black to move after pass pass, used 10000 and 20000 ms, proposals, marking, until 150 s, clocks 50 and 40
      bob resumes
        = done
        alice, bob: white resumes, black to move, clocks 50 and 40, black's runs
        alice: game 1: white resumes, used 10000 and 20000 ms, clocks 50 and 40, black's runs
    `));

  test('when a player returns with a client that cannot mark', () =>
    dialogue(
      `${MARKING}
      (bob is lost)
      (bob enters)
      bob returns
        = seated
        carol: game 1: white is back
        alice, bob: play goes on, white to move
        carol: game 1: play goes on
        bob: white against alice, go 3, komi 0, white to move, after b2 a1 b1 pass b3 pass pass: black b1 b2 b3, white a1
    `,
      { grace: 30 },
    ));
});

describe('during the marking of dead stones', () => {
  test('a player may resign', () =>
    dialogue(`${MARKING}
      (alice marks a1)
      bob forfeits resigned
        = done
        alice, bob: ended: black wins, resigned, 6 to 1
        carol: game 1: ended: black wins, resigned, 6 to 1
    `));

  test('a player who leaves loses', () =>
    dialogue(`${MARKING}
      bob leaves
        = done
        alice: ended: black wins, left, 6 to 1
        carol: game 1: ended: black wins, left, 6 to 1
    `));

  test('a disconnected player may return to the same marks, and the two minutes start again', () =>
    dialogue(
      `${MARKING}
      (bob marks a1)
      (alice accepts the marks)
      bob is lost
        carol: game 1: white is away
        carol: game 1: marking a1, black accepted
      (20 s pass)
      (bob enters marking)
      bob returns
        = seated
        carol: game 1: white is back
        carol: game 1: marking a1, black accepted, until 140 s
        bob: white against alice, go 3, komi 0, white to move, after b2 a1 b1 pass b3 pass pass: black b1 b2 b3, white a1, marking a1, black accepted, until 140 s
      119 s pass
      1 s pass
        alice, bob: play goes on, white to move
        carol: game 1: play goes on
    `,
      { grace: 30 },
    ));

  test('a disconnected player who does not return has left', () =>
    dialogue(
      `${MARKING}
      (bob is lost)
      600 s pass
        alice: ended: black wins, left, 6 to 1
        carol: game 1: ended: black wins, left, 6 to 1
    `,
      { grace: 30 },
    ));

  test('a pass may be taken back: the game continues, and the next two passes start another marking', () =>
    dialogue(`
      (alice enters proposing marking)
      (bob enters proposing marking)
      (alice seeks go 3)
      (bob seeks go 3)
      (carol enters)
      (carol watches 1)
      (alice and bob play b2 a1 pass pass)
      (alice marks a1)
      bob proposes undo
        = done
        carol: game 1: white proposes: undo
      alice agrees
        = done
        carol: game 1: undone: game 1 go 3, alice (web) and bob (web), white to move after b2 a1 pass, proposals
      bob passes
        = done
        alice, bob: white passes
        carol: game 1: white passes
        alice, bob: marking
        carol: game 1: marking, until 120 s
    `));

  test('a restart of the server keeps the marks and the acceptance', () =>
    dialogue(`${MARKING}
      (bob marks a1)
      (alice accepts the marks)
      (the server restarts)
      (50 s pass)
      (alice enters marking)
      alice returns
        = seated
        alice: black against bob, go 3, komi 0, white to move, after b2 a1 b1 pass b3 pass pass: black b1 b2 b3, white a1, marking a1, black accepted
      (bob enters marking)
      bob returns
        = seated
        bob: white against alice, go 3, komi 0, white to move, after b2 a1 b1 pass b3 pass pass: black b1 b2 b3, white a1, marking a1, black accepted, until 170 s
      bob accepts the marks
        = done
        alice, bob: white accepts
        alice, bob: ended: black wins, score, 9 to 0
    `));

  test('marks are refused while only ends of games are stored, and the two minutes start again afterwards', () =>
    dialogue(`${MARKING}
      (only ends are kept)
      bob marks a1
        = refused: not-now
      600 s pass
      all is open
        carol: game 1: marking, until 720 s
      119 s pass
      1 s pass
        alice, bob: play goes on, white to move
        carol: game 1: play goes on
    `));

  test('a client that cannot mark ends the marking only when all commands are allowed again', () =>
    dialogue(
      `${MARKING}
      (bob is lost)
      (only ends are kept)
      (20 s pass)
      (bob enters)
      bob returns
        = seated
        carol: game 1: white is back
        carol: game 1: marking, until 140 s
        bob: white against alice, go 3, komi 0, white to move, after b2 a1 b1 pass b3 pass pass: black b1 b2 b3, white a1, marking, until 140 s
      600 s pass
      all is open
        alice, bob: play goes on, white to move
        carol: game 1: play goes on
    `,
      { grace: 30 },
    ));
});
