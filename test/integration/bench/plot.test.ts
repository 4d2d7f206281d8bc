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

/** Where the points of a line are, in the order of its path: from the left top corner of 560 by 240. */
const linesOf = (svg: string): string[] => [...svg.matchAll(/stroke-width="2" d="M([^"]*)"/g)].map(([, d = '']) => d);
const textsOf = (svg: string): string[] => [...svg.matchAll(/<text[^>]*>([^<]*)</g)].map(([, text = '']) => text);

describe('a plot of the benchmarks', () => {
  test('has each point at its place, from the left to the right, whatever the order of measuring', () => {
    // 1 to 10,000 over four equal distances; 0 to 100 from the bottom.
    assert.deepEqual(linesOf(svgOf(PLOT)), ['280,180L560,120', '0,0']);
  });

  test('has round numbers at its axes, short where they are large, and its lines in the order of measuring', () => {
    const texts = textsOf(svgOf(PLOT));
    for (const text of ['1', '100', '10k', '0', '20', '40', 'games']) assert.ok(texts.includes(text), text);
    assert.ok(!texts.includes(''));
    assert.ok(texts.indexOf('on disk') < texts.indexOf('in memory'));
  });

  test('is well formed, whatever its words', () => {
    const svg = svgOf(PLOT);
    assert.doesNotMatch(svg, /&(?!#\d+;)/);
    assert.ok(textsOf(svg).includes('moves &#60; a second'));
  });
});
