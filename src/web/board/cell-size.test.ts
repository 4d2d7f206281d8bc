import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pointAt, square } from '../../rules/point.ts';
import { fittingCell, nextLarger, nextSmaller, pointUnder, scrolledTo, zoomedCell } from './cell-size.ts';

test('the whole board fits the room, in whole pixels of the screen', () => {
  assert.equal(fittingCell({ width: 600, height: 400 }, square(19), 20, 1), 20);
  assert.equal(fittingCell({ width: 360, height: 500 }, square(19), 18, 1), 18);
  assert.equal(fittingCell({ width: 360, height: 500 }, square(131), 18, 1), 2);
  assert.equal(fittingCell({ width: 360, height: 500 }, square(131), 18, 2), 2.5);
  assert.equal(fittingCell({ width: 100, height: 100 }, square(255), 18, 1), 1);
  assert.equal(fittingCell({ width: 900, height: 400 }, { width: 2, height: 1 }, 0, 1), 400);
});

test('a zoom stays between the whole board and what a finger needs', () => {
  assert.equal(zoomedCell(1, 5, 1), 5);
  assert.equal(zoomedCell(12.7, 5, 1), 12);
  assert.equal(zoomedCell(90, 5, 1), 44);
  assert.equal(zoomedCell(90, 60, 1), 60);
});

test('from the smallest cell to the largest and back in a few steps', () => {
  for (const [step, from, to] of [
    [nextLarger, 1, 44],
    [nextSmaller, 44, 1],
  ] as const) {
    let cell: number = from;
    let steps = 0;
    for (; step === nextLarger ? cell < to : cell > to; steps++) cell = step(cell);
    assert.ok(steps <= 12, `${steps} steps`);
  }
});

test('the point under a pointer is that of its cell, and none beside the board', () => {
  const size = square(9);
  assert.equal(pointUnder(size, 20, 0, 0), pointAt(size, 0, 0));
  assert.equal(pointUnder(size, 20, 59.9, 20), pointAt(size, 2, 1));
  assert.equal(pointUnder(size, 20, 180, 0), undefined);
  assert.equal(pointUnder(size, 20, -0.1, 0), undefined);
});

test('the cursor is brought into view, and nothing moves while it is there', () => {
  assert.equal(scrolledTo(100, 20, 50, 200), 50);
  assert.equal(scrolledTo(100, 20, 90, 200), 80);
  assert.equal(scrolledTo(300, 20, 50, 200), 140);
  assert.equal(scrolledTo(0, 20, 50, 200), 0);
});
