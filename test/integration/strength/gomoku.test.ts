import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { balancedOpening } from '../../../scripts/strength/balanced-openings.ts';
import { choosePattern } from '../../../scripts/strength/pattern-player.ts';
import { randomOpening } from '../../../scripts/strength/random-opening.ts';
import { GomokuPosition } from '../../../src/rules/gomoku/gomoku-position.ts';
import { pointAt, square } from '../../../src/rules/point.ts';
import { vertexName } from '../../../src/rules/vertex.ts';
import { seededRandomInt } from '../../support/clients/random.ts';

const LINES = 15;

function seededRandom(seed: number): () => number {
  const randomInt = seededRandomInt(seed);
  return () => randomInt(2 ** 24) / 2 ** 24;
}

test('an opening is two different points near the centre, and openings differ', () => {
  const openings = Array.from({ length: 200 }, (_, seed) => randomOpening(LINES, seededRandom(seed)));
  for (const points of openings) {
    assert.equal(new Set(points).size, 2);
    for (const point of points) {
      assert.ok(Math.abs((point % LINES) - 7) <= 3);
      assert.ok(Math.abs(Math.floor(point / LINES) - 7) <= 3);
    }
  }
  assert.ok(new Set(openings.map(String)).size > 150);
});

describe('the list of balanced openings', () => {
  const names = (number: number, lines = LINES): string =>
    balancedOpening(lines, number)
      .map((point) => vertexName(square(lines), point, 'gomoku'))
      .join(' ');

  test('has a hundred different openings of three to five stones near the centre', () => {
    const all = Array.from({ length: 100 }, (_, number) => balancedOpening(LINES, number));
    assert.equal(new Set(all.map(String)).size, 100);
    for (const points of all) {
      assert.ok(points.length >= 3 && points.length <= 5 && new Set(points).size === points.length);
      for (const point of points)
        assert.ok(Math.max(Math.abs((point % LINES) - 7), Math.abs(Math.floor(point / LINES) - 7)) <= 3);
    }
  });

  test('continues with mirror images of its openings', () => {
    assert.equal(names(0), 'I11 J8 F9');
    assert.equal(names(100), 'G11 F8 J9');
    assert.equal(names(200), 'I5 J8 F7');
    assert.equal(names(400), 'E7 H6 G10');
  });

  test('keeps the positions relative to the centre on other boards', () => assert.equal(names(0, 19), 'K13 L10 H11'));
});

describe('the pattern player', () => {
  const at = (x: number, y: number) => pointAt(square(LINES), x, y)!;
  for (const [task, stones, expected] of [
    [
      'completes its own five before it stops the opponent',
      [at(3, 3), at(3, 9), at(4, 3), at(4, 9), at(5, 3), at(5, 9), at(6, 3), at(6, 9)],
      [at(2, 3), at(7, 3)],
    ],
    [
      'stops a four',
      [at(3, 3), at(2, 9), at(4, 3), at(3, 9), at(5, 3), at(4, 9), at(0, 0), at(5, 9), at(1, 9)],
      [at(6, 9)],
    ],
    ['stops an open three', [at(7, 2), at(4, 9), at(12, 12), at(5, 9), at(2, 12), at(6, 9)], [at(3, 9), at(7, 9)]],
  ] as const) {
    test(task, () => {
      const position = new GomokuPosition(LINES, 'freestyle');
      for (const point of stones) position.play(point);
      for (let seed = 0; seed < 5; seed++) assert.ok(expected.includes(choosePattern(position, seededRandom(seed))));
    });
  }
});
