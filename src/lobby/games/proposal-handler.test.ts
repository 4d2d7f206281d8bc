import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readPoint } from '../../../test/support/lobby/dialogue-line-reader.ts';
import { USUAL_OPTIONS } from '../../../test/support/lobby/go-seat.ts';
import { dialogue } from '../../../test/support/lobby/lobby-dialogue.ts';
import type { GameEvent, JournalEntry, SeatRecord } from './game-event.ts';
import { gameRecordFromJournal } from './game-record-from-journal.ts';

/** Two players whose clients support proposals, and the spectator carol. */
const GAME = `
      (alice enters proposing)
      (bob enters proposing)
      (alice seeks go 3)
      (bob seeks go 3)
      (carol enters)
      (carol watches 1)`;

describe('a take-back', () => {
  test('removes the last move of the player who asks, if the opponent has not moved since', () =>
    dialogue(`${GAME}
      (alice plays a1)
      alice proposes undo
        = done
        carol: game 1: black proposes: undo
      bob agrees
        = done
        carol: game 1: undone: game 1 go 3, alice (web) and bob (web), black to move, proposals
      alice plays b2
        = done
        alice, bob: black b2
        carol: game 1: black b2
    `));

  test('removes the move of the opponent after it, too', () =>
    dialogue(`${GAME}
      (alice and bob play b1 a1 a2 c3)
      alice proposes undo
        = done
        carol: game 1: black proposes: undo
      bob agrees
        = done
        carol: game 1: undone: game 1 go 3, alice (web) and bob (web), black to move after b1 a1, proposals
      carol watches 1
        = watching game 1 go 3, alice (web) and bob (web), black to move after b1 a1, proposals
    `));

  test('restores captured stones, and the same move is possible again', () =>
    dialogue(`${GAME}
      (alice and bob play b1 a1 a2)
      (alice proposes undo)
      (bob agrees)
      alice plays a2
        = done
        alice, bob: black a2 xa1
        carol: game 1: black a2 xa1
    `));

  test('may remove a pass, which then does not count for the end of the game', () =>
    dialogue(`${GAME}
      (alice and bob play a1 pass)
      (bob proposes undo)
      alice agrees
        = done
        carol: game 1: undone: game 1 go 3, alice (web) and bob (web), white to move after a1, proposals
      bob plays b1
        = done
        alice, bob: white b1
        carol: game 1: white b1
      alice passes
        = done
        alice, bob: black passes
        carol: game 1: black passes
    `));

  test('may be proposed at most three times in a turn', () =>
    dialogue(`${GAME}
      (alice plays a1)
      (alice proposes undo)
      (bob declines)
      (alice proposes draw)
      (alice proposes undo)
      (bob declines)
      alice proposes undo
        = refused: cannot-propose
      bob proposes draw
        = done
        carol: game 1: white proposes: draw
      (bob plays b2)
      alice proposes undo
        = done
        carol: game 1: black proposes: undo
    `));

  test('is refused to a player who has not moved', () =>
    dialogue(`${GAME}
      alice proposes undo
        = refused: cannot-propose
      (alice plays a1)
      bob proposes undo
        = refused: cannot-propose
    `));

  test('allows a move again that the ko rule forbade', () =>
    dialogue(`${GAME}
      (alice and bob play b1 c1 a2 b2 c3)
      bob plays a1
        = done
        alice, bob: white a1 xb1
        carol: game 1: white a1 xb1
      alice plays b1
        = refused: ko
      (bob proposes undo)
      (alice agrees)
      bob plays a1
        = done
        alice, bob: white a1 xb1
        carol: game 1: white a1 xb1
    `));

  test('keeps the used time', () =>
    dialogue(`${GAME}
      5 s pass
      (alice plays a1)
      1 s pass
      (alice proposes undo)
      2 s pass
      bob agrees
        = done
        carol: game 1: undone: game 1 go 3, alice (web) and bob (web), black to move, used 5000 and 3000 ms, proposals
    `));
});

describe('a draw', () => {
  test('ends the game without a winner when both agree', () =>
    dialogue(`${GAME}
      bob proposes draw
        = done
        carol: game 1: white proposes: draw
      alice agrees
        = done
        alice, bob: ended: nobody wins, agreed, 0 to 0
        carol: game 1: ended: nobody wins, agreed, 0 to 0
    `));
});

