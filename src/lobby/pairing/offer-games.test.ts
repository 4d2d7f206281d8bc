import { describe, test } from 'node:test';
import { dialogue } from '../../../test/support/lobby/lobby-dialogue.ts';

describe('the offer of a computer player', () => {
  test('is refused during a game, and cancels the seek of the player', () =>
    dialogue(`
      (alice and gnugo sit down to go 9)
      gnugo offers games after 5 s go 9
        = refused: in-game
      (pachi enters)
      (pachi seeks go 13)
      (pachi offers games after 5 s go 9)
      (bob enters)
      bob seeks go 13
        = waiting
    `));

  test('can be changed. Running games continue, even if no more games are offered', () =>
    dialogue(`
      (gnugo enters)
      (gnugo offers games after 5 s go 9)
      (gnugo offers games after 50 s go 9)
      (alice enters)
      (alice seeks go 9)
      49 s pass
      1 s pass
        alice: black against gnugo, go 9, komi 0, black to move
        gnugo: white against alice, go 9, komi 0, black to move
      (gnugo offers games after 0 s)
      (bob enters)
      bob seeks go 9 for gnugo
        = waiting
      100 s pass
      (alice plays c3)
      gnugo plays d4
        = done
        alice, gnugo: white d4
    `));

  test('restores all unfinished games after a restart, also with fewer seats and while others wait', () =>
    dialogue(`
      (gnugo enters)
      (gnugo offers games after 5 s go 9)
      (alice enters)
      (alice seeks go 9 for gnugo)
      (carol enters)
      (carol seeks go 9 for gnugo)
      (alice plays c3)
      the server restarts
      (bob enters)
      (bob seeks go 9)
      10 s pass
      gnugo enters
        = entered as gnugo
      gnugo offers games after 5 s with 1 seat go 9
        = done
        gnugo: white against alice, go 9, komi 0, white to move, after c3: black c3, white nothing
        gnugo: white against carol, go 9, komi 0, black to move
      100 s pass
      gnugo plays d4 in game 1
        = done
        gnugo: white d4
      alice enters
        = entered as alice, a seat is held
      alice returns
        = seated
        alice: black against gnugo, go 9, komi 0, black to move, after c3 d4: black c3, white d4
    `));

  test('keeps the reserved seat of a computer player from a guest of the same address', () =>
    dialogue(`
      one enters nameless
        = entered as guest-1
      (one offers games after 5 s go 9)
      (alice enters)
      (alice seeks go 9 for guest-1)
      the server restarts
      two enters nameless wishing go 9
        = entered as guest-1
    `));

  test('without a minimum wait has the minimum wait of the lobby', () =>
    dialogue(
      `
      (gnugo enters)
      (gnugo offers games go 9)
      (alice enters)
      (alice seeks go 9)
      6 s pass
      1 s pass
        alice: black against gnugo, go 9, komi 0, black to move
        gnugo: white against alice, go 9, komi 0, black to move
    `,
      { computerWait: 7 },
    ));

  test('restores no game of a computer player with the same name from another address', () =>
    dialogue(`
      (gnugo enters)
      (gnugo offers games after 5 s go 9)
      (alice enters)
      (alice seeks go 9 for gnugo)
      the server restarts
      (gnugo enters from afar)
      gnugo offers games after 5 s go 9
        = done
      (alice enters)
      (alice returns)
      120 s pass
        alice: ended: black wins, left, 0 to 0
    `));

  test('gives up a reserved seat if it does not contain the board size any more', () =>
    dialogue(
      `
      (gnugo enters)
      (gnugo offers games after 5 s go 9)
      (alice enters)
      (alice seeks go 9 for gnugo)
      the server restarts
      (gnugo enters)
      gnugo offers games after 5 s go 13
        kept game 1 event 1: white left
        kept game 1 event 2: ended: black wins, left, 0 to 0
        = done
    `,
      { log: true },
    ));
});

describe('a computer player that leaves', () => {
  const TWO_GAMES = `
      (gnugo enters)
      (gnugo offers games after 5 s go 9)
      (alice enters)
      (alice seeks go 9 for gnugo)
      (carol enters)
      (carol seeks go 9 for gnugo)`;

  test('loses all its games when it is kicked', () =>
    dialogue(`${TWO_GAMES}
      somebody in charge removes gnugo
        gnugo: removed
        alice, carol: ended: black wins, left, 0 to 0
      (gnugo enters)
      (gnugo offers games after 5 s go 9)
      alice seeks go 9 for gnugo
        = seated
        alice: black against gnugo, go 9, komi 0, black to move
        gnugo: white against alice, go 9, komi 0, black to move
    `));

  test('has its seats reserved during the grace period, and returns to them', () =>
    dialogue(
      `${TWO_GAMES}
      (alice plays c3)
      gnugo is lost
      29 s pass
      (gnugo enters)
      gnugo offers games after 5 s go 9
        = done
        gnugo: white against alice, go 9, komi 0, white to move, after c3: black c3, white nothing
        gnugo: white against carol, go 9, komi 0, black to move
      gnugo is lost
      30 s pass
        alice: ended: black wins, left, 81 to 0
        carol: ended: black wins, left, 0 to 0
    `,
      { grace: 30 },
    ));

  test('loses only the game in which it was silent for too long', () =>
    dialogue(
      `${TWO_GAMES}
      (alice plays c3)
      50 s pass
      (carol plays c3)
      (gnugo plays d4 in game 2)
      10 s pass
        alice, gnugo: ended: black wins, left, 81 to 0
      (carol plays e5)
      gnugo plays f6 in game 2
        = done
        carol, gnugo: white f6
    `,
      { idle: 60 },
    ));
});
