import { describe, test } from 'node:test';
import { dialogue } from '../../../test/support/lobby/lobby-dialogue.ts';

describe('a move', () => {
  test('is sent to both players and no others', () =>
    dialogue(`
      (carol enters chatting)
      (alice and bob sit down to go 9)
      alice plays c3
        = done
        alice, bob: black c3
      bob passes
        = done
        alice, bob: white passes
    `));

  test('is sent with the captured stones', () =>
    dialogue(`
      (alice and bob sit down to go 9)
      (alice and bob play b1 a1)
      alice plays a2
        = done
        alice, bob: black a2 xa1
    `));

  test('is refused without a game, out of turn, off the board and on a stone, in this order', () =>
    dialogue(`
      (alice and bob sit down to go 9)
      (carol enters)
      carol plays off-board
        = refused: no-game
      carol passes
        = refused: no-game
      bob plays off-board
        = refused: not-your-turn
      bob passes
        = refused: not-your-turn
      alice plays off-board
        = refused: off-board
      (alice plays a1)
      bob plays a1
        = refused: occupied
    `));

  test('is refused if it repeats an earlier position', () =>
    dialogue(`
      (alice and bob sit down to go 9)
      (alice and bob play b1 c1 a2 d2 b3 c3 c2 b2)
      alice plays c2
        = refused: ko
    `));

  test('that is a suicide of one stone repeats the position and is refused as ko', () =>
    dialogue(`
      (alice and bob sit down to go 3)
      (alice and bob play c3 b1 c2 a2)
      alice plays a1
        = refused: ko
    `));

  test('of a player against itself has the colour to move', () =>
    dialogue(`
      (alice enters)
      (alice practises go 9)
      alice plays c3
        = done
        alice: black c3
      alice plays d4
        = done
        alice: white d4
    `));
});

describe('komi', () => {
  test('is the komi of the host, of any colour', () =>
    dialogue(`
      (alice enters)
      (bob enters)
      (alice seeks go 9 komi 7.5 as white)
      bob seeks go 9
        = seated
        bob: black against alice, go 9, komi 7.5, black to move
        alice: white against bob, go 9, komi 7.5, black to move
    `));

  test('is the komi of a guest whose client counts the score itself', () =>
    dialogue(`
      (alice enters)
      (dora enters speaking daigo)
      (alice seeks go 9 komi 7.5)
      dora takes alice go 9 counted 7 no-suicide
        = seated
        alice: black against dora, go 9, komi 7, black to move
        dora: white against alice, go 9, komi 7, black to move
    `));

  test('is the komi of a host whose client counts the score itself', () =>
    dialogue(`
      (dora enters speaking daigo)
      (alice enters)
      (dora seeks go 9 counted 7 only to wait)
      alice seeks go 9 komi 0.5
        = seated
        dora: black against alice, go 9, komi 7, black to move
        alice: white against dora, go 9, komi 7, black to move
    `));

  test('prevents the pairing of two clients that count with different values', () =>
    dialogue(`
      (dora enters speaking daigo)
      (dina enters speaking daigo)
      (dora seeks go 9 counted 7 only to wait)
      dina lists go 9 counted 6.5
        = names: nobody
      dina takes dora go 9 counted 6.5
        = refused: no-such-seek
      dina takes dora go 9 counted 7
        = seated
        dora: black against dina, go 9, komi 7, black to move
        dina: white against dora, go 9, komi 7, black to move
    `));
});

describe('the end of a game', () => {
  test('comes with two passes in a row, and the score includes the komi', () =>
    dialogue(`
      (alice enters)
      (bob enters)
      (alice seeks go 9 komi 7.5)
      (bob seeks go 9)
      (alice and bob play pass c3 pass)
      bob passes
        = done
        alice, bob: white passes
        alice, bob: ended: white wins, score, 0 to 88.5
    `));

  test('can be a draw', () =>
    dialogue(`
      (alice and bob sit down to go 9)
      (alice passes)
      bob passes
        = done
        alice, bob: white passes
        alice, bob: ended: nobody wins, score, 0 to 0
    `));

  test('comes when a player resigns at any time, with the area at that moment', () =>
    dialogue(`
      (alice and bob sit down to go 9)
      (alice plays c3)
      alice forfeits resigned
        = done
        alice, bob: ended: white wins, resigned, 81 to 0
    `));

  test('comes when a player breaks a rule, if its protocol demands that', () =>
    dialogue(`
      (alice and bob sit down to go 9)
      bob forfeits fouled
        = done
        alice, bob: ended: black wins, fouled, 0 to 0
    `));

  test('comes in Gomoku with five in a row', () =>
    dialogue(`
      (alice and bob sit down to gomoku 15 freestyle)
      (alice and bob play a1 a2 b1 b2 c1 c2 d1 d2)
      alice plays e1
        = done
        alice, bob: black e1
        alice, bob: ended: black wins, row
    `));

  test('comes in Gomoku with a full board, as a draw', () =>
    dialogue(`
      (alice and bob sit down to gomoku 5 freestyle)
      (alice and bob play a1 c1 b1 d1 e1 a2 c2 b2 d2 e2 a3 c3 b3 d3 e3 a4 c4 b4 d4 e4 a5 c5 b5 d5)
      alice plays e5
        = done
        alice, bob: black e5
        alice, bob: ended: nobody wins, full
    `));

  test('comes once: later moves and resignations are refused', () =>
    dialogue(`
      (alice and bob sit down to go 9)
      (bob forfeits resigned)
      alice plays a1
        = refused: no-game
      bob passes
        = refused: no-game
      bob forfeits resigned
        = refused: no-game
    `));

  test('of a game of a player against itself has no winner after a resignation', () =>
    dialogue(`
      (alice enters)
      (alice practises go 9)
      alice forfeits resigned
        = done
        alice: ended: nobody wins, resigned, 0 to 0
    `));
});

