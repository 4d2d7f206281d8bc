import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Point, pointAt, square } from '../../rules/point.ts';
import { columnHeading, headingStep, longestHeading, parsePoint, pointName, rowHeading } from './coordinate-names.ts';

const NAMED: readonly (readonly ['go' | 'gomoku', number, number, number, string, string])[] = [
  ['go', 19, 3, 15, 'D4', '3 15'],
  ['go', 19, 8, 0, 'J19', '8 0'],
  ['go', 19, 0, 18, 'A1', '0 18'],
  ['go', 131, 130, 0, 'EF131', '130 0'],
  ['gomoku', 15, 8, 7, 'I8', '8 7'],
  ['gomoku', 15, 14, 0, 'O15', '14 0'],
  ['gomoku', 131, 130, 0, 'EA131', '130 0'],
];

test('a point is named by the shown coordinates', () => {
  for (const [game, lines, x, y, letters, numbers] of NAMED) {
    const size = square(lines);
    const point = pointAt(size, x, y)!;
    const [inLetters, inNumbers] = [{ game, shown: 'letters' } as const, { game, shown: 'numbers' } as const];
    assert.equal(pointName(size, point, inLetters), letters);
    assert.equal(pointName(size, point, inNumbers), numbers);
    assert.equal(pointName(size, point, { game, shown: 'off' }), letters);
    assert.equal(`${columnHeading(inLetters, x)}${rowHeading(size, inLetters, y)}`, letters);
    assert.equal(`${columnHeading(inNumbers, x)} ${rowHeading(size, inNumbers, y)}`, numbers);
  }
});

test('parsePoint reads both kinds of coordinates', () => {
  for (const [game, lines, x, y, letters, numbers] of NAMED) {
    const point = pointAt(square(lines), x, y);
    for (const text of [letters, letters.toLowerCase(), numbers, numbers.replace(' ', ',')])
      assert.equal(parsePoint(square(lines), text, game), point, text);
  }
});

test('parsePoint reads the name of every point of a Gomoku board', () => {
  const size = square(60);
  for (let point = 0; point < 60 * 60; point++) {
    const name = pointName(size, point as Point, { game: 'gomoku', shown: 'letters' });
    assert.equal(parsePoint(size, name, 'gomoku'), point, name);
  }
});

test('a text that is no point of the board is refused', () => {
  for (const text of ['', 'D', '3', '3 ', '9 0', '0 9', 'I5', 'A10', 'K1', '3 1 5', '-1 0', '1  1'])
    assert.equal(parsePoint(square(9), text, 'go'), undefined, text);
  for (const text of ['J5', 'A0', 'A10', '5', 'AA1'])
    assert.equal(parsePoint(square(9), text, 'gomoku'), undefined, text);
});

test('longestHeading returns the length of the longest coordinate', () => {
  const longest = (lines: number, shown: 'off' | 'letters' | 'numbers'): number =>
    longestHeading(square(lines), { game: 'go', shown });
  assert.equal(longest(9, 'letters'), 1);
  assert.equal(longest(19, 'letters'), 2);
  assert.equal(longest(131, 'numbers'), 3);
  assert.equal(longest(19, 'off'), 0);
});

test('headings are left out if there is no space for all of them', () => {
  assert.equal(headingStep(24, 20), 1);
  assert.equal(headingStep(12, 20), 2);
  assert.equal(headingStep(5, 20), 5);
  assert.equal(headingStep(2, 20), 10);
  assert.equal(headingStep(1, 20), 20);
  assert.equal(headingStep(1, 21), 50);
});
