import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lines, stonesOf } from './small-board-paths.ts';

test('the lines of a small board', () => {
  assert.equal(lines(2), 'M.5 0.5H1.5M0.5 .5V1.5M.5 1.5H1.5M1.5 .5V1.5');
});

test('the stones of one colour are one path', () => {
  const circle = 'a.5 .5 0 1 1 1 0a.5 .5 0 1 1-1 0';
  assert.equal(stonesOf('b', 3, '.b.w....b'), `M1 0.5${circle}M2 2.5${circle}`);
  assert.equal(stonesOf('w', 3, '.b.w....b'), `M0 1.5${circle}`);
  assert.equal(stonesOf('w', 3), '');
});
