import assert from 'node:assert/strict';
import test from 'node:test';
import { go } from '../../test/engines/situations.ts';
import { extension } from './extension.ts';

const { turns } = go(9, 'A1 pass B2');

test('the turns that follow on those which are known', () => {
  assert.deepEqual(extension([], turns), turns);
  assert.deepEqual(extension(turns.slice(0, 2), turns), turns.slice(2));
  assert.deepEqual(extension(turns, turns), []);
});

test('a game that is shorter or has gone another way is none that follows', () => {
  assert.equal(extension(turns, turns.slice(0, 2)), undefined);
  for (const other of ['A1 pass B3', 'A1 C3 B2', 'A1 pass pass']) {
    assert.equal(extension(go(9, other).turns, turns), undefined, other);
  }
  const recoloured = turns.map((turn) => ({ ...turn, color: 'white' }) as const);
  assert.equal(extension(recoloured, turns), undefined);
});
