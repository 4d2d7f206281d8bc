import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { BoardSize, Point } from '../point.ts';
import { EMPTY, GoBoard } from './go-board.ts';

const SIZES = fc.record({ width: fc.integer({ min: 1, max: 7 }), height: fc.integer({ min: 1, max: 7 }) });
/** Plays stones. A stone on an occupied point is left out. */
const STONES = fc.array(fc.record({ stone: fc.integer({ min: 0, max: 1 }), at: fc.nat() }), { maxLength: 150 });

const GAMES = fc.tuple(SIZES, STONES, STONES);

function play(board: GoBoard, stones: readonly { readonly stone: number; readonly at: number }[]) {
  return stones.map(({ stone, at }) => {
    const point = (at % board.points) as Point;
    return board.stones[point] === EMPTY ? board.place(stone, point) : [];
  });
}

function boardAfter(size: BoardSize, stones: Parameters<typeof play>[1]): GoBoard {
  const board = new GoBoard(size);
  play(board, stones);
  return board;
}

const sidesOf = (board: GoBoard, point: number): number[] => [...board.neighbours.subarray(4 * point, 4 * point + 4)];

/** The chain of a stone, found by a flood fill. */
function floodFrom(board: GoBoard, stone: number): Set<number> {
  const chain = new Set([stone]);
  for (const at of chain) {
    for (const side of sidesOf(board, at)) if (board.stones[side] === board.stones[stone]) chain.add(side);
  }
  return chain;
}

function ringFrom(board: GoBoard, stone: number): number[] {
  const ring = [stone];
  for (let at = board.nextInChain(stone); at !== stone; at = board.nextInChain(at)) ring.push(at);
  return ring;
}

const sorted = (points: Iterable<number>): number[] => [...points].sort((a, b) => a - b);

test('chains are rings, with correct liberties', () => {
  fc.assert(
    fc.property(GAMES, ([size, stones]) => {
      const board = boardAfter(size, stones);
      for (let stone = 0; stone < board.points; stone++) {
        if (board.stones[stone] === EMPTY) continue;
        const chain = floodFrom(board, stone);
        assert.deepEqual(sorted(ringFrom(board, stone)), sorted(chain));
        const contacts = [...chain].flatMap((at) => sidesOf(board, at)).filter((at) => board.stones[at] === EMPTY);
        assert.equal(board.contactsOf(stone), contacts.length);
        const liberties = new Set(contacts);
        const found = new Int32Array(board.points);
        const count = board.libertiesOf(stone, board.points, found);
        assert.deepEqual(sorted(found.subarray(0, count)), sorted(liberties));
        assert.equal(board.libertiesOf(stone, 2, found), Math.min(2, liberties.size));
      }
    }),
  );
});

test('a copy behaves like the original, and both are independent', () => {
  fc.assert(
    fc.property(GAMES, ([size, before, after]) => {
      const original = boardAfter(size, before);
      const copy = boardAfter(size, after);
      copy.copyFrom(original);
      const stones = [...original.stones];
      const hash = original.hash;
      const removed = play(copy, after);
      assert.deepEqual([...original.stones], stones);
      assert.equal(original.hash, hash);
      assert.deepEqual(play(original, after), removed);
      assert.deepEqual(original.stones, copy.stones);
      assert.equal(original.hash, copy.hash);
    }),
  );
});
