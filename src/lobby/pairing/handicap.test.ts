import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { GO_9 } from '../../../test/support/archive/game-fixtures.ts';
import { dialogue } from '../../../test/support/lobby/dialogue.ts';
import { goSeat, USUAL_OPTIONS } from '../../../test/support/lobby/go-seat.ts';
import { handicapPoints } from '../../rules/go/handicap.ts';
import { commonHandicap, type GoParameters } from '../game-parameters.ts';
import { Game } from '../games/game.ts';
import { gameRecordOf } from '../games/record-of-entries.ts';

describe('handicap in two seeks', () => {
  test('must be the same value, or any; two that accept any have none', () => {
    const seek = (handicap?: number | 'any'): GoParameters => (handicap === undefined ? GO_9 : { ...GO_9, handicap });
    const cases = [
      [undefined, undefined, 0],
      [undefined, 'any', 0],
      [undefined, 2, undefined],
      [2, 2, 2],
      [2, 3, undefined],
      [2, 'any', 2],
      ['any', 'any', 0],
    ] as const;
    for (const [one, other, common] of cases) {
      assert.equal(commonHandicap(seek(one), seek(other)), common);
      assert.equal(commonHandicap(seek(other), seek(one)), common);
    }
  });

  test('of one that asks for none and one that asks for some do not meet', () =>
    dialogue(`
      (alice enters)
      (bob enters)
      alice seeks go 9 handicap 2
        = waiting
      bob seeks go 9
        = waiting
    `));

  test('sets the stones: white moves first, and the komi is 0.5 unless a seek names one', () =>
    dialogue(`
      (alice enters)
      (bob enters)
      alice seeks go 9 komi 7 handicap 2
        = waiting
      bob seeks go 9 handicap any
        = seated
        alice: black against bob, go 9, komi 0.5, handicap 2, white to move
        bob: white against alice, go 9, komi 0.5, handicap 2, white to move
      (alice forfeits resigned)
      (alice seeks go 9 counted 3 handicap 2)
      bob seeks go 9 handicap 2
        = seated
        alice: black against bob, go 9, komi 3, handicap 2, white to move
        bob: white against alice, go 9, komi 3, handicap 2, white to move
    `));
});

describe('a game with handicap', () => {
  const seated = {
    kind: 'seated',
    black: goSeat('alice', 9),
    white: goSeat('bob', 9),
    komi: 0.5,
    handicap: 3,
    options: USUAL_OPTIONS,
  } as const;
  const [first] = handicapPoints(9, 3);

  test('is the same after a snapshot and after a take-back', () => {
    const game = new Game(1, seated, 0);
    const stones = game.board.stones();
    assert.equal(stones.length, 3);
    assert.equal(game.board.judge(first!)?.why, 'occupied');
    game.apply({ kind: 'played', color: 'white', point: 0 as never }, 1);
    const again = Game.restore(JSON.parse(JSON.stringify(game.snapshot())));
    assert.deepEqual(again.board.stones(), game.board.stones());
    assert.deepEqual([again.toMove, again.handicap], ['black', 3]);
    assert.deepEqual(again.snapshot(), game.snapshot());
    again.apply({ kind: 'undone', color: 'black', turns: 1 }, 2);
    assert.deepEqual(again.board.stones(), stones);
    assert.equal(again.toMove, 'white');
  });

  test('accepts a player who asks for its handicap or for any', () => {
    const game = new Game(
      1,
      {
        ...seated,
        black: goSeat('alice', 9, { handicap: 3 }),
        white: goSeat('bob', 9, { handicap: 'any' }),
      },
      0,
    );
    const { parameters } = game;
    assert.ok(parameters.game === 'go' && parameters.handicap === 3);
    const { handicap: _, ...even } = parameters;
    assert.ok(game.accepts(parameters));
    assert.ok(game.accepts({ ...even, handicap: 'any' }));
    assert.ok(!game.accepts({ ...even, handicap: 2 }));
    assert.ok(!game.accepts(even));
  });

  test('is recorded with its stones', () => {
    const record = gameRecordOf([{ game: 1, index: 0, at: 0, event: seated }]);
    assert.equal(record.handicap, 3);
    assert.deepEqual(
      record.setup,
      handicapPoints(9, 3).map((point) => ({ color: 'black', point })),
    );
  });
});
