import { describe, test } from 'node:test';
import { dialogue } from '../../../test/support/lobby/dialogue.ts';

describe('an attendant', () => {
  test('sits down with whoever has waited for as long as it is patient, and the one who waited has black', () =>
    dialogue(
      `
      (gnugo enters)
      gnugo attends after 5 s go 9
        = waiting
      (alice enters)
      alice seeks go 9 komi 6
        = waiting
      4 s pass
      1 s pass
        kept game 1 event 0: seated alice (nu6) and gnugo (nu6), komi 6
        alice: black against gnugo, go 9, komi 6, black to move
        gnugo: white against alice, go 9, komi 6, black to move
    `,
      { log: true },
    ));

  test('comes too late where two people have met', () =>
    dialogue(`
      (gnugo enters)
      (gnugo attends after 5 s go 9)
      (alice and bob sit down to go 9)
      10 s pass
      alice plays c3
        = done
        alice, bob: black c3
    `));

  test('sits down with one at a time, the longest waiting first', () =>
    dialogue(`
      (gnugo enters)
      (gnugo attends after 5 s go 9 13)
      (alice enters)
      (bob enters)
      (bob seeks go 13)
      1 s pass
      (alice seeks go 9)
      20 s pass
        bob: black against gnugo, go 13, komi 0, black to move
        gnugo: white against bob, go 13, komi 0, black to move
      bob forfeits resigned
        = done
        bob, gnugo: ended: white wins, resigned, 0 to 0
      gnugo attends after 5 s go 9 13
        = seated
        alice: black against gnugo, go 9, komi 0, black to move
        gnugo: white against alice, go 9, komi 0, black to move
    `));

  test('that comes when several have waited takes the longest waiting, whatever the board, and hurries nobody else', () =>
    dialogue(`
      (alice enters)
      (bob enters)
      (carol enters)
      (gnugo enters)
      (pachi enters)
      (carol seeks go 19)
      3 s pass
      (alice seeks go 13)
      1 s pass
      (bob seeks go 9)
      5 s pass
      gnugo attends after 5 s go 9 13
        = seated
        alice: black against gnugo, go 13, komi 0, black to move
        gnugo: white against alice, go 13, komi 0, black to move
      pachi attends after 6 s go 9
        = waiting
      1 s pass
        bob: black against pachi, go 9, komi 0, black to move
        pachi: white against bob, go 9, komi 0, black to move
    `));

  test('that is the first to attend goes first; a more patient one takes the next', () =>
    dialogue(`
      (gnugo enters)
      (pachi enters)
      (alice enters)
      (bob enters)
      (pachi attends after 8 s go 9)
      (gnugo attends after 5 s go 9)
      (alice seeks go 9 only to wait)
      (bob seeks go 9 only to wait)
      5 s pass
        alice: black against gnugo, go 9, komi 0, black to move
        gnugo: white against alice, go 9, komi 0, black to move
      2 s pass
      1 s pass
        bob: black against pachi, go 9, komi 0, black to move
        pachi: white against bob, go 9, komi 0, black to move
    `));

  test('plays the boards and rules that it offers, and no others', () =>
    dialogue(`
      (gnugo enters)
      (gnugo attends after 5 s go 9 gomoku 15 freestyle renju)
      (alice enters)
      (bob enters)
      (carol enters)
      (dave enters)
      (alice seeks go 13)
      (bob seeks gomoku 15 caro)
      (carol seeks gomoku 9 renju)
      (dave seeks gomoku 15 renju)
      30 s pass
        dave: black against gnugo, gomoku 15 renju, komi 0, black to move
        gnugo: white against dave, gomoku 15 renju, komi 0, black to move
    `));

  test('brings its own rules along: what either forbids is not played', () =>
    dialogue(`
      (gnugo enters)
      (gnugo attends after 0 s go 3 no-suicide)
      (alice enters)
      (alice seeks go 3)
      (alice and gnugo play a1 c1 pass b2 pass a2)
      alice plays b1
        = refused: suicide, by their rules
    `));

  test('gives whoever wishes for a colour that colour', () =>
    dialogue(`
      (gnugo enters)
      (gnugo attends after 5 s go 9)
      (alice enters)
      (alice seeks go 9 as white)
      5 s pass
        gnugo: black against alice, go 9, komi 0, black to move
        alice: white against gnugo, go 9, komi 0, black to move
    `));

  test('waits until the one whom it has met is ready', () =>
    dialogue(`
      (gnugo enters)
      (gnugo attends after 5 s go 9)
      (alice enters)
      (alice seeks go 9 promised black not ready)
      5 s pass
        alice: black against gnugo, go 9, komi 0, black to move
        gnugo: white against alice, go 9, komi 0, black to move
      alice is ready
        = done
        alice: begun
    `));

  test('is nobody who waits: it stands in no list, nobody can take it, and two never meet', () =>
    dialogue(`
      (gnugo enters)
      (pachi enters)
      (gnugo attends after 5 s go 9)
      (pachi attends after 5 s go 9)
      100 s pass
      (alice enters)
      alice lists go 9
        = names: nobody
      alice takes gnugo go 9
        = refused: no-such-seek
      alice asks who is here
        = names: gnugo, pachi, alice
    `));
});

