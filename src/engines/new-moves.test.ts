import assert from 'node:assert/strict';
import test from 'node:test';
import { goGame } from '../../test/support/engines/situations.ts';
import { newMoves } from './new-moves.ts';

const { moves } = goGame(9, 'A1 pass B2');

test('newMoves returns the moves after the known moves', () => {
  assert.deepEqual(newMoves([], moves), moves);
  assert.deepEqual(newMoves(moves.slice(0, 2), moves), moves.slice(2));
  assert.deepEqual(newMoves(moves, moves), []);
});

test('newMoves returns undefined for a shorter or different game', () => {
  assert.equal(newMoves(moves, moves.slice(0, 2)), undefined);
  for (const other of ['A1 pass B3', 'A1 C3 B2', 'A1 pass pass']) {
    assert.equal(newMoves(goGame(9, other).moves, moves), undefined, other);
  }
  const recoloured = moves.map((turn) => ({ ...turn, color: 'white' }) as const);
  assert.equal(newMoves(recoloured, moves), undefined);
});
