import { describe, test } from 'node:test';
import { dialogue } from '../../../test/support/lobby/lobby-dialogue.ts';

describe('after a restart', () => {
  test('whoever comes back by the same name from the same address and wishes for the same sits down again', () =>
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

  test('one sits down and plays though the other side is not present', () =>
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

  test('whoever has not come back within the time has left', () =>
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

  test('if neither has come back, the game ends without a winner, and both names are free', () =>
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

  test('the time runs from when the server accepts connections', () =>
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

  test('the clock of a seat to move stands still until it is back', () =>
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

  test('a seat that gets ready is told that play goes on, whether the other is back or not', () =>
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
        alice: begun
      (bob enters)
      (bob seeks go 9 not ready)
      bob is ready
        = done
        bob: begun
    `));

  test('ko remembers what was played before', () =>
    dialogue(`
      (alice and bob sit down to go 9)
      (alice and bob play b1 c1 a2 d2 b3 c3 c2 b2)
      (the server restarts)
      (alice enters)
      (alice seeks go 9)
      alice plays c2
        = refused: ko
    `));

  test('new games are numbered on', () =>
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

  test('wishes are forgotten: they die with the process', () =>
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

describe('a held name', () => {
  test('is taken for every other address', () =>
    dialogue(`
      (alice and bob sit down to go 9)
      (the server restarts)
      stranger enters as alice from afar
        = refused: name-taken
      (carol enters from afar)
      carol renames to Alice
        = refused: name-taken
    `));

  test('is not among those present until it is back', () =>
    dialogue(`
      (alice and bob sit down to go 9)
      (the server restarts)
      (alice enters)
      alice asks who is here
        = names: alice
    `));

  test('may come back by another protocol of the same rules', () =>
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

describe('a held seat', () => {
  test('is given up by a wish for another size or game', () =>
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

  test('is given up by a wish for another opponent', () =>
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

  test('is given up by practising', () =>
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

  test('is given up by going', () =>
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

  test('stays with its name when the player takes another: that is no wish', () =>
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

  test('is kept when the opponent that is wished for is the old one, by name or alias', () =>
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

  test('is taken by a seek only to wait, and by taking the seek of the old opponent', () =>
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

  test('is taken without a wish of one’s own, if the listener’s is the same; else nothing is given up', () =>
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

  test('cannot be taken again by rules that the game was not played by', () =>
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

describe('coming back without a wish', () => {
  test('leads to whatever seat is held, if the protocol is the same', () =>
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
  test('ends the game at once, in spite of a grace', () =>
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

  test('ends the games of a computer player, too; only after a restart its seats are kept', () =>
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