describe('a wish', () => {
  test('for somebody else is never answered', () =>
    dialogue(`
      (gnugo enters)
      (gnugo attends after 5 s go 9)
      (alice enters)
      alice seeks go 9 for bob
        = waiting
      100 s pass
    `));

  test('for the attendant by name is answered at once', () =>
    dialogue(`
      (gnugo enters)
      (gnugo attends after 5 s go 9)
      (alice enters)
      alice seeks go 9 for gnugo
        = seated
        alice: black against gnugo, go 9, komi 0, black to move
        gnugo: white against alice, go 9, komi 0, black to move
    `));

  test('for an attendant that plays is answered as soon as it attends again, before anybody who is not due yet', () =>
    dialogue(`
      (gnugo enters)
      (gnugo attends after 5 s go 9)
      (bob enters)
      (bob seeks go 9 for gnugo)
      (carol enters)
      (carol seeks go 9)
      (alice enters speaking nedap)
      alice seeks go 9 for GnuGo
        = waiting
      (bob forfeits resigned)
      1 s pass
      gnugo attends after 5 s go 9
        = seated
        alice: black against gnugo, go 9, komi 0, black to move
        gnugo: white against alice, go 9, komi 0, black to move
    `));

  test('for an attendant by the alias that one is shown means it as well', () =>
    dialogue(`
      (Gnu-Go enters)
      (Gnu-Go attends after 5 s go 9)
      (alice enters speaking nedap)
      alice seeks go 9 for gnugo
        = seated
        alice: black against gnugo, go 9, komi 0, black to move
        Gnu-Go: white against alice, go 9, komi 0, black to move
    `));

  test('for a board that the attendant does not offer waits', () =>
    dialogue(`
      (gnugo enters)
      (gnugo attends after 5 s go 9)
      (alice enters)
      alice seeks go 13 for gnugo
        = waiting
      100 s pass
    `));

  test('that replaces another waits anew', () =>
    dialogue(`
      (gnugo enters)
      (gnugo attends after 5 s go 9 13)
      (alice enters)
      (alice seeks go 9)
      4 s pass
      (alice seeks go 13)
      4 s pass
      1 s pass
        alice: black against gnugo, go 13, komi 0, black to move
        gnugo: white against alice, go 13, komi 0, black to move
    `));

  test('is not answered once it is gone, or once the attendant is', () =>
    dialogue(`
      (gnugo enters)
      (gnugo attends after 5 s go 9)
      (alice enters)
      (alice seeks go 9)
      1 s pass
      (alice leaves)
      (bob enters)
      (bob seeks go 9)
      1 s pass
      gnugo is lost
      100 s pass
      (alice enters)
      alice seeks go 9
        = seated
        bob: black against alice, go 9, komi 0, black to move
        alice: white against bob, go 9, komi 0, black to move
    `));
});

describe('attending', () => {
  test('ends with a game, with another wish, and by practising', () =>
    dialogue(`
      (gnugo enters)
      (gnugo attends after 5 s go 9)
      (alice enters)
      (alice seeks go 9 for gnugo)
      (bob enters)
      (bob seeks go 9)
      gnugo attends after 5 s go 9
        = refused: in-game
      (alice forfeits resigned)
      (pachi enters)
      (pachi attends after 5 s go 9)
      (pachi seeks go 13)
      (fuego enters)
      (fuego attends after 5 s go 9)
      (fuego practises go 9)
      100 s pass
    `));

  test('takes the place of a wish', () =>
    dialogue(`
      (gnugo enters)
      (gnugo seeks go 9)
      (gnugo attends after 5 s go 9)
      (alice enters)
      alice seeks go 9
        = waiting
      5 s pass
        alice: black against gnugo, go 9, komi 0, black to move
        gnugo: white against alice, go 9, komi 0, black to move
    `));

  test('again on other terms is one attendance, on the last terms', () =>
    dialogue(`
      (gnugo enters)
      (gnugo attends after 5 s go 9)
      (gnugo attends after 50 s go 9)
      (alice enters)
      (alice seeks go 9)
      49 s pass
      1 s pass
        alice: black against gnugo, go 9, komi 0, black to move
        gnugo: white against alice, go 9, komi 0, black to move
    `));

  test('first takes the seat that is held, whoever else waits', () =>
    dialogue(`
      (gnugo enters)
      (gnugo attends after 5 s go 9)
      (alice enters)
      (alice seeks go 9 for gnugo)
      (alice plays c3)
      the server restarts
      (bob enters)
      (bob seeks go 9)
      10 s pass
      gnugo enters
        = entered as gnugo, a seat is held
      gnugo attends after 5 s go 9
        = seated
        gnugo: white against alice, go 9, komi 0, white to move, after c3: black c3, white nothing
      gnugo plays d4
        = done
        gnugo: white d4
    `));

  test('gives up a held seat at a board that is not offered any more', () =>
    dialogue(
      `
      (gnugo enters)
      (gnugo attends after 5 s go 9)
      (alice enters)
      (alice seeks go 9 for gnugo)
      the server restarts
      (gnugo enters)
      gnugo attends after 5 s go 13
        kept game 1 event 1: white left
        kept game 1 event 2: ended: black wins, left, 0 to 0
        = waiting
    `,
      { log: true },
    ));
});
