import assert from 'node:assert/strict';
import { test } from 'node:test';
import { en } from '../texts/en.ts';
import { nl } from '../texts/nl.ts';
import { refusalText } from './refusal-text.ts';

test('refusalText gives the reason of a refused move', () => {
  assert.equal(refusalText({ kind: 'refused', why: 'ko' }, en), 'Ko: that would bring back an earlier position.');
  assert.equal(refusalText({ kind: 'refused', why: 'double-three' }, nl), nl.game.refused.doubleThree);
  assert.equal(refusalText({ kind: 'refused', why: 'not-now' }, nl), nl.game.refused.notNow);
  assert.match(refusalText({ kind: 'lost' }, en), /connection was lost/);
});

test('refusalText says that only the opponent’s rules forbid a move', () => {
  const words = refusalText({ kind: 'refused', why: 'suicide', opponentRules: true }, en);
  assert.match(words, /^Suicide: .* your opponent’s forbid it\.$/);
});

test('an unknown reason has a general text', () => {
  assert.equal(refusalText({ kind: 'refused', why: 'malformed' }, en), en.game.refused.other);
});
