import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type Point, pointAt, square } from './point.ts';
import { parseVertex, vertexName } from './vertex.ts';

const NAMED: readonly (readonly [number, number, number, string])[] = [
  [19, 0, 18, 'A1'],
  [19, 0, 0, 'A19'],
  [19, 18, 18, 'T1'],
  [9, 7, 4, 'H5'],
  [9, 8, 4, 'J5'],
  [25, 24, 0, 'Z25'],
  [26, 25, 25, 'AA1'],
  [131, 130, 0, 'EF131'],
];

test('points are named by column and row, with A1 at the bottom left and without I', () => {
  for (const [lines, x, y, name] of NAMED) {
    const point = pointAt(square(lines), x, y)!;
    assert.equal(vertexName(square(lines), point), name);
    assert.equal(parseVertex(square(lines), name), point);
    assert.equal(parseVertex(square(lines), name.toLowerCase()), point);
  }
});

test('columns of Gomoku have the letter I', () => {
  for (const [lines, x, y, name] of [
    [15, 8, 7, 'I8'],
    [15, 9, 0, 'J15'],
    [15, 14, 14, 'O1'],
    [255, 254, 0, 'IU255'],
  ] as const) {
    const point = pointAt(square(lines), x, y)!;
    assert.equal(vertexName(square(lines), point, 'gomoku'), name);
    assert.equal(parseVertex(square(lines), name.toLowerCase(), 'gomoku'), point);
  }
  assert.equal(parseVertex(square(15), 'P1', 'gomoku'), undefined);
});

test('a name that is no point of the board is refused', () => {
  for (const text of [
    '',
    'A',
    '1',
    'I1',
    'A0',
    'A01',
    'A10',
    'K1',
    'A1 ',
    ' A1',
    '1A',
    'A-1',
    'AA1',
    'A1.0',
    'ZZZZ1',
  ]) {
    assert.equal(parseVertex(square(9), text), undefined, text);
  }
});

test('the name of every point of every board survives writing and parsing', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 255 }), fc.nat(), (lines, seed) => {
      const point = (seed % (lines * lines)) as Point;
      assert.equal(parseVertex(square(lines), vertexName(square(lines), point)), point);
    }),
  );
});
