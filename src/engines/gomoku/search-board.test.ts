import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { BLACK, EMPTY, WHITE } from '../../rules/gomoku/board-grid.ts';
import { GOMOKU_RULES, type GomokuRule } from '../../rules/gomoku/gomoku-rules.ts';
import { RenjuReferee } from '../../rules/gomoku/renju-fouls.ts';
import { winningStep } from '../../rules/gomoku/winning-row.ts';
import type { Point } from '../../rules/point.ts';
import { SearchBoard } from './search-board.ts';
import { MAKES_FIVE, MAKES_OPEN_FOUR } from './threat-classes.ts';

const rules = fc.constantFrom(...GOMOKU_RULES);
const LINES = 9;
const SIZE = { minLength: 5, maxLength: 80, size: 'max' } as const;
/**
 * Stones in any number on a small board, most of them of one colour, so that rows and fouls are frequent. A stone on an
 * occupied point takes back the last stone.
 */
const changes = fc
  .tuple(fc.constantFrom(BLACK, WHITE), fc.array(fc.tuple(fc.nat({ max: LINES ** 2 - 1 }), fc.nat({ max: 4 })), SIZE))
  .map(([most, all]) => all.map(([point, die]) => [point, die === 0 ? BLACK + WHITE - most : most] as const));

function boardAfter(rule: GomokuRule, all: readonly (readonly [number, number])[]): SearchBoard {
  const board = new SearchBoard(LINES, rule);
  for (const [point, stone] of all) {
    const cell = board.grid.cellAt(point as Point);
    if (board.grid.cells[cell] === EMPTY) board.put(cell, stone);
    else board.takeBack();
  }
  return board;
}

const cellsOf = (board: SearchBoard): number[] =>
  Array.from({ length: LINES ** 2 }, (_, point) => board.grid.cellAt(point as Point));

const emptyCells = (board: SearchBoard): number[] => cellsOf(board).filter((cell) => board.grid.cells[cell] === EMPTY);

test('after stones are put and taken back, all data equals that of a new board with the same stones', () => {
  fc.assert(
    fc.property(rules, changes, (rule, all) => {
      const board = boardAfter(rule, all);
      const fresh = new SearchBoard(LINES, rule);
      for (const cell of cellsOf(board)) if (board.grid.cells[cell] !== EMPTY) fresh.put(cell, board.grid.cells[cell]!);
      assert.deepEqual(sortedState(board), sortedState(fresh));
    }),
  );
});

function sortedState(board: SearchBoard) {
  const sorted = (cells: readonly number[]): number[] => cells.toSorted((a, b) => a - b);
  const sides = [board.black, board.white].map((side) => ({
    total: side.total,
    values: cellsOf(board).map((cell) => side.valueOf(cell)),
    threats: Array.from({ length: MAKES_FIVE }, (_, index) => sorted(side.cellsMaking(index + 1))),
  }));
  return { sides, near: sorted(board.cellsNearStones()), hash: board.hash, check: board.secondHash };
}

test('on an empty board, a point has the same value for both sides, and more value farther from the edge', () => {
  for (const rule of GOMOKU_RULES) {
    const board = new SearchBoard(31, rule);
    const worth = (x: number, y: number): number => board.black.valueOf(board.grid.cellAt((y * 31 + x) as Point));
    for (let column = 0; column < 31; column++) {
      const depth = Math.min(column, 30 - column);
      if (depth > 0) assert.ok(worth(column, 15) >= worth(depth - 1, 15), `${rule}, column ${column}`);
      assert.equal(worth(column, 15), worth(15, column));
      assert.equal(worth(column, 15), worth(30 - column, 15));
      if (depth >= 5) assert.equal(worth(column, column), worth(15, 15));
    }
    assert.ok(worth(0, 0) < worth(15, 15));
    assert.equal(board.black.total, board.white.total);
  }
});

