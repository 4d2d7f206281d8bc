import assert from 'node:assert/strict';
import { test } from 'node:test';
import { playerPath } from './player-path.ts';

test('playerPath returns a path for all names except . and ..', () => {
  assert.equal(playerPath('a/b c?'), '/players/a%2Fb%20c%3F');
  assert.equal(playerPath('...'), '/players/...');
  for (const step of ['.', '..']) assert.equal(playerPath(step), undefined);
});
