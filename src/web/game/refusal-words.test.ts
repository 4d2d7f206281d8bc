import assert from 'node:assert/strict';
import { test } from 'node:test';
import { en } from '../texts/en.ts';
import { nl } from '../texts/nl.ts';
import { refusalText } from './refusal-text.ts';

test('why a move was refused, for people', () => {
  assert.equal(refusalText({ kind: 'refused', why: 'ko' }, en), 'Ko: that would bring back an earlier position.');
  assert.equal(refusalText({ kind: 'refused', why: 'double-three' }, nl), nl.game.refused.doubleThree);
  assert.equal(refusalText({ kind: 'refused', why: 'not-now' }, nl), nl.game.refused.notNow);
  assert.match(refusalText({ kind: 'lost' }, en), /connection was lost/);
});

test('a move that only the opponent’s rules forbid', () => {
  const words = refusalText({ kind: 'refused', why: 'suicide', opponentRules: true }, en);
  assert.match(words, /^Suicide: .* your opponent’s forbid it\.$/);
});

test('what the page has no words for is refused all the same', () => {
  assert.equal(refusalText({ kind: 'refused', why: 'malformed' }, en), en.game.refused.other);
});
