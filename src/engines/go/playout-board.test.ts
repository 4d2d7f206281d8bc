import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { markedPoint, playoutBoardOf, readDiagram } from '../../../test/support/engines/go-diagram.ts';
import { BLACK, EMPTY, GoBoard, WHITE } from '../../rules/go/go-board.ts';
import type { Point } from '../../rules/point.ts';
import { NOWHERE, PlayoutBoard } from './playout-board.ts';

const SIZES = fc.record({ width: fc.integer({ min: 1, max: 7 }), height: fc.integer({ min: 1, max: 7 }) });
const STONES = fc.array(fc.record({ stone: fc.integer({ min: 0, max: 1 }), at: fc.nat() }), { maxLength: 150 });

/** Plays stones where they are no suicide, and calls `check` after each. */
function playAll(
  field: PlayoutBoard,
  stones: readonly { readonly stone: number; readonly at: number }[],
  check: () => void,
) {
  for (const { stone, at } of stones) {
    if (field.emptyCount === 0) return;
    const point = field.empties[at % field.emptyCount]! as Point;
    if (field.board.isSuicide(stone, point)) continue;
    field.play(stone, point);
    check();
  }
}

const sorted = (points: Iterable<number>): number[] => [...points].sort((a, b) => a - b);

test('the incrementally updated data equals data that is computed from the board', () => {
  fc.assert(
    fc.property(SIZES, STONES, (size, stones) => {
      const field = new PlayoutBoard(size);
      const fresh = new PlayoutBoard(size);
      const copy = new PlayoutBoard(size);
      playAll(field, stones, () => {
        fresh.setUp(field.board);
        copy.copyFrom(field);
        for (const other of [fresh, copy]) {
          assert.deepEqual(
            sorted(field.empties.subarray(0, field.emptyCount)),
            sorted(other.empties.subarray(0, other.emptyCount)),
          );
          assert.deepEqual(field.shapes.subarray(0, field.points), other.shapes.subarray(0, other.points));
          assert.equal(field.balance, other.balance);
        }
        assert.equal(field.ko, copy.ko);
      });
    }),
    { numRuns: 60 },
  );
});

/** The liberties of the chain of a stone, found by a search of the board. */
function libertiesOf(board: GoBoard, stone: number): number[] {
  const found = new Int32Array(board.points);
  return sorted(found.subarray(0, board.libertiesOf(stone, board.points, found)));
}

test('lastLiberty finds chains in atari, and isSelfAtari finds self-ataris', () => {
  fc.assert(
    fc.property(SIZES, STONES, (size, stones) => {
      const field = new PlayoutBoard(size);
      const after = new GoBoard(size);
      playAll(field, stones, () => {});
      for (let point = 0; point < field.points; point++) {
        if (field.stones[point] !== EMPTY) {
          const liberties = libertiesOf(field.board, point);
          assert.equal(field.lastLiberty(point), liberties.length === 1 ? liberties[0] : NOWHERE);
          continue;
        }
        for (const stone of [BLACK, WHITE]) {
          if (field.board.isSuicide(stone, point as Point)) assert.ok(field.isSelfAtari(stone, point));
          else {
            after.copyFrom(field.board);
            const removed = after.place(stone, point as Point);
            const few = libertiesOf(after, point).length < 2;
            // A stone that captures more than one stone is never a self-atari.
            if (removed.length < 2) assert.equal(field.isSelfAtari(stone, point), few);
            else if (field.isSelfAtari(stone, point)) assert.ok(few);
          }
        }
      }
    }),
    { numRuns: 200 },
  );
});

test('the simple ko is set after a single stone captures a single stone, until the next move', () => {
  const diagram = readDiagram(`
    . X O . .
    X a X O .
    . X O . .
    c . . . .
  `);
  const field = playoutBoardOf(diagram);
  // White's stone has one liberty: the point of black's captured stone.
  field.play(WHITE, markedPoint(diagram, 'a'));
  assert.equal(field.ko, markedPoint(diagram, 'a') + 1);
  field.play(BLACK, markedPoint(diagram, 'c'));
  assert.equal(field.ko, NOWHERE);
});

test('capturing one stone with a chain of two, or with a stone that has more liberties, is no ko', () => {
  for (const drawing of ['. X O . .\nX a X O .\nX O O . .\n. X . . .', '. X O . .\n. a X O .\n. X O . .']) {
    const diagram = readDiagram(drawing);
    const field = playoutBoardOf(diagram);
    field.play(WHITE, markedPoint(diagram, 'a'));
    assert.equal(field.stones[markedPoint(diagram, 'a') + 1], EMPTY);
    assert.equal(field.ko, NOWHERE);
  }
});

test('a pass removes the ko', () => {
  const diagram = readDiagram('. X O .\nX a X O\n. X O .');
  const field = playoutBoardOf(diagram);
  field.play(WHITE, markedPoint(diagram, 'a'));
  assert.notEqual(field.ko, NOWHERE);
  field.pass();
  assert.equal(field.ko, NOWHERE);
});
