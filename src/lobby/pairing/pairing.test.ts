import { describe, test } from 'node:test';
import { dialogue } from '../../../test/support/lobby/lobby-dialogue.ts';

describe('two seeks', () => {
  test('of the same game and size meet, in whatever protocols; whoever waited first has black', () =>
    dialogue(`
      (alice enters speaking nu6)
      (bob enters speaking nedap)
      alice seeks go 9
        = waiting
      bob seeks go 9
        = seated
        alice: black against bob, go 9, komi 0, black to move
        bob: white against alice, go 9, komi 0, black to move
    `));

  test('of different sizes or games do not meet', () =>
    dialogue(`
      (alice enters)
      (bob enters)
      (carol enters)
      alice seeks go 9
        = waiting
      bob seeks go 15
        = waiting
      carol seeks gomoku 15 freestyle
        = waiting
    `));

  test('of Gomoku meet only by the same rule', () =>
    dialogue(`
      (alice enters)
      (bob enters)
      (carol enters)
      alice seeks gomoku 15 renju
        = waiting
      bob seeks gomoku 15 freestyle
        = waiting
      carol seeks gomoku 15 freestyle
        = seated
        bob: black against carol, gomoku 15 freestyle, komi 0, black to move
        carol: white against bob, gomoku 15 freestyle, komi 0, black to move
    `));

  test('meet first come, first served', () =>
    dialogue(`
      (alice enters)
      (bob enters)
      (carol enters)
      (dave enters)
      (alice seeks go 9 only to wait)
      (bob seeks go 9 only to wait)
      carol seeks go 9
        = seated
        alice: black against carol, go 9, komi 0, black to move
        carol: white against alice, go 9, komi 0, black to move
      dave seeks go 9
        = seated
        bob: black against dave, go 9, komi 0, black to move
        dave: white against bob, go 9, komi 0, black to move
    `));
});

describe('a seek', () => {
  test('while waiting replaces the one before', () =>
    dialogue(`
      (alice enters)
      (bob enters)
      (alice seeks go 9)
      (alice seeks go 13)
      bob seeks go 9
        = waiting
      bob seeks go 13
        = seated
        alice: black against bob, go 13, komi 0, black to move
        bob: white against alice, go 13, komi 0, black to move
    `));

  test('is gone with whoever waits', () =>
    dialogue(`
      (alice enters)
      (bob enters)
      (carol enters)
      (dave enters)
      (alice seeks go 9 only to wait)
      (bob seeks go 9 only to wait)
      (carol seeks go 9 only to wait)
      (alice leaves)
      bob is lost
      carol is dismissed
      dave seeks go 9
        = waiting
    `));

  test('is gone once it has met, on both sides', () =>
    dialogue(`
      (alice enters)
      (bob enters)
      (carol enters)
      (alice seeks go 9 only to wait)
      (bob seeks go 9 only to wait)
      bob seeks go 9
        = seated
        alice: black against bob, go 9, komi 0, black to move
        bob: white against alice, go 9, komi 0, black to move
      carol seeks go 9
        = waiting
    `));

  test('in a game is refused, and so is taking one or practising', () =>
    dialogue(`
      (alice and bob sit down to go 9)
      alice seeks go 13
        = refused: in-game
      alice takes bob go 9
        = refused: in-game
      alice practises go 9
        = refused: in-game
    `));

  test('works again once the game is over', () =>
    dialogue(`
      (alice and bob sit down to go 9)
      (alice forfeits resigned)
      bob seeks go 9
        = waiting
      alice seeks go 9
        = seated
        bob: black against alice, go 9, komi 0, black to move
        alice: white against bob, go 9, komi 0, black to move
    `));
});

describe('a seek for a named opponent', () => {
  test('meets nobody else, whoever waits', () =>
    dialogue(`
      (alice enters)
      (bob enters)
      (carol enters)
      (alice seeks go 9)
      bob seeks go 9 for carol
        = waiting
      carol seeks go 9 for bob
        = seated
        bob: black against carol, go 9, komi 0, black to move
        carol: white against bob, go 9, komi 0, black to move
    `));

  test('meets nobody else, whoever comes', () =>
    dialogue(`
      (alice enters)
      (bob enters)
      (carol enters)
      (alice seeks go 9 for carol)
      bob seeks go 9
        = waiting
      carol seeks go 9
        = seated
        alice: black against carol, go 9, komi 0, black to move
        carol: white against alice, go 9, komi 0, black to move
    `));

  test('takes the seek of that opponent though others have waited longer', () =>
    dialogue(`
      (alice enters)
      (bob enters)
      (carol enters)
      (alice seeks go 9 only to wait)
      (bob seeks go 9 only to wait)
      carol seeks go 9 for BOB
        = seated
        bob: black against carol, go 9, komi 0, black to move
        carol: white against bob, go 9, komi 0, black to move
    `));

  test('does not take the seek of one who waits for a third', () =>
    dialogue(`
      (alice enters)
      (bob enters)
      (alice seeks go 9 for carol)
      bob seeks go 9 for alice
        = waiting
    `));

  test('may name the opponent by an alias, and waits for one who is not here yet', () =>
    dialogue(`
      (ned enters speaking nedap)
      (ned seeks go 9 for alicesmith)
      ("Alice Smith" enters)
      "Alice Smith" seeks go 9
        = seated
        ned: black against alicesmith, go 9, komi 0, black to move
        Alice Smith: white against ned, go 9, komi 0, black to move
    `));

  test('waits for ever for oneself', () =>
    dialogue(`
      (alice enters)
      (alice seeks go 9 for alice)
      alice seeks go 9 for alice
        = waiting
    `));
});

