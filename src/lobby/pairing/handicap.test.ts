import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { GO_9 } from '../../../test/support/archive/game-fixtures.ts';
import { goSeat, USUAL_OPTIONS } from '../../../test/support/lobby/go-seat.ts';
import { dialogue } from '../../../test/support/lobby/lobby-dialogue.ts';
import type { Color } from '../../rules/color.ts';
import { handicapPoints } from '../../rules/go/handicap.ts';
import { type Point, square } from '../../rules/point.ts';
import { makeSgf } from '../../rules/records/sgf-record-codec.ts';
import { parseVertex } from '../../rules/vertex.ts';
import { areCompatible, commonHandicap, commonPlacement, type GoParameters } from '../game-parameters.ts';
import { isLegalEvent } from '../games/event-legality.ts';
import { Game } from '../games/game.ts';
import type { GameEvent } from '../games/game-event.ts';
import { gameRecordFromJournal } from '../games/game-record-from-journal.ts';

describe('handicap in two seeks', () => {
  test('must be equal, or "any" on one side. Two seeks with "any" have no handicap', () => {
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

  test('must have the same placement. Two seeks with any placement have fixed stones', () => {
    const seek = (placement?: 'free' | 'any'): GoParameters => ({
      ...GO_9,
      handicap: 2,
      ...(placement !== undefined && { placement }),
    });
    const cases = [
      [undefined, undefined, 'fixed'],
      [undefined, 'free', undefined],
      [undefined, 'any', 'fixed'],
      ['free', 'free', 'free'],
      ['free', 'any', 'free'],
      ['any', 'any', 'fixed'],
    ] as const;
    for (const [one, other, common] of cases) {
      assert.equal(commonPlacement(seek(one), seek(other)), common);
      assert.equal(commonPlacement(seek(other), seek(one)), common);
      assert.equal(areCompatible(seek(one), seek(other)), common !== undefined);
    }
    // Without stones there is nothing to place.
    assert.ok(areCompatible(GO_9, { ...GO_9, handicap: 'any', placement: 'free' }));
  });

  test('prevents the pairing if only one seek asks for it', () =>
    dialogue(`
      (alice enters)
      (bob enters)
      alice seeks go 9 handicap 2
        = waiting
      bob seeks go 9
        = waiting
    `));

  test('places the stones: white moves first, and the komi is 0.5 unless a seek determines it', () =>
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

  test('accepts a player who asks for its handicap or for any handicap', () => {
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

  test('has its stones in the game record', () => {
    const record = gameRecordFromJournal([{ game: 1, index: 0, at: 0, event: seated }]);
    assert.equal(record.handicap, 3);
    assert.deepEqual(
      record.setup,
      handicapPoints(9, 3).map((point) => ({ color: 'black', point })),
    );
  });
});

describe('handicap stones that black places', () => {
  const placed = {
    kind: 'seated',
    black: goSeat('alice', 9, { handicap: 2, placement: 'free' }),
    white: goSeat('bob', 9, { handicap: 'any', placement: 'any' }),
    komi: 0.5,
    handicap: 2,
    placement: 'free',
    options: USUAL_OPTIONS,
  } as const;
  const at = (name: string): Point => parseVertex(square(9), name)!;
  const play = (color: Color, name: string): GameEvent => ({ kind: 'played', color, point: at(name) });

  test('are the first moves of black, who must not pass meanwhile', () =>
    dialogue(`
      (alice enters)
      (bob enters)
      alice seeks go 9 handicap 2 placed freely
        = waiting
      bob seeks go 9 handicap 2
        = waiting
      bob seeks go 9 handicap any placed anyhow
        = seated
        alice: black against bob, go 9, komi 0.5, handicap 2 placed freely, black to move
        bob: white against alice, go 9, komi 0.5, handicap 2 placed freely, black to move
      alice passes
        = refused: no-pass
      bob plays a1
        = refused: not-your-turn
      alice plays a1
        = done
        alice, bob: black a1
      alice plays a1
        = refused: occupied
      alice plays b1
        = done
        alice, bob: black b1
      alice plays c1
        = refused: not-your-turn
      bob passes
        = done
        alice, bob: white passes
    `));

  test('are the same after a snapshot, while they are placed', () => {
    const game = new Game(1, placed, 0);
    game.apply(play('black', 'A1'), 1);
    assert.deepEqual([game.toMove, game.board.hasPass], ['black', false]);
    const again = Game.restore(JSON.parse(JSON.stringify(game.snapshot())));
    assert.deepEqual(again.snapshot(), game.snapshot());
    assert.deepEqual([again.toMove, again.placement, again.board.hasPass], ['black', 'free', false]);
    again.apply(play('black', 'E5'), 2);
    assert.deepEqual([again.toMove, again.board.hasPass], ['white', true]);
    again.apply({ kind: 'undone', color: 'white', turns: 1 }, 3);
    assert.deepEqual([again.toMove, again.board.stones().length], ['black', 1]);
    again.apply(play('black', 'C3'), 4);
    assert.equal(again.toMove, 'white');
  });

  test('are taken back one at a time, by the player who has placed them', () =>
    dialogue(`
      (alice enters proposing)
      (bob enters proposing)
      (alice seeks go 7 handicap 2 placed freely)
      (bob seeks go 7 handicap 2 placed freely)
      (alice plays a1)
      bob proposes undo
        = refused: cannot-propose
      (alice proposes undo)
      (bob agrees)
      (alice plays b1)
      (alice plays c1)
      (bob plays d4)
      (bob proposes undo)
      (alice agrees)
      alice plays d4
        = refused: not-your-turn
      bob plays c1
        = refused: occupied
      bob plays a1
        = done
        alice, bob: white a1
    `));

  test('cannot be replaced by a pass in the journal', () => {
    const game = new Game(1, placed, 0);
    assert.ok(!isLegalEvent(game, { kind: 'passed', color: 'black' }));
    assert.ok(isLegalEvent(game, play('black', 'A1')));
    assert.ok(!isLegalEvent(game, play('white', 'A1')));
  });

  test('must be in the parameters of a player who returns', () => {
    const game = new Game(1, placed, 0);
    const { parameters } = game;
    assert.ok(parameters.game === 'go' && parameters.placement === 'free');
    const { placement: _, ...fixed } = parameters;
    assert.ok(game.accepts(parameters));
    assert.ok(game.accepts({ ...fixed, placement: 'any' }));
    assert.ok(!game.accepts(fixed));
  });

  test('are stones before the first move in the game record', () => {
    const events: readonly GameEvent[] = [placed, play('black', 'A1'), play('black', 'E5'), play('white', 'C3')];
    const record = gameRecordFromJournal(events.map((event, index) => ({ game: 1, index, at: 0, event })));
    assert.equal(record.handicap, 2);
    assert.deepEqual(
      record.setup,
      ['A1', 'E5'].map((name) => ({ color: 'black', point: at(name) })),
    );
    assert.deepEqual(record.moves, [{ kind: 'play', color: 'white', point: at('C3') }]);
    const made = makeSgf(record);
    assert.ok(made.ok);
    const sgf = made.value;
    assert.match(sgf, /HA\[2\]/);
    assert.match(sgf, /AB\[ai\]\[ee\]/);
    assert.match(sgf, /;W\[cg\]/);
  });
});
