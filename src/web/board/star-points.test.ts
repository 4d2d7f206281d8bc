import assert from 'node:assert/strict';
import { test } from 'node:test';
import { coordinates, square } from '../../rules/point.ts';
import { vertexName } from '../../rules/vertex.ts';
import { starPoints } from './star-points.ts';

const STARS: readonly (readonly [number, string])[] = [
  [1, ''],
  [2, ''],
  [3, 'B2'],
  [4, ''],
  [5, 'C3'],
  [6, ''],
  [7, 'C5 E5 D4 C3 E3'],
  [9, 'C7 G7 E5 C3 G3'],
  [10, 'C8 H8 C3 H3'],
  [13, 'D10 K10 G7 D4 K4'],
  [15, 'D12 M12 H8 D4 M4'],
  [19, 'D16 K16 Q16 D10 K10 Q10 D4 K4 Q4'],
  [20, 'D17 R17 D4 R4'],
];

test('the star points of the usual boards', () => {
  for (const [lines, stars] of STARS) {
    const points = starPoints(square(lines));
    assert.equal(points.map((point) => vertexName(square(lines), point)).join(' '), stars, String(lines));
  }
});

test('star points are symmetric, and not far apart', () => {
  for (let lines = 17; lines <= 255; lines++) {
    const size = square(lines);
    const stars = new Set<number>(starPoints(size));
    for (const star of starPoints(size)) {
      const { x, y } = coordinates(size, star);
      assert.ok(stars.has(x * lines + y), `${lines}: the diagonal`);
      assert.ok(stars.has((lines - 1 - y) * lines + x), `${lines}: upside down`);
    }
    const columns = [...new Set(starPoints(size).map((star) => coordinates(size, star).x))];
    for (const [index, x] of columns.entries())
      assert.ok(x - (columns[index - 1] ?? x) <= 24, `${lines}: ${columns.join(' ')}`);
  }
});
