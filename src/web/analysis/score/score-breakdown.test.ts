import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Color } from '../../../rules/color.ts';
import { ownersOf } from '../../../rules/go/point-owners.ts';
import { square } from '../../../rules/point.ts';
import { en } from '../../texts/en.ts';
import { graphScale, linePoints } from './graph-scale.ts';
import { mayEstimate } from './may-estimate.ts';
import { countedScore, estimatedScore, estimatePlayouts } from './score-breakdown.ts';
import { areaTexts, leadText } from './score-text.ts';

test('countedScore counts stones and surrounded points; neutral points count for no side', () => {
  // . X . O .
  const row: (Color | undefined)[] = [undefined, 'black', undefined, 'white', undefined];
  const report = countedScore(
    ownersOf({ width: 5, height: 1 }, (point) => row[point]),
    0.5,
  );
  assert.deepEqual(report, {
    isExact: true,
    area: { black: 2, white: 2 },
    komi: 0.5,
    lead: -0.5,
    owners: ['black', 'black', 'neutral', 'white', 'white'],
  });
  assert.equal(leadText(report.lead, true, en, 'en'), 'White leads by 0.5 points');
  assert.deepEqual(areaTexts(report, en, 'en'), ['Black: area 2', 'White: area 2 + komi 0.5 = 2.5']);
});

test('estimatedScore has whole points that fill the board and have the estimated lead as their difference', () => {
  const report = estimatedScore({ ownership: [1, 0.3, 0.2, -0.2, -0.3, -1, 1, 1, 1], lead: 2.3 }, 7.5, 100);
  assert.deepEqual(report.area, { black: 6, white: 3 });
  assert.equal(report.lead, -4.5);
  assert.deepEqual(report.owners.slice(0, 6), ['black', 'black', undefined, undefined, 'white', 'white']);
  assert.equal(leadText(report.lead, false, en, 'en'), 'White leads by about 4.5 points');
  assert.equal(leadText(0, false, en, 'en'), 'The game is about even');
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 131 * 131 }),
      fc.double({ min: -20_000, max: 20_000, noNaN: true }),
      (n, lead) => {
        const { area, ...rest } = estimatedScore({ ownership: new Array<number>(n).fill(0), lead }, 6.5, 10);
        assert.ok(Number.isInteger(area.black) && area.black >= 0 && area.white >= 0);
        assert.equal(area.black + area.white, n);
        assert.equal(rest.lead, area.black - area.white - 6.5);
      },
    ),
    { seed: 17, numRuns: 200 },
  );
});

test('larger boards have fewer playouts, and never none', () => {
  assert.deepEqual(
    [9, 13, 19, 37, 131].map((lines) => estimatePlayouts(square(lines))),
    [800, 800, 416, 110, 10],
  );
});

test('the score of a running game is estimated only if its players agreed to that', () => {
  const go = { game: 'go', size: 9, komi: 7.5, ko: 'positional', suicide: 'allowed' } as const;
  const options = { rated: false, private: false, takeBack: true, estimate: false };
  const end = { reason: 'resigned', winner: 'black' } as const;
  assert.equal(mayEstimate({ board: go, options: { ...options, rated: true } }), false);
  assert.equal(mayEstimate({ board: go, options }), false);
  assert.equal(mayEstimate({ board: go, options: { ...options, estimate: true } }), true);
  assert.equal(mayEstimate({ board: go, options: { ...options, rated: true, estimate: true } }), false);
  assert.equal(mayEstimate({ board: go, options: { ...options, rated: true }, end }), true);
  assert.equal(mayEstimate({ board: { game: 'gomoku', size: 15, rule: 'renju' }, options, end }), false);
});

test('the graph extends from edge to edge, with 0 in the middle', () => {
  const scale = graphScale([0, 20, -40], 100, 80);
  assert.equal(scale.most, 40);
  assert.equal(linePoints([0, 20, -40], scale), '0,40 50,20 100,80');
  assert.equal(graphScale([0.5], 100, 80).most, 10);
});
