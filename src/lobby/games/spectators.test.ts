import { describe, test } from 'node:test';
import { dialogue } from '../../../test/support/lobby/lobby-dialogue.ts';

describe('spectators', () => {
  test('get the game with all moves so far, and then every event', () =>
    dialogue(`
      (alice and bob sit down to go 3)
      (alice plays a1)
      carol enters
        = entered as carol
      carol watches 1
        = watching game 1 go 3, alice (nu6) and bob (nu6), white to move after a1
      bob plays b1
        = done
        alice, bob: white b1
        carol: game 1: white b1
      alice passes
        = done
        alice, bob: black passes
        carol: game 1: black passes
      bob plays a2
        = done
        alice, bob: white a2 xa1
        carol: game 1: white a2 xa1
      alice forfeits resigned
        = done
        alice, bob: ended: white wins, resigned, 0 to 9
        carol: game 1: ended: white wins, resigned, 0 to 9
    `));

  test('may be clients that have not entered, players of the game, and players of other games', () =>
    dialogue(`
      (alice and bob sit down to go 3)
      (carol and dave sit down to go 3)
      erin connects
      erin watches 1
        = watching game 1 go 3, alice (nu6) and bob (nu6), black to move
      erin watches 2
        = watching game 2 go 3, carol (nu6) and dave (nu6), black to move
      alice watches 1
        = watching game 1 go 3, alice (nu6) and bob (nu6), black to move
      alice watches 2
        = watching game 2 go 3, carol (nu6) and dave (nu6), black to move
      alice plays a1
        = done
        alice, bob: black a1
        erin, alice: game 1: black a1
      carol plays c3
        = done
        carol, dave: black c3
        erin, alice: game 2: black c3
    `));

  test('cannot watch a missing or finished game', () =>
    dialogue(`
      (alice and bob sit down to go 3)
      carol enters
        = entered as carol
      carol watches 2
        = refused: no-game
      (alice forfeits resigned)
      carol watches 1
        = refused: no-game
    `));

  test('get no more events after they stop watching, disconnect, or the game ends', () =>
    dialogue(`
      (alice and bob sit down to go 3)
      (carol enters)
      (dave enters)
      (carol watches 1)
      (dave watches 1)
      carol unwatches 1
        = done
      carol unwatches 7
        = done
      dave is lost
      alice plays a1
        = done
        alice, bob: black a1
      (carol watches 1)
      (bob forfeits resigned)
      (bob and alice sit down to go 3)
      bob plays a1
        = done
        bob, alice: black a1
    `));

  test('see the stricter rules and the komi of both seats', () =>
    dialogue(`
      (alice enters speaking nedap)
      (bob enters speaking daigo)
      (alice seeks go 9)
      (bob takes alice go 9 counted 7 no-suicide)
      (carol enters)
      carol watches 1
        = watching game 1 go 9 no-suicide komi 7, alice (nedap) and bob (daigo), black to move
    `));

  test('see names as aliases of their protocol, also after a change of a name', () =>
    dialogue(`
      (alice enters as Al-ice)
      (bob enters speaking nedap)
      (alice seeks go 9)
      (bob seeks go 9)
      bob watches 1
        = watching game 1 go 9, alice (nu6) and bob (nedap), black to move
      (carol enters)
      carol watches 1
        = watching game 1 go 9, Al-ice (nu6) and bob (nedap), black to move
      bob renames to rob
        = done
        bob, carol: game 1: white is rob
      alice renames to A.B
        = done
        bob: game 1: black is ab
        carol: game 1: black is A.B
      bob watches 1
        = watching game 1 go 9, ab (nu6) and rob (nedap), black to move
    `));

  test('see the time that each player has used', () =>
    dialogue(`
      (alice and bob sit down to go 3)
      (carol enters)
      5 s pass
      alice plays a1
        = done
        alice, bob: black a1
      2 s pass
      carol watches 1
        = watching game 1 go 3, alice (nu6) and bob (nu6), white to move after a1, used 5000 and 0 ms
      1 s pass
      bob passes
        = done
        alice, bob: white passes
        carol: game 1: white passes, used 5000 and 3000 ms
    `));

  test('see no used time for a turn while the player to move is absent', () =>
    dialogue(
      `
      (alice and bob sit down to go 3)
      5 s pass
      alice is lost
      (carol enters)
      60 s pass
      carol watches 1
        = watching game 1 go 3, alice (nu6) and bob (nu6), black to move, used 5000 and 0 ms, black is away
      (alice enters)
      (alice seeks go 3)
      2 s pass
      bob is lost
        carol: game 1: white is away, used 5000 and 0 ms
      1 s pass
      alice plays a1
        = done
        alice: black a1
        carol: game 1: black a1, used 8000 and 0 ms
    `,
      { grace: 100 },
    ));

  test('get an event when a player becomes absent or returns', () =>
    dialogue(
      `
      (alice and bob sit down to go 3)
      (carol enters)
      (carol watches 1)
      5 s pass
      alice is lost
        carol: game 1: black is away, used 5000 and 0 ms
      20 s pass
      carol watches 1
        = watching game 1 go 3, alice (nu6) and bob (nu6), black to move, used 5000 and 0 ms, black is away
      (alice enters)
      alice seeks go 3
        = seated
        carol: game 1: black is back
        alice: black against bob, go 3, komi 0, black to move
      carol watches 1
        = watching game 1 go 3, alice (nu6) and bob (nu6), black to move, used 5000 and 0 ms
      2 s pass
      alice plays a1
        = done
        alice, bob: black a1
        carol: game 1: black a1, used 7000 and 0 ms
      alice is lost
        carol: game 1: black is away, used 7000 and 0 ms
      bob is lost
        carol: game 1: white is away, used 7000 and 0 ms
      100 s pass
        carol: game 1: ended: nobody wins, abandoned, 9 to 0
    `,
      { grace: 100 },
    ));

  test('see no used time of an absent player whose move is taken back', () =>
    dialogue(
      `
      (alice enters proposing)
      (bob enters proposing)
      (alice and bob sit down to go 3)
      (alice plays a1)
      (bob plays b1)
      (carol enters)
      (carol watches 1)
      (alice proposes undo)
      2 s pass
      (alice is lost)
      30 s pass
      bob agrees
        = done
        carol: game 1: undone: game 1 go 3, alice (web) and bob (web), black to move, used 2000 and 0 ms, black is away, proposals
    `,
      { grace: 100 },
    ));

  test('see both seats as absent when a player against itself is absent', () =>
    dialogue(
      `
      (alice enters)
      (alice practises go 3)
      (carol enters)
      (carol watches 1)
      3 s pass
      alice is lost
        carol: game 1: black is away, used 3000 and 0 ms
        carol: game 1: white is away, used 3000 and 0 ms
      (alice enters)
      alice practises go 3
        = seated
        carol: game 1: black is back
        carol: game 1: white is back
        alice: both against alice, go 3, komi 0, black to move
    `,
      { grace: 100 },
    ));

  test('see the used times of the journal after a restart', () =>
    dialogue(`
      (alice and bob sit down to go 3)
      5 s pass
      (alice plays a1)
      2 s pass
      (bob plays b1)
      9 s pass
      the server restarts
      (carol enters)
      carol watches 1
        = watching game 1 go 3, alice (nu6) and bob (nu6), black to move after a1 b1, used 5000 and 2000 ms, black is away, white is away
      (alice enters)
      alice seeks go 3
        = seated
        carol: game 1: black is back
        alice: black against bob, go 3, komi 0, black to move, after a1 b1: black a1, white b1
      1 s pass
      alice passes
        = done
        alice: black passes
        carol: game 1: black passes, used 6000 and 2000 ms
    `));
});