describe('a colour', () => {
  test('wished for by the host is its own', () =>
    dialogue(`
      (alice enters)
      (bob enters)
      (alice seeks go 9 as white)
      bob seeks go 9
        = seated
        bob: black against alice, go 9, komi 0, black to move
        alice: white against bob, go 9, komi 0, black to move
    `));

  test('wished for by the guest is its own, if the host wished for none', () =>
    dialogue(`
      (alice enters)
      (bob enters)
      (alice seeks go 9)
      bob seeks go 9 as black
        = seated
        bob: black against alice, go 9, komi 0, black to move
        alice: white against bob, go 9, komi 0, black to move
    `));

  test('wished for by both keeps them apart', () =>
    dialogue(`
      (alice enters)
      (bob enters)
      (carol enters)
      (alice seeks go 9 as black)
      bob seeks go 9 as black
        = waiting
      carol seeks go 9 as white
        = seated
        alice: black against carol, go 9, komi 0, black to move
        carol: white against alice, go 9, komi 0, black to move
    `));

  test('promised to one who waits holds against a guest who wishes for it', () =>
    dialogue(`
      (alice enters)
      (bob enters)
      (carol enters)
      (alice seeks go 9 promised black)
      bob seeks go 9 as black
        = waiting
      carol seeks go 9
        = seated
        alice: black against carol, go 9, komi 0, black to move
        carol: white against alice, go 9, komi 0, black to move
    `));

  test('promised only for waiting gives way to the host of a seek that is taken', () =>
    dialogue(`
      (alice enters)
      (bob enters)
      (alice seeks go 9)
      bob seeks go 9 promised black
        = seated
        alice: black against bob, go 9, komi 0, black to move
        bob: white against alice, go 9, komi 0, black to move
    `));
});

describe("DAIGO's CREATE, LIST and JOIN", () => {
  test('a seek only to wait takes nobody’s seek', () =>
    dialogue(`
      (alice enters)
      (dora enters speaking daigo)
      (alice seeks go 9)
      dora seeks go 9 only to wait
        = waiting
    `));

  test('the list has whoever waits for that game and size in any protocol, the longest waiting first', () =>
    dialogue(`
      (ned enters speaking nedap)
      ("Al Ice" enters)
      (dora enters speaking daigo)
      (big enters)
      (five enters)
      (ned seeks go 9)
      ("Al Ice" seeks go 9 only to wait)
      (big seeks go 19)
      (five seeks gomoku 9 freestyle)
      dora lists go 9
        = names: ned, Al-Ice
      (dora seeks go 9 only to wait)
      dora lists go 9
        = names: ned, Al-Ice, dora
      dora lists go 13
        = names: nobody
    `));

  test('the list has a seek for a named opponent for that one only', () =>
    dialogue(`
      (alice enters)
      (dora enters speaking daigo)
      (bob enters)
      (alice seeks go 9 for dora)
      dora lists go 9
        = names: alice
      bob lists go 9
        = names: nobody
      alice lists go 9
        = names: nobody
    `));

  test('a waiting seek can be taken by the name of its host, whoever has waited longer', () =>
    dialogue(`
      (ned enters speaking nedap)
      ("Al Ice" enters)
      (dora enters speaking daigo)
      (ned seeks go 9 only to wait)
      ("Al Ice" seeks go 9 only to wait)
      dora takes AL-ICE go 9
        = seated
        Al Ice: black against dora, go 9, komi 0, black to move
        dora: white against Al-Ice, go 9, komi 0, black to move
      dora lists go 9
        = names: ned
    `));

  test('a seek that is not there, is for another size, for somebody else or one’s own cannot be taken', () =>
    dialogue(`
      (alice enters)
      (bob enters)
      (dora enters speaking daigo)
      (alice seeks go 19)
      (bob seeks go 9 for alice)
      dora takes carol go 9
        = refused: no-such-seek
      dora takes alice go 9
        = refused: no-such-seek
      dora takes bob go 9
        = refused: no-such-seek
      (dora seeks go 9 only to wait)
      dora takes dora go 9
        = refused: no-such-seek
    `));
});

describe('practice', () => {
  test('seats one player on both sides, and meets nobody', () =>
    dialogue(`
      (alice enters)
      (bob enters)
      (alice seeks go 9)
      bob practises go 9
        = seated
        bob: both against bob, go 9, komi 0, black to move
      (alice seeks go 9)
      (alice practises go 9)
      bob lists go 9
        = names: nobody
    `));
});
