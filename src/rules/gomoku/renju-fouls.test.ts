import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pointAt, square } from '../point.ts';
import { BLACK, BoardGrid, EMPTY } from './board-grid.ts';
import { RenjuReferee } from './renju-fouls.ts';

/**
 * Repeated over a board, this pattern makes the legality of nearly every point depend on other points, so the branches
 * double again and again.
 */
const BRANCHING = ['...XXX', 'X.X.X.', '.....X', '...X..'];
const SHIFT = 3;

function branchingBoard(lines: number): { grid: BoardGrid; empty: number[] } {
  const grid = new BoardGrid(lines);
  const empty: number[] = [];
  for (let y = 0; y < lines; y++) {
    const row = BRANCHING[y % BRANCHING.length]!;
    for (let x = 0; x < lines; x++) {
      const cell = grid.cellAt(pointAt(square(lines), x, y)!);
      const sign = row[(x + SHIFT * Math.floor(y / BRANCHING.length)) % row.length];
      if (sign === 'X') grid.cells[cell] = BLACK;
      else empty.push(cell);
    }
  }
  return { grid, empty };
}

test('a judgement with too many branches is given up, and does not change the board', () => {
  const { grid, empty } = branchingBoard(255);
  const before = grid.cells.slice();
  const referee = new RenjuReferee(grid);
  const middle = Math.floor(empty.length / 2);
  for (const cell of empty.slice(middle, middle + 40)) {
    referee.judge(cell);
    assert.deepEqual(grid.cells, before);
  }
});

test('after a judgement that was given up, the next one has its own limits', () => {
  const { grid, empty } = branchingBoard(63);
  const verdicts = (cells: readonly number[]) =>
    new Map(cells.map((cell) => [cell, new RenjuReferee(grid).judge(cell)]));
  const referee = new RenjuReferee(grid);
  const middle = Math.floor(empty.length / 2);
  const alone = verdicts([...empty.slice(middle, middle + 20), ...empty.slice(0, 200)]);
  for (const [cell, verdict] of alone) assert.equal(referee.judge(cell), verdict);
  assert.ok(empty.every((cell) => grid.cells[cell] === EMPTY));
});
