import { describe, test } from 'node:test';
import { dialogue } from '../../test/support/lobby/lobby-dialogue.ts';

describe('chat to all players', () => {
  test('reaches all clients with chat except the sender, in every protocol', () =>
    dialogue(`
      (alice enters chatting)
      (ned enters speaking nedap chatting)
      (bob enters)
      (carol enters chatting)
      alice tells everyone good evening
        = done
        ned, carol: alice to everyone: good evening
    `));

  test('reaches clients with chat that get no notices of arrivals and departures', () =>
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

  test('may be sent by a client that receives no chat', () =>
    dialogue(`
      (alice enters chatting)
      (bob enters)
      bob tells everyone hello
        = done
        alice: bob to everyone: hello
    `));

  test('marks the sender if it is the opponent of the receiver', () =>
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

  test('has its text unchanged: each protocol replaces the characters that it cannot write', () =>
    dialogue(`
      (alice enters chatting)
      (ned enters speaking nedap chatting)
      ned tells everyone a~b\u0007c
        = done
        alice: ned to everyone: a~b\u0007c
    `));
});

describe('chat to the opponent', () => {
  test('reaches only the opponent', () =>
    dialogue(`
      (carol enters chatting)
      (alice enters chatting)
      (bob enters chatting)
      (alice and bob sit down to go 9)
      bob tells opponent hello
        = done
        alice: bob (opposite) to opponent: hello
    `));

  test('is refused without a game', () =>
    dialogue(`
      (alice enters chatting)
      alice tells opponent hello
        = refused: no-game
    `));

  test('is refused if the opponent has no chat or is absent', () =>
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

  test('is refused in a game of a player against itself', () =>
    dialogue(`
      (alice enters chatting)
      (alice practises go 9)
      alice tells opponent hello
        = refused: cannot-chat
    `));
});

describe('chat to one player', () => {
  test('reaches only this player, by its name in upper or lower case', () =>
    dialogue(`
      (alice enters chatting)
      (bob enters chatting)
      (carol enters chatting)
      alice tells BOB psst
        = done
        bob: alice to you: psst
    `));

  test('reaches the player by its alias, and names the sender by its alias', () =>
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

  test('is refused if no player has the name, or the player is absent or has no chat', () =>
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

describe('arrivals and departures', () => {
  test('are sent to all clients with chat, except the player itself', () =>
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

  test('are not sent about a player who was refused', () =>
    dialogue(`
      (alice enters chatting)
      again enters as alice
        = refused: name-taken
      again is lost
    `));

  test('the list of names has all players who have entered, guests and the asking player too', () =>
    dialogue(`
      (alice enters)
      (one enters nameless)
      again enters as alice
        = refused: name-taken
      alice asks who is here
        = names: alice, guest-1
    `));
});

describe('chat to the spectators of a game', () => {
  test('reaches all spectators except the sender and the players of the game', () =>
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

  test('is refused unless the sender watches the game', () =>
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
