import assert from 'node:assert/strict';
import test from 'node:test';
import { goSituation } from '../../test/support/engines/engine-situations.ts';
import { movesAfterKnown } from './moves-after-known.ts';

const { moves } = goSituation(9, 'A1 pass B2');

test('movesAfterKnown returns the moves after the known moves', () => {
  assert.deepEqual(movesAfterKnown([], moves), moves);
  assert.deepEqual(movesAfterKnown(moves.slice(0, 2), moves), moves.slice(2));
  assert.deepEqual(movesAfterKnown(moves, moves), []);
});

test('movesAfterKnown returns undefined for a shorter or different game', () => {
  assert.equal(movesAfterKnown(moves, moves.slice(0, 2)), undefined);
  for (const other of ['A1 pass B3', 'A1 C3 B2', 'A1 pass pass']) {
    assert.equal(movesAfterKnown(goSituation(9, other).moves, moves), undefined, other);
  }
  const recoloured = moves.map((turn) => ({ ...turn, color: 'white' }) as const);
  assert.equal(movesAfterKnown(recoloured, moves), undefined);
});