test('cellsNearStones returns exactly the empty cells within two lines of a stone', () => {
  fc.assert(
    fc.property(changes, (all) => {
      const board = boardAfter('freestyle', all);
      const stones = cellsOf(board).flatMap((cell, point) => (board.grid.cells[cell] === EMPTY ? [] : [point]));
      const isNear = (point: number): boolean =>
        stones.some((stone) => Math.max(Math.abs(columnOf(stone) - columnOf(point)), rows(stone, point)) <= 2);
      const expected = cellsOf(board).filter((cell, point) => board.grid.cells[cell] === EMPTY && isNear(point));
      assert.deepEqual(
        board.cellsNearStones().toSorted((a, b) => a - b),
        expected,
      );
    }),
  );
});

const columnOf = (point: number): number => point % LINES;
const rows = (one: number, other: number): number => Math.abs(Math.floor(one / LINES) - Math.floor(other / LINES));

test('a five is found exactly where the rules have one', () => {
  fc.assert(
    fc.property(rules, changes, fc.constantFrom(BLACK, WHITE), (rule, all, stone) => {
      const board = boardAfter(rule, all);
      for (const cell of emptyCells(board))
        assert.equal(board.side(stone).cellsMaking(MAKES_FIVE).includes(cell), wins(board, cell, stone));
    }),
  );
});

function wins(board: SearchBoard, cell: number, stone: number): boolean {
  board.grid.cells[cell] = stone;
  const step = winningStep(board.grid, cell, board.rule);
  board.grid.cells[cell] = EMPTY;
  return step !== 0;
}

test('a stone is allowed exactly where the rules allow it', () => {
  fc.assert(
    fc.property(rules, changes, (rule, all) => {
      const board = boardAfter(rule, all);
      const referee = new RenjuReferee(board.grid);
      for (const cell of emptyCells(board)) {
        const verdict = rule === 'renju' ? referee.judge(cell) : undefined;
        assert.equal(board.allows(cell, BLACK), verdict === undefined || verdict === 'five');
        assert.equal(board.allows(cell, WHITE), true);
      }
    }),
  );
});

test('blocks returns exactly the replies after which no five can be made', () => {
  fc.assert(
    fc.property(rules, changes, fc.constantFrom(BLACK, WHITE), (rule, all, stone) => {
      const board = boardAfter(rule, all);
      if (board.side(stone).count(MAKES_FIVE) === 0) return;
      const enemy = stone === BLACK ? WHITE : BLACK;
      const expected = emptyCells(board).filter((cell) => {
        if (!board.allows(cell, enemy)) return false;
        board.grid.cells[cell] = enemy;
        const isStopped = emptyCells(board).every((at) => !wins(board, at, stone));
        board.grid.cells[cell] = EMPTY;
        return isStopped;
      });
      assert.deepEqual(
        board.blocks(stone).toSorted((a, b) => a - b),
        expected,
      );
    }),
  );
});

test('a four is stopped on the point that completes it; in caro also behind its end, if the other end is closed', () => {
  const [white, hole, behind] = [[2, 3, 4, 5], 6, 7];
  for (const rule of GOMOKU_RULES) {
    const board = new SearchBoard(LINES, rule);
    board.put(board.grid.cellAt(1 as Point), BLACK);
    for (const point of white) board.put(board.grid.cellAt(point as Point), WHITE);
    const expected = rule === 'caro' ? [hole, behind] : [hole];
    assert.deepEqual(
      board.blocks(WHITE).map((cell) => board.grid.pointAt(cell)),
      expected,
    );
  }
});

test('after an open four or two fours, there is a five against every reply', () => {
  fc.assert(
    fc.property(rules, changes, fc.constantFrom(BLACK, WHITE), (rule, all, stone) => {
      const board = boardAfter(rule, all);
      for (const cell of board.side(stone).cellsMaking(MAKES_OPEN_FOUR)) {
        board.put(cell, stone);
        assert.deepEqual(board.blocks(stone), []);
        assert.ok(board.side(stone).count(MAKES_FIVE) > 0);
        board.takeBack();
      }
    }),
  );
});
