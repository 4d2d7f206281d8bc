import { describe, test } from 'node:test';
import { dialogue } from '../../../test/support/lobby/lobby-dialogue.ts';

describe('a computer player', () => {
  test('takes a seek after its minimum wait. The player who waited has black', () =>
    dialogue(
      `
      (gnugo enters)
      gnugo offers games after 5 s go 9
        = done
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

  test('does not take the seek of players who have been paired', () =>
    dialogue(`
      (gnugo enters)
      (gnugo offers games after 5 s go 9)
      (alice and bob sit down to go 9)
      10 s pass
      alice plays c3
        = done
        alice, bob: black c3
    `));

  test('plays many games at once under one name', () =>
    dialogue(`
      (gnugo enters)
      (gnugo offers games after 5 s go 9 13)
      (alice enters)
      (bob enters)
      (alice seeks go 13)
      5 s pass
        alice: black against gnugo, go 13, komi 0, black to move
        gnugo: white against alice, go 13, komi 0, black to move
      bob seeks go 9 for gnugo
        = seated
        bob: black against gnugo, go 9, komi 0, black to move
        gnugo: white against bob, go 9, komi 0, black to move
      (alice plays c3)
      (bob plays d4)
      gnugo plays e5 in game 1
        = done
        alice, gnugo: white e5
      gnugo plays f6 in game 2
        = done
        bob, gnugo: white f6
      gnugo plays g7 in game 1
        = refused: not-your-turn
      gnugo plays g7 in game 3
        = refused: no-game
      alice asks who is here
        = names: gnugo, alice, bob
      gnugo forfeits resigned
        = done
        bob, gnugo: ended: black wins, resigned, 1 to 1
      alice plays a1
        = done
        alice, gnugo: black a1
    `));

  test('has at most as many games as seats. A free seat is for the seek that has been due longest', () =>
    dialogue(`
      (gnugo enters)
      (gnugo offers games after 5 s with 1 seat go 9 13)
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
        alice: black against gnugo, go 9, komi 0, black to move
        gnugo: white against alice, go 9, komi 0, black to move
    `));

  test('that arrives later takes the seeks that have waited for its minimum wait', () =>
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
      gnugo offers games after 5 s with 1 seat go 9 13
        = done
        alice: black against gnugo, go 13, komi 0, black to move
        gnugo: white against alice, go 13, komi 0, black to move
      pachi offers games after 6 s go 9
        = done
      1 s pass
        bob: black against pachi, go 9, komi 0, black to move
        pachi: white against bob, go 9, komi 0, black to move
    `));

  test('with the fewest games takes the next seek. Of two with equally many games, the one that entered first takes it', () =>
    dialogue(`
      (gnugo enters)
      (pachi enters)
      (alice enters)
      (bob enters)
      (carol enters)
      (pachi offers games after 5 s go 9)
      (gnugo offers games after 5 s go 9)
      (alice seeks go 9 only to wait)
      (bob seeks go 9 only to wait)
      (carol seeks go 9 only to wait)
      5 s pass
        alice: black against gnugo, go 9, komi 0, black to move
        gnugo: white against alice, go 9, komi 0, black to move
        bob: black against pachi, go 9, komi 0, black to move
        pachi: white against bob, go 9, komi 0, black to move
        carol: black against gnugo, go 9, komi 0, black to move
        gnugo: white against carol, go 9, komi 0, black to move
    `));

  test('plays only the board sizes and rules that it offers', () =>
    dialogue(`
      (gnugo enters)
      (gnugo offers games after 5 s go 9 gomoku 15 freestyle renju)
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

  test('has its own rules: a move that one of both rules forbids is refused', () =>
    dialogue(`
      (gnugo enters)
      (gnugo offers games after 0 s go 3 no-suicide)
      (alice enters)
      (alice seeks go 3)
      (alice and gnugo play a1 c1 pass b2 pass a2)
      alice plays b1
        = refused: suicide, by their rules
    `));

  test('gives the player the colour that it asks for', () =>
    dialogue(`
      (gnugo enters)
      (gnugo offers games after 5 s go 9)
      (alice enters)
      (alice seeks go 9 as white)
      5 s pass
        gnugo: black against alice, go 9, komi 0, black to move
        alice: white against gnugo, go 9, komi 0, black to move
    `));

  test('waits until the opponent is ready', () =>
    dialogue(`
      (gnugo enters)
      (gnugo offers games after 5 s go 9)
      (alice enters)
      (alice seeks go 9 promised black not ready)
      5 s pass
        alice: black against gnugo, go 9, komi 0, black to move
        gnugo: white against alice, go 9, komi 0, black to move
      alice is ready
        = done
        alice: play-started
    `));

  test('has no seek: it is in no list of seeks, no player can take it, and two computer players are never paired', () =>
    dialogue(`
      (gnugo enters)
      (pachi enters)
      (gnugo offers games after 5 s go 9)
      (pachi offers games after 5 s go 9)
      100 s pass
      (alice enters)
      alice lists go 9
        = names: nobody
      alice takes gnugo go 9
        = refused: no-such-seek
      alice asks who is here
        = names: gnugo, pachi, alice
      gnugo seeks go 9
        = refused: in-game
      gnugo renames to fuego
        = refused: in-game
    `));

  test('receives private chat under its name during games, but no chat to the opponent', () =>
    dialogue(`
      (gnugo enters chatting)
      (gnugo offers games after 5 s go 9)
      (alice enters)
      (alice seeks go 9 for gnugo)
      alice tells gnugo hello
        = done
        gnugo: alice to you: hello
      alice tells opponent hello
        = refused: cannot-chat
    `));
});

describe('a seek', () => {
  test('for another player is not taken by a computer player', () =>
    dialogue(`
      (gnugo enters)
      (gnugo offers games after 5 s go 9)
      (alice enters)
      alice seeks go 9 for bob
        = waiting
      100 s pass
    `));

  test('for a named computer player is taken at once', () =>
    dialogue(`
      (gnugo enters)
      (gnugo offers games after 5 s go 9)
      (alice enters)
      alice seeks go 9 for gnugo
        = seated
        alice: black against gnugo, go 9, komi 0, black to move
        gnugo: white against alice, go 9, komi 0, black to move
    `));

  test('for a named computer player without a free seat is taken when a seat becomes free', () =>
    dialogue(`
      (gnugo enters)
      (gnugo offers games after 5 s with 1 seat go 9)
      (bob enters)
      (bob seeks go 9 for gnugo)
      (carol enters)
      (carol seeks go 9)
      (alice enters speaking nedap)
      alice seeks go 9 for GnuGo
        = waiting
      bob forfeits resigned
        = done
        bob, gnugo: ended: white wins, resigned, 0 to 0
        alice: black against gnugo, go 9, komi 0, black to move
        gnugo: white against alice, go 9, komi 0, black to move
    `));

  test('may name a computer player by its alias', () =>
    dialogue(`
      (Gnu-Go enters)
      (Gnu-Go offers games after 5 s go 9)
      (alice enters speaking nedap)
      alice seeks go 9 for gnugo
        = seated
        alice: black against gnugo, go 9, komi 0, black to move
        Gnu-Go: white against alice, go 9, komi 0, black to move
    `));

  test('for a board size that the computer player does not offer waits', () =>
    dialogue(`
      (gnugo enters)
      (gnugo offers games after 5 s go 9)
      (alice enters)
      alice seeks go 13 for gnugo
        = waiting
      100 s pass
    `));

  test('that replaces another seek starts its waiting time again', () =>
    dialogue(`
      (gnugo enters)
      (gnugo offers games after 5 s go 9 13)
      (alice enters)
      (alice seeks go 9)
      4 s pass
      (alice seeks go 13)
      4 s pass
      1 s pass
        alice: black against gnugo, go 13, komi 0, black to move
        gnugo: white against alice, go 13, komi 0, black to move
    `));

  test('is not taken after its player or the computer player has left', () =>
    dialogue(`
      (gnugo enters)
      (gnugo offers games after 5 s go 9)
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
