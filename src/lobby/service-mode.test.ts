import { describe, test } from 'node:test';
import { dialogue } from '../../test/support/lobby/lobby-dialogue.ts';

/** Alice and bob play, and their clients support proposals. Carol waits for an opponent. */
const SETUP = `
      (alice enters proposing chatting)
      (bob enters proposing chatting)
      (alice seeks go 3)
      (bob seeks go 3)
      (alice plays a1)
      (alice proposes undo)
      (carol enters)
      (carol seeks go 5)
      (dave enters)`;

/** Commands that start a game or list waiting players. */
const GAME_STARTS = `
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

/** Commands that are accepted in every mode. */
const OTHER_COMMANDS = `
      alice tells opponent hello
        = done
        bob: alice (opposite) to opponent: hello
      dave watches 1
        = watching game 1 go 3, alice (web) and bob (web), white to move after a1, black proposes: undo, proposals
      dave renames to erin
        = done
        alice, bob: left dave
        alice, bob: entered erin`;

describe('while no new games are allowed', () => {
  test('running games continue until they end', () =>
    dialogue(`${SETUP}
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

  test('every command that starts a game is refused, and all other commands work', () =>
    dialogue(`${SETUP}\n      no game begins${GAME_STARTS}${OTHER_COMMANDS}`));

  test('a player returns to its reserved seat', () =>
    dialogue(`${SETUP}
      the server restarts
      no game begins
      alice enters proposing
        = entered as alice, a seat is held
      alice seeks go 3
        = seated
        alice: black against bob, go 3, komi 0, white to move, after a1: black a1, white nothing
    `));

  test('a seek for another game does not give the reserved seat up', () =>
    dialogue(`${SETUP}
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

  test('waiting players keep their seeks, and are paired afterwards', () =>
    dialogue(`${SETUP}
      no game begins
      all is open
      dave seeks go 5
        = seated
        carol: black against dave, go 5, komi 0, black to move
        dave: white against carol, go 5, komi 0, black to move
    `));

  test('a computer player takes a seek only afterwards', () =>
    dialogue(`${SETUP}
      no game begins
      dave offers games after 0 s go 5
        = done
      10 s pass
      all is open
        carol: black against dave, go 5, komi 0, black to move
        dave: white against carol, go 5, komi 0, black to move
    `));
});

describe('while only ends of games are stored', () => {
  test('moves, proposals, their answers, and new names of players in games are refused', () =>
    dialogue(`${SETUP}
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

  test('a command that is wrong in every mode is refused with its usual reason', () =>
    dialogue(`${SETUP}
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

  test('every command that starts a game is refused, and all other commands work', () =>
    dialogue(`${SETUP}\n      only ends are kept${GAME_STARTS}${OTHER_COMMANDS}`));

  test('a player may resign', () =>
    dialogue(`${SETUP}
      only ends are kept
      alice forfeits resigned
        = done
        alice, bob: ended: white wins, resigned, 9 to 0
    `));

  test('a player who disconnects loses, and an administrator may stop a game', () =>
    dialogue(`${SETUP}
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

  test('a player returns to its reserved seat, and the time limit for the other player runs', () =>
    dialogue(
      `${SETUP}
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

describe('the time limit for silent players', () => {
  test('does not run while only ends of games are stored, and starts again afterwards', () =>
    dialogue(
      `${SETUP}
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

  test('runs while no new games are allowed', () =>
    dialogue(
      `${SETUP}
      no game begins
      100 s pass
        alice, bob: ended: black wins, left, 9 to 0
    `,
      { idle: 100 },
    ));
});
