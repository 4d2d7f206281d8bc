import { describe, test } from 'node:test';
import { dialogue } from '../../test/support/lobby/lobby-dialogue.ts';

/** Two who play, whose clients know proposals, and one who waits. */
const BEFORE = `
      (alice enters proposing chatting)
      (bob enters proposing chatting)
      (alice seeks go 3)
      (bob seeks go 3)
      (alice plays a1)
      (alice proposes undo)
      (carol enters)
      (carol seeks go 5)
      (dave enters)`;

/** Whatever begins a game. */
const BEGINNINGS = `
      dave seeks go 5
        = refused: not-now
      dave seeks go 9
        = refused: not-now
      dave takes carol go 5
        = refused: not-now
      dave practises go 9
        = refused: not-now
      dave lists go 5
        = names: nobody
      dave asks who is here
        = names: alice, bob, carol, dave
      carol seeks go 9
        = refused: not-now
      carol cancels
        = done`;

/** Whatever goes on in any case. */
const THE_REST = `
      alice tells opponent hello
        = done
        bob: alice (opposite) to opponent: hello
      dave watches 1
        = watching game 1 go 3, alice (web) and bob (web), white to move after a1, black proposes: undo, proposals
      dave renames to erin
        = done
        alice, bob: left dave
        alice, bob: entered erin`;

describe('while no game begins', () => {
  test('those that run go on to their end', () =>
    dialogue(`${BEFORE}
      no game begins
      bob declines
        = done
      bob proposes draw
        = done
      bob plays a2
        = done
        alice, bob: white a2
      alice renames to anna
        = done
        bob: left alice
        bob: entered anna
      alice passes
        = done
        alice, bob: black passes
      bob forfeits resigned
        = done
        alice, bob: ended: black wins, resigned, 1 to 1
    `));

  test('none begins, and all the rest goes on', () =>
    dialogue(`${BEFORE}\n      no game begins${BEGINNINGS}${THE_REST}`));

  test('a held seat is taken', () =>
    dialogue(`${BEFORE}
      the server restarts
      no game begins
      alice enters proposing
        = entered as alice, a seat is held
      alice seeks go 3
        = seated
        alice: black against bob, go 3, komi 0, white to move, after a1: black a1, white nothing
    `));

  test('another wish does not give the held seat up', () =>
    dialogue(`${BEFORE}
      the server restarts
      no game begins
      alice enters proposing
        = entered as alice, a seat is held
      alice seeks go 9
        = refused: not-now
      alice returns
        = seated
        alice: black against bob, go 3, komi 0, white to move, after a1: black a1, white nothing
    `));

  test('those that wait go on waiting, and meet afterwards', () =>
    dialogue(`${BEFORE}
      no game begins
      all is open
      dave seeks go 5
        = seated
        carol: black against dave, go 5, komi 0, black to move
        dave: white against carol, go 5, komi 0, black to move
    `));

  test('a computer player begins no game, and does so afterwards', () =>
    dialogue(`${BEFORE}
      no game begins
      dave offers games after 0 s go 5
        = done
      10 s pass
      all is open
        carol: black against dave, go 5, komi 0, black to move
        dave: white against carol, go 5, komi 0, black to move
    `));
});

describe('while only ends are kept', () => {
  test('no turn is taken, nothing is agreed on, and nobody who plays is renamed', () =>
    dialogue(`${BEFORE}
      only ends are kept
      bob plays a2
        = refused: not-now
      bob passes
        = refused: not-now
      bob agrees
        = refused: not-now
      bob declines
        = refused: not-now
      alice proposes draw
        = refused: not-now
      alice renames to anna
        = refused: not-now
      all is open
      bob plays a2
        = done
        alice, bob: white a2
    `));

  test('what is wrong anyhow is refused for that', () =>
    dialogue(`${BEFORE}
      only ends are kept
      alice plays a2
        = refused: not-your-turn
      bob plays a1
        = refused: occupied
      bob plays off-board
        = refused: off-board
      bob passes if stuck
        = refused: not-stuck
      dave passes
        = refused: no-game
    `));

  test('none begins, and all the rest goes on', () =>
    dialogue(`${BEFORE}\n      only ends are kept${BEGINNINGS}${THE_REST}`));

  test('a game can be given up', () =>
    dialogue(`${BEFORE}
      only ends are kept
      alice forfeits resigned
        = done
        alice, bob: ended: white wins, resigned, 9 to 0
    `));

  test('a game can be lost by going, and be stopped', () =>
    dialogue(`${BEFORE}
      (dave seeks go 9)
      (erin enters)
      (erin seeks go 9)
      only ends are kept
      alice is lost
        bob: ended: white wins, left, 9 to 0
        bob: left alice
      somebody in charge stops 2
        dave, erin: ended: nobody wins, stopped, 0 to 0
    `));

  test('a held seat is taken, and the time to come back runs', () =>
    dialogue(
      `${BEFORE}
      the server restarts
      only ends are kept
      alice enters
        = entered as alice, a seat is held
      alice seeks go 3
        = seated
        alice: black against bob, go 3, komi 0, white to move, after a1: black a1, white nothing
      121 s pass
        alice: ended: black wins, left, 9 to 0
    `,
      { resume: 120 },
    ));
});

describe('silence', () => {
  test('costs nobody a game while no turn is taken, and counts anew from then on', () =>
    dialogue(
      `${BEFORE}
      50 s pass
      only ends are kept
      500 s pass
      all is open
      99 s pass
      bob plays a2
        = done
        alice, bob: white a2
      100 s pass
        alice, bob: ended: white wins, left, 1 to 1
    `,
      { idle: 100 },
    ));

  test('does while no game begins', () =>
    dialogue(
      `${BEFORE}
      no game begins
      100 s pass
        alice, bob: ended: black wins, left, 9 to 0
    `,
      { idle: 100 },
    ));
});
