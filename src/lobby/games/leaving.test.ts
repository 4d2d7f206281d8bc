import { describe, test } from 'node:test';
import { dialogue } from '../../../test/support/lobby/lobby-dialogue.ts';

describe('leaving', () => {
  test('ends the game at once, and the opponent wins', () =>
    dialogue(`
      (alice and bob sit down to go 9)
      alice leaves
        = done
        bob: ended: white wins, left, 0 to 0
    `));

  test('is stored and sent to the opponent with the illegal move for which the player was kicked', () =>
    dialogue(
      `
      (alice and bob sit down to go 9)
      alice is kicked for ko
        kept game 1 event 1: black left, kicked for ko
        kept game 1 event 2: ended: white wins, left, 0 to 0
        = done
        bob: ended: white wins, left, kicked for ko, 0 to 0
    `,
      { log: true },
    ));

  test('ends the game at once even with a grace period, which is for lost connections', () =>
    dialogue(
      `
      (alice and bob sit down to go 9)
      alice leaves
        = done
        bob: ended: white wins, left, 0 to 0
    `,
      { grace: 60 },
    ));

  test('because the server closes the connection reserves no seat', () =>
    dialogue(
      `
      (alice and bob sit down to go 9)
      alice is dismissed
        bob: ended: white wins, left, 0 to 0
    `,
      { grace: 60 },
    ));

  test('ends the player: later commands get no answer', () =>
    dialogue(`
      (alice enters)
      (alice leaves)
      alice seeks go 9
        = nothing
      alice is lost
      alice is dismissed
    `));

  test('a game of a player against itself ends it without a winner', () =>
    dialogue(
      `
      (alice enters)
      (alice practises go 9)
      alice leaves
        kept game 1 event 1: black left
        kept game 1 event 2: ended: nobody wins, left, 0 to 0
        = done
    `,
      { log: true },
    ));
});

describe('a lost connection', () => {
  test('without a grace period ends the game', () =>
    dialogue(
      `
      (alice and bob sit down to go 9)
      bob is lost
        kept game 1 event 1: white left
        kept game 1 event 2: ended: black wins, left, 0 to 0
        alice: ended: black wins, left, 0 to 0
    `,
      { log: true },
    ));

  test('with a grace period has its seat reserved: the opponent gets no notice and may move', () =>
    dialogue(
      `
      (alice and bob sit down to go 9)
      bob is lost
      alice plays c3
        = done
        alice: black c3
      59 s pass
      1 s pass
        alice: ended: black wins, left, 81 to 0
    `,
      { grace: 60 },
    ));

  test('that returns in time with the same seek gets its seat and all moves', () =>
    dialogue(
      `
      (alice and bob sit down to go 9)
      (alice and bob play b1 a1)
      bob is lost
      (alice plays a2)
      bob enters
        = entered as bob, a seat is held
      bob seeks go 9
        = seated
        bob: white against alice, go 9, komi 0, white to move, after b1 a1 a2: black b1 a2, white nothing
      300 s pass
    `,
      { grace: 60 },
    ));

  test('without a game reserves nothing', () =>
    dialogue(
      `
      (alice enters)
      (bob enters)
      (alice seeks go 9)
      alice is lost
      bob seeks go 9
        = waiting
      alice enters from afar
        = entered as alice
    `,
      { grace: 60 },
    ));

  test('of both players: the first who returns wins when the time limit of the other ends', () =>
    dialogue(
      `
      (alice and bob sit down to go 9)
      alice is lost
      10 s pass
      bob is lost
      52 s pass
      (bob enters)
      bob seeks go 9
        = seated
        bob: white against alice, go 9, komi 0, black to move
        bob: ended: white wins, left, 0 to 0
    `,
      { grace: 60 },
    ));

  test('of both players: if neither returns, the game has no winner', () =>
    dialogue(
      `
      (alice and bob sit down to go 9)
      alice is lost
      10 s pass
      bob is lost
      60 s pass
        kept game 1 event 1: ended: nobody wins, abandoned, 0 to 0
    `,
      { grace: 60, log: true },
    ));

  test('that returns and is lost again has the same time limit as before', () =>
    dialogue(
      `
      (alice and bob sit down to go 9)
      alice is lost
      50 s pass
      (alice enters)
      alice is lost
      10 s pass
        bob: ended: white wins, left, 0 to 0
    `,
      { grace: 60 },
    ));

  test('that returns under its name without a seek for the game loses the game', () =>
    dialogue(
      `
      (alice and bob sit down to go 9)
      alice is lost
      alice enters
        = entered as alice, a seat is held
      60 s pass
        bob: ended: white wins, left, 0 to 0
      alice returns to go 9
        = refused: no-game
    `,
      { grace: 60 },
    ));

  test('that returns before it was ready gets ready again', () =>
    dialogue(
      `
      (alice enters)
      (bob enters)
      (alice seeks go 9)
      (bob seeks go 9 not ready)
      bob is lost
      (bob enters)
      bob seeks go 9 not ready
        = seated
        bob: white against alice, go 9, komi 0, black to move
      bob is ready
        = done
        bob: play-started
    `,
      { grace: 60 },
    ));
});

