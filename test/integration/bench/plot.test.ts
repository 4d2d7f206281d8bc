import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Plot, svgOf } from '../../../scripts/bench/plot.ts';

const PLOT: Plot = {
  name: 'moves',
  title: 'moves & "more", by games',
  x: { title: 'games', isLogarithmic: true },
  y: { title: 'moves < a second' },
  points: [
    { line: 'on disk', x: 10_000, y: 50 },
    { line: 'in memory', x: 1, y: 100 },
    { line: 'on disk', x: 100, y: 25 },
  ],
  bend: '',
};

/** The path of each line of the plot. Coordinates begin at the top left corner of an area of 560 by 240 units. */
const linesOf = (svg: string): string[] => [...svg.matchAll(/stroke-width="2" d="M([^"]*)"/g)].map(([, d = '']) => d);
const textsOf = (svg: string): string[] => [...svg.matchAll(/<text[^>]*>([^<]*)</g)].map(([, text = '']) => text);

describe('a plot of the benchmarks', () => {
  test('draws each line from left to right, in whatever order its points were measured', () => {
    // The x axis has four equal steps from 1 to 10,000. The y axis goes from 0 at the bottom to 100.
    assert.deepEqual(linesOf(svgOf(PLOT)), ['280,180L560,120', '0,0']);
  });

  test('has round numbers at its axes, shortens large ones, and lists its lines in the order of measurement', () => {
    const texts = textsOf(svgOf(PLOT));
    for (const text of ['1', '100', '10k', '0', '20', '40', 'games']) assert.ok(texts.includes(text), text);
    assert.ok(!texts.includes(''));
    assert.ok(texts.indexOf('on disk') < texts.indexOf('in memory'));
  });

  test('escapes special characters in its texts', () => {
    const svg = svgOf(PLOT);
    assert.doesNotMatch(svg, /&(?!#\d+;)/);
    assert.ok(textsOf(svg).includes('moves &#60; a second'));
  });
});
