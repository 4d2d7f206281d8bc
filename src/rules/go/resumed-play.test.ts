import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GoPosition } from './go-position.ts';

test('after play is resumed, one more pass does not end the game, but two do', () => {
  const position = new GoPosition({ width: 3, height: 3 });
  for (const color of ['black', 'white'] as const) position.pass(color);
  assert(position.isOver);
  position.resume();
  assert(!position.isOver);
  position.pass('black');
  assert(!position.isOver);
  position.pass('white');
  assert(position.isOver);
});
