import assert from 'node:assert/strict';
import { test } from 'node:test';
import { playoutBoardOf, pointsOf, readDiagram } from '../../../test/support/engines/go-diagram.ts';
import { coordinates } from '../../rules/point.ts';
import { DistancesFromPoint } from './distances-from-point.ts';

/** The distances of all points from a start point, row by row. */
function drawn(drawing: string, start: { readonly x: number; readonly y: number }): string[] {
  const diagram = readDiagram(drawing);
  const distances = new DistancesFromPoint(playoutBoardOf(diagram));
  // The distances of an earlier call do not matter.
  distances.compute(0);
  distances.compute(start.y * diagram.size.width + start.x);
  const rows: string[] = [];
  for (const point of pointsOf(diagram)) {
    const { y } = coordinates(diagram.size, point);
    rows[y] = (rows[y] ?? '') + distances.values[point];
  }
  return rows;
}

test('on an empty board, the distance is the number of steps along the lines, up to four', () => {
  assert.deepEqual(drawn('. . . . . .\n. . . . . .\n. . . . . .', { x: 1, y: 1 }), ['212344', '101234', '212344']);
});

test('steps along a chain of either colour do not count', () => {
  assert.deepEqual(
    drawn(
      `
      . . . . . . .
      . X X X X X .
      . . . . . . .
      . . O O O O O
    `,
      { x: 1, y: 1 },
    ),
    ['2111112', '1000001', '2111112', '3222222'],
  );
});
