import { describe, test } from 'node:test';
import { dialogue } from '../../../test/support/lobby/lobby-dialogue.ts';

/** `proposing`: the client's protocol can send the time, unlike nedap. */
const TIMED = `
      (alice enters proposing)
      (bob enters proposing)`;

describe('seeks and time controls', () => {
  test('two values must be equal, and "any" accepts the other value', () =>
    dialogue(`
      (alice enters proposing)
      (bob enters proposing)
      (carol enters proposing)
      (alice seeks go 9 time 60+5)
      bob seeks go 9 time 60+6
        = waiting
      bob seeks go 9 time none
        = waiting
      carol seeks go 9
        = seated
        alice: black against carol, go 9, komi 0, black to move, clocks 60 and 60, black's runs
        carol: white against alice, go 9, komi 0, black to move, clocks 60 and 60, black's runs
    `));

  test('two seeks with "any" have no clock, and "no clock" is a value', () =>
    dialogue(`
      (alice enters proposing)
      (bob enters proposing)
      (alice seeks go 9)
      bob seeks go 9 time none
        = seated
        alice: black against bob, go 9, komi 0, black to move
        bob: white against alice, go 9, komi 0, black to move
    `));

  test('a player may return with the time control of the game, or with "any"', () =>
    dialogue(
      `
      (alice enters proposing)
      (bob enters proposing)
      (alice and bob sit down to go 9 time 60)
      (bob is lost)
      (bob enters proposing)
      bob seeks go 9 time 60
        = seated
        bob: white against alice, go 9, komi 0, black to move, clocks 60 and 60, black's runs
    `,
      { grace: 60 },
    ));
});

describe('a clock', () => {
  test('runs from the start of the turn to the move, and the events contain the time of each turn', () =>
    dialogue(
      `${TIMED}
      (alice and bob sit down to go 9 time 60+3x10)
      20 s pass
      alice plays a1
        kept game 1 event 1: black a1 in 20000 ms
        = done
        alice, bob: black a1, clocks 40 + 3x10 and 60 + 3x10, white's runs
      65 s pass
      bob passes
        kept game 1 event 2: white passes
        = done
        alice, bob: white passes, clocks 40 + 3x10 and 0 + 3x10, black's runs
    `,
      { log: true },
    ));

  test('that reaches 0 ends the game as a loss on time', () =>
    dialogue(
      `${TIMED}
      (alice and bob sit down to go 9 time 60)
      59 s pass
      1 s pass
        kept game 1 event 1: black timed-out
        kept game 1 event 2: ended: white wins, timed-out, 0 to 0
        alice, bob: ended: white wins, timed-out, 0 to 0
    `,
      { log: true },
    ));

  test('does not count the lag of each move, even after it has reached 0', () =>
    dialogue(
      `${TIMED}
      (alice and bob sit down to go 9 time 60)
      60.2 s pass
      alice plays a1
        = done
        alice, bob: black a1, clocks 0.05 and 60, white's runs
      0.25 s pass
      bob plays b1
        = done
        alice, bob: white b1, clocks 0.05 and 60, black's runs
      0.3 s pass
        alice, bob: ended: white wins, timed-out, 1 to 1
    `,
      { lag: 0.25 },
    ));

  test('counts the shorter of the times that session and lobby have measured', () =>
    dialogue(`${TIMED}
      (alice and bob sit down to go 9 time 60)
      20 s pass
      alice plays a1 in 15000
        = done
        alice, bob: black a1, clocks 45 and 60, white's runs
      20 s pass
      bob plays b1 in 30000
        = done
        alice, bob: white b1, clocks 45 and 40, black's runs
    `));

  test('never runs for a seat whose protocol cannot send the time', () =>
    dialogue(`
      (alice enters proposing)
      (ned enters speaking nedap)
      (alice seeks go 9 time 60)
      (ned seeks go 9)
      (alice plays a1)
      300 s pass
      ned plays b1
        = done
        alice, ned: white b1, clocks 60 and 60, black's runs
    `));

  test('gets no increment for such a seat', () =>
    dialogue(`
      (alice enters proposing)
      (ned enters speaking nedap)
      (alice seeks go 9 time 60+5)
      (ned seeks go 9)
      (alice plays a1)
      ned plays b1
        = done
        alice, ned: white b1, clocks 65 and 60, black's runs
    `));

  test('starts when both players are ready', () =>
    dialogue(`
      (alice enters proposing)
      (bob enters proposing)
      (alice seeks go 9 time 60)
      (bob seeks go 9 time 60 not ready)
      100 s pass
      bob is ready
        = done
        bob: play-started
      20 s pass
      alice plays a1
        = done
        alice, bob: black a1, clocks 40 and 60, white's runs
    `));

  test('counts the time of a turn that ends with a take-back', () =>
    dialogue(`${TIMED}
      (alice and bob sit down to go 9 time 60)
      10 s pass
      (alice plays a1)
      5 s pass
      (alice proposes undo)
      (bob agrees)
      20 s pass
      alice plays c1
        = done
        alice, bob: black c1, clocks 30 and 55, white's runs
    `));
});