describe('the journal of a game', () => {
  test('has the seats, every move and the end, with continuous numbers', () =>
    dialogue(
      `
      (alice enters)
      (ned enters speaking nedap)
      (alice seeks go 9)
      ned seeks go 9
        kept game 1 event 0: seated alice (nu6) and ned (nedap), komi 0
        = seated
        alice: black against ned, go 9, komi 0, black to move
        ned: white against alice, go 9, komi 0, black to move
      alice plays c3
        kept game 1 event 1: black c3
        = done
        alice, ned: black c3
      ned passes
        kept game 1 event 2: white passes
        = done
        alice, ned: white passes
      alice passes
        kept game 1 event 3: black passes
        kept game 1 event 4: ended: black wins, score, 81 to 0
        = done
        alice, ned: black passes
        alice, ned: ended: black wins, score, 81 to 0
      (alice and ned sit down to go 9)
      ned forfeits resigned
        kept game 2 event 1: white resigned
        kept game 2 event 2: ended: black wins, resigned, 0 to 0
        = done
        alice, ned: ended: black wins, resigned, 0 to 0
    `,
      { log: true },
    ));

  test('has no events for refused commands', () =>
    dialogue(
      `
      (alice and bob sit down to go 9)
      bob plays a1
        = refused: not-your-turn
      alice plays off-board
        = refused: off-board
    `,
      { log: true },
    ));
});

describe('a pass in Gomoku', () => {
  test('is refused to both players', () =>
    dialogue(
      `
      (alice and bob sit down to gomoku 5 freestyle)
      alice passes
        = refused: no-pass
      alice passes if stuck
        = refused: not-stuck
      bob passes
        = refused: not-your-turn
      alice plays a1
        kept game 1 event 1: black a1
        = done
        alice, bob: black a1
      bob passes
        = refused: no-pass
    `,
      { log: true },
    ));
});

describe('a pass without a legal stone', () => {
  test('is a pass if the client asks for it, and is refused if a stone is legal', () =>
    dialogue(`
      (alice and bob sit down to go 2)
      alice passes if stuck
        = refused: not-stuck
      (alice and bob play a1 pass b2)
      alice passes if stuck
        = refused: not-your-turn
      bob passes if stuck
        = done
        alice, bob: white passes
    `));

  test('is allowed if only the rules of the opponent forbid the only stone', () =>
    dialogue(`
      (alice enters)
      (bob enters)
      (alice seeks go 3)
      (bob seeks go 3 no-suicide)
      (alice and bob play a1 b1 pass b2 pass b3 pass a3 pass c1 pass c2)
      alice plays a2
        = refused: suicide, by their rules
      alice passes if stuck
        = done
        alice, bob: black passes
    `));
});

describe('a player who must get ready', () => {
  test('cannot move before both players are ready, and gets a notice then', () =>
    dialogue(`
      (alice enters)
      (bob enters)
      (alice seeks go 9 not ready)
      (bob seeks go 9 not ready)
      alice plays c3
        = refused: not-your-turn
      alice is ready
        = done
      alice plays c3
        = refused: not-your-turn
      bob is ready
        = done
        alice, bob: play-started
      alice plays c3
        = done
        alice, bob: black c3
    `));

  test('does not delay an opponent whose protocol has no such step', () =>
    dialogue(`
      (alice enters)
      (bob enters)
      (alice seeks go 9)
      (bob seeks go 9 not ready)
      alice plays c3
        = done
        alice, bob: black c3
      bob plays d4
        = refused: not-your-turn
      bob is ready
        = done
        bob: play-started
      bob plays d4
        = done
        alice, bob: white d4
    `));

  test('may have both seats', () =>
    dialogue(`
      (alice enters)
      (alice practises go 9 not ready)
      alice plays c3
        = refused: not-your-turn
      alice is ready
        = done
        alice: play-started
    `));

  test('is refused without a game', () =>
    dialogue(`
      (alice enters)
      alice is ready
        = refused: no-game
    `));
});