describe('the idle timeout', () => {
  test('of the player to move ends the game as if the player had left', () =>
    dialogue(
      `
      (alice and bob sit down to go 9)
      99 s pass
      1 s pass
        alice, bob: ended: white wins, left, 0 to 0
    `,
      { idle: 100 },
    ));

  test('starts again with every message and every move of the player', () =>
    dialogue(
      `
      (alice and bob sit down to go 9)
      60 s pass
      alice says anything
      60 s pass
      (alice plays c3)
      60 s pass
      alice says anything
      40 s pass
        alice, bob: ended: black wins, left, 81 to 0
    `,
      { idle: 100 },
    ));

  test('does not run for the player who is not to move', () =>
    dialogue(
      `
      (alice and bob sit down to go 9)
      90 s pass
      alice says anything
      90 s pass
      alice says anything
      90 s pass
    `,
      { idle: 100 },
    ));

  test('does not run while the player to move is absent, and starts when the player returns', () =>
    dialogue(
      `
      (alice and bob sit down to go 9)
      alice is lost
      400 s pass
      (alice enters)
      50 s pass
      (alice seeks go 9)
      99 s pass
      1 s pass
        alice, bob: ended: white wins, left, 0 to 0
    `,
      { idle: 100, grace: 500 },
    ));

  test('does not run before both players are ready', () =>
    dialogue(
      `
      (alice enters)
      (bob enters)
      (alice seeks go 9 not ready)
      (bob seeks go 9 not ready)
      (alice is ready)
      60 s pass
      bob is ready
        = done
        alice, bob: play-started
      99 s pass
      1 s pass
        alice, bob: ended: white wins, left, 0 to 0
    `,
      { idle: 100 },
    ));

  test('of a player who plays against itself ends the game without a winner', () =>
    dialogue(
      `
      (alice enters)
      (alice practises go 9)
      100 s pass
        alice: ended: nobody wins, left, 0 to 0
    `,
      { idle: 100 },
    ));

  test('does not run for a player without a game', () =>
    dialogue(
      `
      (alice enters)
      (alice seeks go 9)
      10000 s pass
      alice seeks go 13
        = waiting
    `,
      { idle: 100 },
    ));
});

describe('a connection that has been silent for 60 s', () => {
  test('is replaced by a connection with the same name and address, which gets its seat', () =>
    dialogue(`
      (alice and bob sit down to go 9)
      60 s pass
      again enters as Alice
        = entered as alice, a seat is held
        alice: replaced
      again seeks go 9
        = seated
        again: black against bob, go 9, komi 0, black to move
      alice plays a1
        = nothing
      again plays a1
        = done
        again, bob: black a1
    `));

  test('is replaced also without a game, and its seek ends', () =>
    dialogue(`
      (alice enters)
      (bob enters)
      (alice seeks go 9)
      60 s pass
      again enters as alice
        = entered as alice
        alice: replaced
      bob seeks go 9
        = waiting
    `));

  test('keeps its name before that time, and after every message', () =>
    dialogue(`
      (alice enters)
      59.999 s pass
      again enters as alice
        = refused: name-taken
      alice says anything
      59 s pass
      again enters as alice
        = refused: name-taken
    `));

  test('keeps its name if the new connection has another address', () =>
    dialogue(`
      (alice enters)
      3000 s pass
      again enters as alice from afar
        = refused: name-taken
    `));

  test('of a guest is not replaced', () =>
    dialogue(`
      (one enters nameless)
      60 s pass
      again enters as guest-1
        = refused: name-taken
    `));

  test('has its seat reserved for the same time as after a restart', () =>
    dialogue(
      `
      (alice and bob sit down to go 9)
      60 s pass
      again enters as alice
        = entered as alice, a seat is held
        alice: replaced
      120 s pass
        bob: ended: white wins, left, 0 to 0
    `,
      { resume: 120 },
    ));
});