describe('while a player is absent', () => {
  test('its clock stops, for at most 120 s in one game', () =>
    dialogue(
      `${TIMED}
      (alice and bob sit down to go 9 time 300)
      10 s pass
      (alice is lost)
      50 s pass
      (alice enters proposing)
      alice seeks go 9
        = seated
        alice: black against bob, go 9, komi 0, black to move, clocks 290 and 300, black's runs
      10 s pass
      alice plays a1
        = done
        alice, bob: black a1, clocks 280 and 300, white's runs
      (bob plays b1)
      (alice is lost)
      100 s pass
      (alice enters proposing)
      alice seeks go 9
        = seated
        alice: black against bob, go 9, komi 0, black to move, after a1 b1: black a1, white b1, clocks 250 and 300, black's runs
    `,
      { grace: 1000 },
    ));

  test('its clock can reach 0 after that', () =>
    dialogue(
      `${TIMED}
      (carol enters)
      (alice and bob sit down to go 9 time 60)
      (carol watches 1)
      alice is lost
        carol: game 1: black is away, clocks 60 and 60, runs again after 120 s
      179 s pass
      1 s pass
        bob: ended: white wins, timed-out, 0 to 0
        carol: game 1: ended: white wins, timed-out, 0 to 0
    `,
      { grace: 1000 },
    ));

  test('its clock stops before the connection is lost, and opponents and spectators see it', () =>
    dialogue(
      `${TIMED}
      (carol enters)
      (alice and bob sit down to go 9 time 60)
      (carol watches 1)
      10 s pass
      alice is away for 57
        carol: game 1: black is away, used 10000 and 0 ms, clocks 50 and 60, runs again after 130 s
      50 s pass
      alice is back
        carol: game 1: black is back, clocks 50 and 60, black's runs
      5 s pass
      (alice plays a1)
      alice is away for 57
        carol: game 1: black is away, used 15000 and 0 ms, clocks 45 and 60, white's runs
      bob plays b1
        = done
        alice, bob: white b1, clocks 45 and 60, runs again after 135 s
        carol: game 1: white b1, clocks 45 and 60, runs again after 135 s, used 15000 and 0 ms
    `,
    ));

  test('the clock of the opponent runs', () =>
    dialogue(
      `${TIMED}
      (alice and bob sit down to go 9 time 60)
      (bob is lost)
      60 s pass
        alice: ended: white wins, timed-out, 0 to 0
    `,
      { grace: 1000 },
    ));

  test('the events contain the time for which the clock was stopped', () =>
    dialogue(
      `${TIMED}
      (alice and bob sit down to go 9 time 300)
      (alice is lost)
      70 s pass
      (alice enters proposing)
      (alice seeks go 9)
      5 s pass
      alice plays a1
        kept game 1 event 1: black a1 in 5000 ms, paused 70000 ms
        = done
        alice, bob: black a1, clocks 295 and 300, white's runs
      (bob plays b1)
      (the server restarts)
      (bob enters proposing)
      (bob seeks go 9)
      60 s pass
      (alice enters proposing)
      alice seeks go 9
        = seated
        alice: black against bob, go 9, komi 0, black to move, after a1 b1: black a1, white b1, clocks 285 and 300, black's runs
    `,
      { grace: 1000, log: true },
    ));
});

describe('while the server does not run or cannot store moves', () => {
  test('all clocks are stopped: a restored game continues when the server accepts connections', () =>
    dialogue(`${TIMED}
      (alice and bob sit down to go 9 time 60)
      20 s pass
      (alice plays a1)
      30 s pass
      (the server reads its games)
      500 s pass
      (the server opens)
      (alice enters proposing)
      (alice seeks go 9)
      (bob enters proposing)
      bob seeks go 9
        = seated
        bob: white against alice, go 9, komi 0, white to move, after a1: black a1, white nothing, clocks 40 and 60, white's runs
    `));

  test('the clocks do not run while only ends of games are stored', () =>
    dialogue(`${TIMED}
      (carol enters)
      (alice and bob sit down to go 9 time 60)
      (carol watches 1)
      20 s pass
      only ends are kept
        carol: game 1: clocks 40 and 60
      100 s pass
      all is open
        carol: game 1: clocks 60 and 60, black's runs
      10 s pass
      alice plays a1
        = done
        alice, bob: black a1, clocks 30 and 60, white's runs
        carol: game 1: black a1, clocks 30 and 60, white's runs, used 130000 and 0 ms
      only ends are kept
        carol: game 1: clocks 30 and 60
      100 s pass
      all is open
        carol: game 1: clocks 30 and 60, white's runs
      59 s pass
      1 s pass
        alice, bob: ended: black wins, timed-out, 81 to 0
        carol: game 1: ended: black wins, timed-out, 81 to 0
    `));
});

describe('Gomoku', () => {
  test('has the same clocks', () =>
    dialogue(`${TIMED}
      (alice and bob sit down to gomoku 15 freestyle time 30of40)
      25 s pass
      alice plays a1
        = done
        alice, bob: black a1, clocks 15 / 30 and 40 / 30, white's runs
      (bob plays b1)
      15 s pass
        alice, bob: ended: white wins, timed-out
    `));
});