describe('a proposal', () => {
  test('may be declined', () =>
    dialogue(`${GAME}
      (alice proposes draw)
      bob declines
        = done
        carol: game 1: white declines
      bob agrees
        = refused: no-proposal
    `));

  test('ends with the next move', () =>
    dialogue(`${GAME}
      (bob proposes draw)
      (alice plays a1)
      alice agrees
        = refused: no-proposal
      (alice proposes undo)
      (bob passes)
      bob agrees
        = refused: no-proposal
    `));

  test('is sent once, even if it is repeated, and is replaced by another proposal', () =>
    dialogue(`${GAME}
      (alice plays a1)
      alice proposes draw
        = done
        carol: game 1: black proposes: draw
      alice proposes draw
        = done
      alice proposes undo
        = done
        carol: game 1: black proposes: undo
      carol watches 1
        = watching game 1 go 3, alice (web) and bob (web), white to move after a1, black proposes: undo, proposals
      bob agrees
        = done
        carol: game 1: undone: game 1 go 3, alice (web) and bob (web), black to move, proposals
    `));

  test('that the opponent has made already is an agreement', () =>
    dialogue(`${GAME}
      (alice plays a1)
      (alice proposes undo)
      bob proposes undo
        = done
        carol: game 1: undone: game 1 go 3, alice (web) and bob (web), black to move, proposals
      (alice proposes draw)
      bob proposes draw
        = done
        alice, bob: ended: nobody wins, agreed, 0 to 0
        carol: game 1: ended: nobody wins, agreed, 0 to 0
    `));

  test('cannot be answered by the player who made it, nor by a spectator', () =>
    dialogue(`${GAME}
      (alice proposes draw)
      alice agrees
        = refused: no-proposal
      alice declines
        = refused: no-proposal
      carol agrees
        = refused: no-proposal
      carol proposes draw
        = refused: no-game
    `));

  test('is refused unless both clients support proposals', () =>
    dialogue(`
      (alice enters proposing)
      (bob enters)
      (alice seeks go 3)
      (bob seeks go 3)
      (alice plays a1)
      alice proposes undo
        = refused: cannot-propose
      bob proposes draw
        = refused: cannot-propose
      alice watches 1
        = watching game 1 go 3, alice (web) and bob (nu6), white to move after a1
    `));

  test('is refused to a player who plays against itself', () =>
    dialogue(`
      (alice enters proposing)
      (alice practises go 3)
      (alice plays a1)
      alice proposes undo
        = refused: cannot-propose
    `));

  test('is refused while the opponent is absent, but an earlier proposal waits for the opponent', () =>
    dialogue(
      `${GAME}
      (alice proposes draw)
      (bob is lost)
      alice proposes draw
        = refused: cannot-propose
      (bob enters proposing)
      (bob returns)
      bob agrees
        = done
        alice, bob: ended: nobody wins, agreed, 0 to 0
        carol: game 1: ended: nobody wins, agreed, 0 to 0
    `,
      { grace: 60 },
    ));

  test('can be answered while the player who made it is absent', () =>
    dialogue(
      `${GAME}
      (alice proposes draw)
      (alice is lost)
      bob agrees
        = done
        bob: ended: nobody wins, agreed, 0 to 0
        carol: game 1: ended: nobody wins, agreed, 0 to 0
    `,
      { grace: 60 },
    ));

  test('does not change the idle timeout', () =>
    dialogue(
      `${GAME}
      3 s pass
      bob says anything
      bob proposes draw
        = done
        carol: game 1: white proposes: draw
      2 s pass
        alice, bob: ended: white wins, left, 0 to 0
        carol: game 1: ended: white wins, left, 0 to 0
    `,
      { idle: 5 },
    ));

  test('is stored before it is sent, and exists after a restart', () =>
    dialogue(
      `
      (alice enters proposing)
      (bob enters proposing)
      (alice seeks go 3)
      (bob seeks go 3)
      (alice plays a1)
      alice proposes undo
        kept game 1 event 2: black proposes: undo
        = done
      the server restarts
      (alice enters proposing)
      (alice returns)
      (bob enters proposing)
      (bob returns)
      bob agrees
        kept game 1 event 3: white agrees, the last 1 undone
        = done
      the server restarts
      (carol enters)
      carol watches 1
        = watching game 1 go 3, alice (web) and bob (web), black to move, black is away, white is away, proposals
    `,
      { log: true },
    ));
});

describe('the record of a game', () => {
  const seat = (name: string): SeatRecord => ({
    name,
    guest: false,
    protocol: 'web',
    listener: 'plain',
    address: '10.0.0.1',
    parameters: { game: 'gomoku', size: 15, rule: 'freestyle' },
  });
  const record = (...events: GameEvent[]): ReturnType<typeof gameRecordFromJournal> => {
    const seated = {
      kind: 'seated',
      black: seat('alice'),
      white: seat('bob'),
      komi: 0,
      options: USUAL_OPTIONS,
    } as const;
    return gameRecordFromJournal(
      [seated, ...events].map((event, index): JournalEntry => ({ game: 1, index, at: 0, event })),
    );
  };
  const play = (color: 'black' | 'white', vertex: string): GameEvent => ({
    kind: 'played',
    color,
    point: readPoint(15, vertex),
  });

  test('does not contain moves that were taken back', () => {
    const { moves } = record(
      play('black', 'a1'),
      play('white', 'b1'),
      { kind: 'proposed', color: 'black', what: 'undo' },
      { kind: 'undone', color: 'white', turns: 2 },
      play('black', 'c3'),
    );
    assert.deepEqual(moves, [{ kind: 'play', color: 'black', point: readPoint(15, 'c3') }]);
  });

  test('has a draw if both agreed, and no result if an administrator stopped the game', () => {
    assert.deepEqual(record({ kind: 'ended', reason: 'agreed' }).result, { kind: 'draw' });
    assert.deepEqual(record({ kind: 'ended', reason: 'stopped' }).result, { kind: 'void' });
  });
});
