import { describe, test } from 'node:test';
import { dialogue } from '../../../test/support/lobby/lobby-dialogue.ts';

/** A player whose client supports proposals, a computer player, and the spectator carol. */
const GAME = `
      (gnugo enters)
      (gnugo offers games after 5 s go 3)
      (alice enters proposing)
      (alice seeks go 3 for gnugo with take-backs)
      (carol enters)
      (carol watches 1)`;

describe('a computer player', () => {
  test('agrees to a take-back at once, and gets the new position', () =>
    dialogue(
      `${GAME}
      (alice and gnugo play a1 b2 c1)
      alice proposes undo
        kept game 1 event 4: black proposes: undo
        kept game 1 event 5: white agrees, the last 1 undone
        = done
        carol: game 1: black proposes: undo
        carol: game 1: undone: game 1 go 3, alice (web) and gnugo (nu6), black to move after a1 b2, proposals
        gnugo: white against alice, go 3, komi 0, black to move, after a1 b2: black a1, white b2
      gnugo plays c2
        = refused: not-your-turn
      alice proposes undo
        kept game 1 event 6: black proposes: undo
        kept game 1 event 7: white agrees, the last 2 undone
        = done
        carol: game 1: black proposes: undo
        carol: game 1: undone: game 1 go 3, alice (web) and gnugo (nu6), black to move, proposals
        gnugo: white against alice, go 3, komi 0, black to move
      alice plays c1
        kept game 1 event 8: black c1
        = done
        alice, gnugo: black c1
        carol: game 1: black c1
    `,
      { log: true },
    ));

  test('is absent in all its games at once', () =>
    dialogue(`${GAME}
      gnugo is away for 57
        carol: game 1: white is away
      gnugo is away for 58
        carol: game 1: white is away
      gnugo is back
        carol: game 1: white is back
    `));

  test('declines a draw at once', () =>
    dialogue(`${GAME}
      alice proposes draw
        = done
        carol: game 1: black proposes: draw
        carol: game 1: white declines
    `));

  test('allows no take-back in a game without take-backs, such as a rated game', () =>
    dialogue(`
      (gnugo enters)
      (gnugo offers games after 5 s go 3)
      (alice enters proposing)
      (alice seeks go 3 for gnugo)
      (alice and gnugo play a1 b2)
      alice proposes undo
        = refused: cannot-propose
      alice proposes draw
        = done
    `));

  test('gets no proposals while it is absent', () =>
    dialogue(`${GAME}
      (alice and gnugo play a1 b2)
      the server restarts
      (alice enters proposing)
      (alice returns to go 3)
      alice proposes undo
        = refused: cannot-propose
      (gnugo enters)
      (gnugo offers games after 5 s go 3)
      alice proposes undo
        = done
        gnugo: white against alice, go 3, komi 0, black to move
    `));
});
