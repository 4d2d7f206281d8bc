import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pointAt, square } from '../../rules/point.ts';
import {
  fittingCell,
  LETTER_WIDTH,
  labelSpace,
  lineWidth,
  nextLarger,
  nextSmaller,
  pointUnder,
  scrolledTo,
  starRadius,
  zoomedCell,
} from './pixel-sizes.ts';

test('the whole board fits the space, in whole device pixels', () => {
  assert.equal(fittingCell({ width: 600, height: 420 }, square(19), 20, 1), 20);
  assert.equal(fittingCell({ width: 360, height: 500 }, square(19), 9, 1), 18);
  assert.equal(fittingCell({ width: 360, height: 500 }, square(131), 9, 1), 2);
  assert.equal(fittingCell({ width: 360, height: 500 }, square(131), 9, 2), 2.5);
  assert.equal(fittingCell({ width: 100, height: 100 }, square(255), 9, 1), 1);
  assert.equal(fittingCell({ width: 900, height: 400 }, { width: 2, height: 1 }, 0, 1), 400);
});

test('the zoom is limited to the range from the whole board to the largest cell', () => {
  assert.equal(zoomedCell(1, 5, 1), 5);
  assert.equal(zoomedCell(12.7, 5, 1), 12);
  assert.equal(zoomedCell(90, 5, 1), 44);
  assert.equal(zoomedCell(90, 60, 1), 60);
});

test('a few steps lead from the smallest cell to the largest and back', () => {
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

test('pointUnder returns the point of the cell under a pointer, and none outside of the board', () => {
  const size = square(9);
  assert.equal(pointUnder(size, 20, 0, 0), pointAt(size, 0, 0));
  assert.equal(pointUnder(size, 20, 59.9, 20), pointAt(size, 2, 1));
  assert.equal(pointUnder(size, 20, 180, 0), undefined);
  assert.equal(pointUnder(size, 20, -0.1, 0), undefined);
});

test('scrolledTo makes the cursor visible, and does not scroll while it is visible', () => {
  assert.equal(scrolledTo(100, 20, 50, 200), 50);
  assert.equal(scrolledTo(100, 20, 90, 200), 80);
  assert.equal(scrolledTo(300, 20, 50, 200), 140);
  assert.equal(scrolledTo(0, 20, 50, 200), 0);
});

test('the coordinates have the same space on each side, and the longest name fits', () => {
  for (const [width, lines, longest] of [
    [360, 19, 2],
    [360, 131, 3],
    [900, 9, 1],
    [320, 255, 3],
  ] as const) {
    const { margin, font } = labelSpace({ width, height: width }, square(lines), longest);
    assert.ok(font >= 9 && font <= 14, `${lines}: ${font} pixels high`);
    assert.ok(margin >= longest * LETTER_WIDTH * font, `${lines}: ${margin} pixels for ${longest} characters`);
  }
  assert.deepEqual(labelSpace({ width: 360, height: 500 }, square(19), 2), { margin: 17, font: 9 });
  assert.deepEqual(labelSpace({ width: 900, height: 900 }, square(9), 1), { margin: 21, font: 14 });
});

test('a line is a whole number of device pixels, at least one', () => {
  assert.equal(lineWidth(5, 1), 1);
  assert.equal(lineWidth(70, 1), 2);
  for (const ratio of [1, 1.25, 1.5, 2, 3])
    for (let cell = 1; cell < 100; cell++) {
      const pixels = lineWidth(cell, ratio) * ratio;
      assert.ok(pixels >= 1 && Math.abs(pixels - Math.round(pixels)) < 1e-9, `${pixels} at ${cell} × ${ratio}`);
    }
});

test('a star point is a tenth of a cell, and neither too small nor too large', () => {
  assert.equal(starRadius(30), 0.1);
  assert.equal(starRadius(10), 0.15);
  assert.equal(starRadius(90), 0.05);
  assert.equal(starRadius(2), 0.25);
});
