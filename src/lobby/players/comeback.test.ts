import { describe, test } from 'node:test';
import { dialogue } from '../../../test/support/lobby/lobby-dialogue.ts';

describe('after a restart', () => {
  test('a player with the same name, address and seek returns to its seat', () =>
    dialogue(`
      (alice and bob sit down to go 9)
      (alice and bob play b1 a1 a2)
      (the server restarts)
      alice enters
        = entered as alice, a seat is held
      alice seeks go 9
        = seated
        alice: black against bob, go 9, komi 0, white to move, after b1 a1 a2: black b1 a2, white nothing
      bob enters
        = entered as bob, a seat is held
      bob seeks go 9
        = seated
        bob: white against alice, go 9, komi 0, white to move, after b1 a1 a2: black b1 a2, white nothing
      bob plays c3
        = done
        alice, bob: white c3
    `));

  test('a player returns and moves while the opponent is absent', () =>
    dialogue(`
      (alice and bob sit down to go 9)
      (the server restarts)
      (alice enters)
      (alice seeks go 9)
      alice plays c3
        = done
        alice: black c3
      (bob enters)
      bob seeks go 9
        = seated
        bob: white against alice, go 9, komi 0, white to move, after c3: black c3, white nothing
    `));

  test('a player who has not returned in time has left', () =>
    dialogue(
      `
      (alice and bob sit down to go 9)
      (the server restarts)
      (bob enters)
      (bob seeks go 9)
      119 s pass
      1 s pass
        kept game 1 event 1: black left
        kept game 1 event 2: ended: white wins, left, 0 to 0
        bob: ended: white wins, left, 0 to 0
      alice enters from afar
        = entered as alice
    `,
      { log: true },
    ));

  test('if neither player returns, the game ends without a winner, and both names are free', () =>
    dialogue(
      `
      (alice and bob sit down to go 9)
      (the server restarts)
      120 s pass
        kept game 1 event 1: ended: nobody wins, abandoned, 0 to 0
      alice enters from afar
        = entered as alice
      bob enters from afar
        = entered as bob
    `,
      { log: true },
    ));

  test('the time limit starts when the server accepts connections', () =>
    dialogue(`
      (alice and bob sit down to go 9)
      (the server reads its games)
      500 s pass
      the server opens
      (alice enters)
      (alice seeks go 9)
      119 s pass
      1 s pass
        alice: ended: black wins, left, 0 to 0
    `));

  test('the time of the player to move starts after its return', () =>
    dialogue(
      `
      (alice and bob sit down to go 9)
      (the server restarts)
      (bob enters)
      (bob seeks go 9)
      400 s pass
      (alice enters)
      (alice seeks go 9)
      99 s pass
      1 s pass
        alice, bob: ended: white wins, left, 0 to 0
    `,
      { idle: 100, resume: 500 },
    ));

  test('a player who gets ready gets a notice that the game continues, even if the opponent is absent', () =>
    dialogue(`
      (alice enters)
      (bob enters)
      (alice seeks go 9 not ready)
      (bob seeks go 9 not ready)
      (alice is ready)
      (bob is ready)
      (the server restarts)
      (alice enters)
      (alice seeks go 9 not ready)
      alice is ready
        = done
        alice: play-started
      (bob enters)
      (bob seeks go 9 not ready)
      bob is ready
        = done
        bob: play-started
    `));

  test('the ko rule applies to positions before the restart', () =>
    dialogue(`
      (alice and bob sit down to go 9)
      (alice and bob play b1 c1 a2 d2 b3 c3 c2 b2)
      (the server restarts)
      (alice enters)
      (alice seeks go 9)
      alice plays c2
        = refused: ko
    `));

  test('the numbers of games continue', () =>
    dialogue(
      `
      (alice and bob sit down to go 9)
      (bob forfeits resigned)
      (the server restarts)
      (alice enters)
      (bob enters)
      (alice seeks go 9)
      bob seeks go 9
        kept game 2 event 0: seated alice (nu6) and bob (nu6), komi 0
        = seated
        alice: black against bob, go 9, komi 0, black to move
        bob: white against alice, go 9, komi 0, black to move
    `,
      { log: true },
    ));

  test('seeks are not restored', () =>
    dialogue(`
      (alice enters)
      (alice seeks go 9)
      (the server restarts)
      (alice enters)
      bob enters
        = entered as bob
      bob seeks go 9
        = waiting
    `));
});

describe('the name of a reserved seat', () => {
  test('is refused from every other address', () =>
    dialogue(`
      (alice and bob sit down to go 9)
      (the server restarts)
      stranger enters as alice from afar
        = refused: name-taken
      (carol enters from afar)
      carol renames to Alice
        = refused: name-taken
    `));

  test('is not in the list of names until its player returns', () =>
    dialogue(`
      (alice and bob sit down to go 9)
      (the server restarts)
      (alice enters)
      alice asks who is here
        = names: alice
    `));

  test('may be used over another protocol with the same rules', () =>
    dialogue(`
      (alice and bob sit down to go 9)
      (the server restarts)
      alice enters speaking nedap
        = entered as alice, a seat is held
      alice seeks go 9
        = seated
        alice: black against bob, go 9, komi 0, black to move
    `));
});

