import { describe, test } from 'node:test';
import { dialogue } from '../../../test/support/lobby/lobby-dialogue.ts';

describe('leaving', () => {
  test('ends the game at once, and the other side wins', () =>
    dialogue(`
      (alice and bob sit down to go 9)
      alice leaves
        = done
        bob: ended: white wins, left, 0 to 0
    `));

  test('says for which illegal move a player was kicked, in the log and to the other side', () =>
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

  test('ends the game at once though seats are held: grace is for lost connections', () =>
    dialogue(
      `
      (alice and bob sit down to go 9)
      alice leaves
        = done
        bob: ended: white wins, left, 0 to 0
    `,
      { grace: 60 },
    ));

  test('by being closed by the server holds no seat either', () =>
    dialogue(
      `
      (alice and bob sit down to go 9)
      alice is dismissed
        bob: ended: white wins, left, 0 to 0
    `,
      { grace: 60 },
    ));

  test('leaves nobody there: what still arrives gets no answer', () =>
    dialogue(`
      (alice enters)
      (alice leaves)
      alice seeks go 9
        = nothing
      alice is lost
      alice is dismissed
    `));

  test('a game with oneself ends it without a winner', () =>
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
  test('without grace has left', () =>
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

  test('with grace has its seat held: nobody is told, and the other may move', () =>
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

  test('that comes back in time by the same wish sits down again and is told all that happened', () =>
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

  test('holds nothing where there was no game', () =>
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

  test('of both sides: whoever comes back first wins when the other’s time is over', () =>
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

  test('of both sides: if neither comes back, nobody wins', () =>
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

  test('that comes back and is lost again has no more time than before', () =>
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

  test('that comes back under its name and never wishes for the game has not come back', () =>
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

  test('before its seat was ready gets ready anew', () =>
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
        bob: begun
    `,
      { grace: 60 },
    ));
});

describe('idleness', () => {
  test('of a seat to move, as long as was set, is leaving', () =>
    dialogue(
      `
      (alice and bob sit down to go 9)
      99 s pass
      1 s pass
        alice, bob: ended: white wins, left, 0 to 0
    `,
      { idle: 100 },
    ));

  test('is over with anything that is said, and begins anew with every turn', () =>
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

  test('does not count for the seat that is not to move', () =>
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

  test('does not count while the seat to move is away, and begins when it is back', () =>
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

  test('does not count before both are ready', () =>
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
        alice, bob: begun
      99 s pass
      1 s pass
        alice, bob: ended: white wins, left, 0 to 0
    `,
      { idle: 100 },
    ));

  test('of whoever plays alone ends the game without a winner', () =>
    dialogue(
      `
      (alice enters)
      (alice practises go 9)
      100 s pass
        alice: ended: nobody wins, left, 0 to 0
    `,
      { idle: 100 },
    ));

  test('of somebody in no game is nobody’s business', () =>
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
  test('gives way to the same name from the same address, which gets its seat', () =>
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

  test('gives way also where it sat in no game, and its wish is gone', () =>
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

  test('keeps its name a moment earlier, and whenever it has said anything', () =>
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

  test('keeps its name for every other address', () =>
    dialogue(`
      (alice enters)
      3000 s pass
      again enters as alice from afar
        = refused: name-taken
    `));

  test('without a name of its own gives way to nobody', () =>
    dialogue(`
      (one enters nameless)
      60 s pass
      again enters as guest-1
        = refused: name-taken
    `));

  test('has its seat held no longer than a seat after a restart, if it is not taken', () =>
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
