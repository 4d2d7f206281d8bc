import { describe, test } from 'node:test';
import { dialogue } from '../../../test/support/lobby/lobby-dialogue.ts';

describe('two seeks', () => {
  test('of the same game and size are paired, in all protocols. The player who waited first has black', () =>
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

  test('of different sizes or games are not paired', () =>
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

  test('of Gomoku are paired only with the same rule', () =>
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

  test('are paired in the order of their waiting times', () =>
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
  test('replaces the earlier seek of the player', () =>
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

  test('ends when its player leaves, is disconnected or is dismissed', () =>
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

  test('ends when it is paired, on both sides', () =>
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

  test('is refused during a game, and so is taking a seek or practising', () =>
    dialogue(`
      (alice and bob sit down to go 9)
      alice seeks go 13
        = refused: in-game
      alice takes bob go 9
        = refused: in-game
      alice practises go 9
        = refused: in-game
    `));

  test('is possible again after the game', () =>
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
  test('is not paired with other waiting players', () =>
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

  test('is not paired with other players who come later', () =>
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

  test('is paired with the seek of this opponent although others have waited longer', () =>
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

  test('is not paired with the seek of this opponent for a third player', () =>
    dialogue(`
      (alice enters)
      (bob enters)
      (alice seeks go 9 for carol)
      bob seeks go 9 for alice
        = waiting
    `));

  test('may name the opponent by an alias, and waits for an opponent who has not entered yet', () =>
    dialogue(`
      (ned enters speaking nedap)
      (ned seeks go 9 for alicesmith)
      ("Alice Smith" enters)
      "Alice Smith" seeks go 9
        = seated
        ned: black against alicesmith, go 9, komi 0, black to move
        Alice Smith: white against ned, go 9, komi 0, black to move
    `));

  test('is never paired if it names its own player', () =>
    dialogue(`
      (alice enters)
      (alice seeks go 9 for alice)
      alice seeks go 9 for alice
        = waiting
    `));
});

describe('the colour', () => {
  test('that the host asks for is given to the host', () =>
    dialogue(`
      (alice enters)
      (bob enters)
      (alice seeks go 9 as white)
      bob seeks go 9
        = seated
        bob: black against alice, go 9, komi 0, black to move
        alice: white against bob, go 9, komi 0, black to move
    `));

  test('that the guest asks for is given to the guest if the host asks for none', () =>
    dialogue(`
      (alice enters)
      (bob enters)
      (alice seeks go 9)
      bob seeks go 9 as black
        = seated
        bob: black against alice, go 9, komi 0, black to move
        alice: white against bob, go 9, komi 0, black to move
    `));

  test('that both players ask for prevents the pairing', () =>
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

  test('that was promised to a waiting player is not given to a guest who asks for it', () =>
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

  test('that was promised for waiting does not matter when the player takes a seek', () =>
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
  test('a seek that only waits takes no seek', () =>
    dialogue(`
      (alice enters)
      (dora enters speaking daigo)
      (alice seeks go 9)
      dora seeks go 9 only to wait
        = waiting
    `));

  test('the list has the players of all protocols who wait for this game and size, in the order of their waiting times', () =>
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

  test('the list shows a seek for a named opponent only to this opponent', () =>
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

  test('a seek can be taken by the name of its host although others have waited longer', () =>
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

  test('a missing seek, a seek for another size or another player, and the own seek cannot be taken', () =>
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
  test('gives both seats to one player, and takes no seek', () =>
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
