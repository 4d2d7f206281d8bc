import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pointAt, square } from '../../rules/point.ts';
import { columnHeading, headingStep, parsePoint, pointName, rowHeading } from './coordinate-names.ts';

const NAMED: readonly (readonly [number, number, number, string, string])[] = [
  [19, 3, 15, 'D4', '3 15'],
  [19, 8, 0, 'J19', '8 0'],
  [19, 0, 18, 'A1', '0 18'],
  [131, 130, 0, 'EF131', '130 0'],
];

test('a point is named by what is shown beside the board', () => {
  for (const [lines, x, y, letters, numbers] of NAMED) {
    const size = square(lines);
    const point = pointAt(size, x, y)!;
    assert.equal(pointName(size, point, 'letters'), letters);
    assert.equal(pointName(size, point, 'numbers'), numbers);
    assert.equal(pointName(size, point, 'off'), letters);
    assert.equal(`${columnHeading('letters', x)}${rowHeading(size, 'letters', y)}`, letters);
    assert.equal(`${columnHeading('numbers', x)} ${rowHeading(size, 'numbers', y)}`, numbers);
  }
});

test('both ways to type a point are understood, whatever is shown', () => {
  for (const [lines, x, y, letters, numbers] of NAMED) {
    const point = pointAt(square(lines), x, y);
    for (const text of [letters, letters.toLowerCase(), numbers, numbers.replace(' ', ',')])
      assert.equal(parsePoint(square(lines), text), point, text);
  }
});

test('what names no point of the board is none', () => {
  for (const text of ['', 'D', '3', '3 ', '9 0', '0 9', 'I5', 'A10', 'K1', '3 1 5', '-1 0', '1  1'])
    assert.equal(parsePoint(square(9), text), undefined, text);
});

test('headings are left out where there is no room for each', () => {
  assert.equal(headingStep(24, 20), 1);
  assert.equal(headingStep(12, 20), 2);
  assert.equal(headingStep(5, 20), 5);
  assert.equal(headingStep(2, 20), 10);
  assert.equal(headingStep(1, 20), 20);
  assert.equal(headingStep(1, 21), 50);
});
