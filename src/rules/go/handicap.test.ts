import assert from 'node:assert/strict';
import { test } from 'node:test';
import { square } from '../point.ts';
import { vertexName } from '../vertex.ts';
import { handicapPoints, isHandicap, maximumHandicap } from './handicap.ts';

const names = (lines: number, stones: number): string =>
  handicapPoints(lines, stones)
    .map((point) => vertexName(square(lines), point))
    .join(' ');

test('handicap stones are on the points of GTP', () => {
  // The table of GTP 2, section 4.1.1, for 19 lines.
  assert.equal(names(19, 2), 'D4 Q16');
  assert.equal(names(19, 3), 'D4 Q16 D16');
  assert.equal(names(19, 4), 'D4 Q16 D16 Q4');
  assert.equal(names(19, 5), 'D4 Q16 D16 Q4 K10');
  assert.equal(names(19, 6), 'D4 Q16 D16 Q4 D10 Q10');
  assert.equal(names(19, 7), 'D4 Q16 D16 Q4 D10 Q10 K10');
  assert.equal(names(19, 8), 'D4 Q16 D16 Q4 D10 Q10 K4 K16');
  assert.equal(names(19, 9), 'D4 Q16 D16 Q4 D10 Q10 K4 K16 K10');
  assert.equal(names(9, 5), 'C3 G7 C7 G3 E5');
  assert.equal(names(13, 9), 'D4 K10 D10 K4 D7 K7 G4 G10 G7');
  assert.equal(names(8, 4), 'C3 F6 C6 F3');
  assert.equal(names(19, 0), '');
});

test('small boards and boards with an even number of lines have fewer handicap stones', () => {
  const most = [2, 5, 6, 7, 8, 9, 10, 11, 13, 18, 19, 131].map(maximumHandicap);
  assert.deepEqual(most, [0, 0, 0, 4, 4, 9, 4, 9, 9, 4, 9, 9]);
  assert.deepEqual(
    [0, 1, 2, 4, 5, 2.5, -2].map((stones) => isHandicap(7, stones)),
    [true, false, true, true, false, false, false],
  );
  assert.throws(() => handicapPoints(7, 5), RangeError);
});

test('every number of stones on every board has as many different points', () => {
  for (let lines = 2; lines <= 131; lines++) {
    for (let stones = 2; stones <= maximumHandicap(lines); stones++) {
      assert.equal(new Set(handicapPoints(lines, stones)).size, stones, `${stones} on ${lines}`);
    }
  }
});
