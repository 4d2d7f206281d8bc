import { describe, test } from 'node:test';
import { dialogue } from '../../test/support/lobby/lobby-dialogue.ts';

describe('chat to everyone', () => {
  test('reaches everybody that chats, whatever the protocol, but the sender', () =>
    dialogue(`
      (alice enters chatting)
      (ned enters speaking nedap chatting)
      (bob enters)
      (carol enters chatting)
      alice tells everyone good evening
        = done
        ned, carol: alice to everyone: good evening
    `));

  test('reaches those that are told of nobody’s coming and going, too', () =>
    dialogue(`
      (alice enters chatting)
      (ned enters speaking nedap chatting only)
      bob enters
        = entered as bob
        alice: entered bob
      bob tells everyone hello
        = done
        alice, ned: bob to everyone: hello
      bob is lost
        alice: left bob
    `));

  test('may come from one who hears none', () =>
    dialogue(`
      (alice enters chatting)
      (bob enters)
      bob tells everyone hello
        = done
        alice: bob to everyone: hello
    `));

  test('shows the opponent in one’s own game for what it is', () =>
    dialogue(`
      (carol enters chatting)
      (alice enters chatting)
      (bob enters chatting)
      (alice and bob sit down to go 9)
      alice tells everyone hello
        = done
        carol: alice to everyone: hello
        bob: alice (opposite) to everyone: hello
    `));

  test('carries the text as it was said: what cannot be carried is for each protocol to replace', () =>
    dialogue(`
      (alice enters chatting)
      (ned enters speaking nedap chatting)
      ned tells everyone a~b\u0007c
        = done
        alice: ned to everyone: a~b\u0007c
    `));
});

describe('chat to the opponent', () => {
  test('reaches nobody else', () =>
    dialogue(`
      (carol enters chatting)
      (alice enters chatting)
      (bob enters chatting)
      (alice and bob sit down to go 9)
      bob tells opponent hello
        = done
        alice: bob (opposite) to opponent: hello
    `));

  test('needs a game', () =>
    dialogue(`
      (alice enters chatting)
      alice tells opponent hello
        = refused: no-game
    `));

  test('needs an opponent that chats and is present', () =>
    dialogue(
      `
      (alice enters chatting)
      (bob enters)
      (carol enters chatting)
      (dave enters chatting)
      (alice and bob sit down to go 9)
      (carol and dave sit down to go 9)
      alice tells opponent hello
        = refused: cannot-chat
      dave is lost
        alice, carol: left dave
      carol tells opponent hello
        = refused: cannot-chat
    `,
      { grace: 60 },
    ));

  test('has nobody to reach in a game with oneself', () =>
    dialogue(`
      (alice enters chatting)
      (alice practises go 9)
      alice tells opponent hello
        = refused: cannot-chat
    `));
});

describe('chat to one', () => {
  test('reaches that one alone, by name in any case', () =>
    dialogue(`
      (alice enters chatting)
      (bob enters chatting)
      (carol enters chatting)
      alice tells BOB psst
        = done
        bob: alice to you: psst
    `));

  test('reaches by alias, and comes from one', () =>
    dialogue(`
      ("Al Ice" enters chatting)
      (ned enters speaking nedap chatting)
      "Al Ice" tells ned psst
        = done
        ned: alice to you: psst
      ned tells alice yes
        = done
        Al Ice: ned to you: yes
    `));

  test('is refused where nobody is called so, or is away, and where that one does not chat', () =>
    dialogue(
      `
      (alice enters chatting)
      (bob enters)
      (carol enters)
      (bob and carol sit down to go 9)
      carol is lost
        alice: left carol
      alice tells dave hello
        = refused: no-such-player
      alice tells carol hello
        = refused: no-such-player
      alice tells bob hello
        = refused: cannot-chat
    `,
      { grace: 60 },
    ));
});

describe('who comes and goes', () => {
  test('is told to everyone that chats, but to nobody about itself', () =>
    dialogue(`
      alice enters chatting
        = entered as alice
      (bob enters)
      ned enters speaking nedap chatting
        = entered as ned
        alice: entered ned
      "Al Ice" enters
        = entered as Al Ice
        alice: entered Al Ice
        ned: entered alice2
      one enters nameless
        = entered as guest-1
        alice: entered guest-1
        ned: entered guest1
      ned leaves
        = done
        alice: left ned
      bob is lost
        alice: left bob
    `));

  test('is told of nobody who was refused', () =>
    dialogue(`
      (alice enters chatting)
      again enters as alice
        = refused: name-taken
      again is lost
    `));

  test('everyone present is listed, the asker and guests too, but none that has not entered', () =>
    dialogue(`
      (alice enters)
      (one enters nameless)
      again enters as alice
        = refused: name-taken
      alice asks who is here
        = names: alice, guest-1
    `));
});

describe('chat to those that watch a game', () => {
  test('reaches all of them but the sender and those that play it, whoever chats elsewhere', () =>
    dialogue(`
      (alice and bob sit down to go 9)
      (carol enters)
      (dave enters)
      (erin enters chatting)
      (frank enters speaking nedap)
      (alice watches 1)
      (bob watches 1)
      (carol watches 1)
      (dave watches 1)
      (frank watches 1)
      carol tells game 1 look at the corner
        = done
        dave, frank: carol to game 1: look at the corner
      alice tells game 1 hello
        = done
        carol, dave, frank: alice to game 1: hello
      (erin seeks go 13)
      (dave seeks go 13)
      frank tells game 1 oh
        = done
        carol, dave: frank to game 1: oh
    `));

  test('is for those that watch it', () =>
    dialogue(`
      (alice and bob sit down to go 9)
      (carol enters)
      carol tells game 1 hello
        = refused: no-game
      alice tells game 1 hello
        = refused: no-game
      (carol watches 1)
      carol tells game 2 hello
        = refused: no-game
      (alice forfeits resigned)
      carol tells game 1 well played
        = refused: no-game
    `));
});