describe('a reserved seat', () => {
  test('is given up by a seek for another board size or game', () =>
    dialogue(`
      (alice and bob sit down to go 9)
      (the server restarts)
      (bob enters)
      (bob seeks go 9)
      (alice enters)
      alice seeks go 13
        = waiting
        bob: ended: white wins, left, 0 to 0
    `));

  test('is given up by a seek for another opponent', () =>
    dialogue(`
      (alice and bob sit down to go 9)
      (the server restarts)
      (bob enters)
      (bob seeks go 9)
      (alice enters)
      alice seeks go 9 for carol
        = waiting
        bob: ended: white wins, left, 0 to 0
    `));

  test('is given up by a game of the player against itself', () =>
    dialogue(`
      (alice and bob sit down to go 9)
      (the server restarts)
      (bob enters)
      (bob seeks go 9)
      (alice enters)
      alice practises go 9
        = seated
        bob: ended: white wins, left, 0 to 0
        alice: both against alice, go 9, komi 0, black to move
    `));

  test('is given up when the player leaves', () =>
    dialogue(`
      (alice and bob sit down to go 9)
      (the server restarts)
      (bob enters)
      (bob seeks go 9)
      (alice enters)
      alice leaves
        = done
        bob: ended: white wins, left, 0 to 0
    `));

  test('stays with its name when the player takes another name', () =>
    dialogue(`
      (alice and bob sit down to go 9)
      (the server restarts)
      (alice enters)
      alice renames to anna
        = done
      stranger enters as alice from afar
        = refused: name-taken
      alice seeks go 9
        = waiting
      again enters as alice
        = entered as alice, a seat is held
      again seeks go 9
        = seated
        again: black against bob, go 9, komi 0, black to move
    `));

  test('is kept by a seek for the same opponent, by name or alias', () =>
    dialogue(`
      (ned enters speaking nedap)
      ("Al Ice" enters)
      (ned seeks go 9)
      ("Al Ice" seeks go 9)
      (the server restarts)
      (ned enters speaking nedap)
      ned seeks go 9 for alice
        = seated
        ned: black against alice, go 9, komi 0, black to move
      ("Al Ice" enters)
      "Al Ice" seeks go 9 for ned
        = seated
        Al Ice: white against ned, go 9, komi 0, black to move
    `));

  test('is taken by a seek that only waits, and by taking the seek of the opponent', () =>
    dialogue(`
      (dora enters speaking daigo)
      (dina enters speaking daigo)
      (dora seeks go 9 counted 7 only to wait)
      (dina takes dora go 9 counted 7)
      (the server restarts)
      (dora enters speaking daigo)
      dora seeks go 9 counted 7 only to wait
        = seated
        dora: black against dina, go 9, komi 7, black to move
      (dina enters speaking daigo)
      dina takes dora go 9 counted 7
        = seated
        dina: white against dora, go 9, komi 7, black to move
    `));

  test('is taken without a seek if the parameters of the listener fit. Otherwise it is not given up', () =>
    dialogue(`
      (dora enters speaking daigo)
      (dina enters speaking daigo)
      (dora seeks go 9 counted 7)
      (dina seeks go 9 counted 7)
      (the server restarts)
      (dora enters speaking daigo)
      dora returns to go 19 counted 7
        = refused: no-game
      dora returns to go 9 counted 7
        = seated
        dora: black against dina, go 9, komi 7, black to move
    `));

  test('is refused under rules that the game does not have', () =>
    dialogue(`
      (alice and bob sit down to go 9)
      (the server restarts)
      (alice enters)
      alice returns to go 9 no-suicide
        = refused: no-game
      alice returns to go 9 counted 7
        = refused: no-game
      alice returns to go 9
        = seated
        alice: black against bob, go 9, komi 0, black to move
    `));

  test('of Gomoku is for the same rule only', () =>
    dialogue(`
      (alice and bob sit down to gomoku 15 renju)
      (the server restarts)
      (alice enters)
      alice seeks gomoku 15 freestyle
        = waiting
    `));
});

describe('returning without a seek', () => {
  test('leads to the reserved seat if the protocol is the same', () =>
    dialogue(
      `
      (alice enters speaking daigo)
      (alice seeks go 9 counted 7 no-suicide)
      (bob enters)
      (bob seeks go 9)
      alice is lost
      (alice enters speaking nedap)
      alice returns
        = refused: no-game
      alice is lost
      (alice enters speaking daigo)
      alice returns
        = seated
        alice: black against bob, go 9, komi 7, black to move
      alice returns
        = refused: no-game
    `,
      { grace: 60 },
    ));
});

describe('a lost connection of a protocol whose clients leave by closing', () => {
  test('ends the game at once, even with a grace period', () =>
    dialogue(
      `
      (alice enters speaking closing)
      (alice seeks go 9)
      (bob enters)
      (bob seeks go 9)
      alice is lost
        bob: ended: white wins, left, 0 to 0
    `,
      { grace: 60 },
    ));

  test('ends the games of a computer player, too. Its seats are reserved only after a restart', () =>
    dialogue(
      `
      (gnugo enters speaking closing)
      (gnugo offers games go 9)
      (alice enters)
      (alice seeks go 9)
      (the server restarts)
      (gnugo enters speaking closing)
      gnugo offers games go 9
        = done
        gnugo: white against alice, go 9, komi 0, black to move
      (alice enters)
      (alice returns)
      gnugo is lost
        alice: ended: black wins, left, 0 to 0
    `,
      { grace: 60 },
    ));
});
