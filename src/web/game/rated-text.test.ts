import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { GameState } from '../../protocols/api/server-message-schema.ts';
import { en } from '../texts/en.ts';
import { ratedText } from './rated-text.ts';

const options = { rated: true, private: false, takeBack: true, estimate: false };
const moves = (count: number): GameState['turns'] =>
  Array.from({ length: count }, (_, index) => ({ kind: 'pass', color: index % 2 === 0 ? 'black' : 'white' }));
const resigned: GameState['end'] = { winner: 'black', reason: 'resigned' };

test('a game that a player resigns before three moves of each side is too short to be rated', () => {
  assert.equal(ratedText({ options, end: resigned, turns: moves(5) }, en), 'too short to be rated');
  assert.equal(ratedText({ options, end: resigned, turns: moves(6) }, en), 'rated');
  assert.equal(ratedText({ options: { ...options, rated: false }, end: resigned, turns: moves(5) }, en), 'unrated');
});

test('a game that runs, or ends by the rules, is rated with any number of moves', () => {
  assert.equal(ratedText({ options, end: undefined, turns: moves(2) }, en), 'rated');
  assert.equal(ratedText({ options, end: { winner: 'white', reason: 'score' }, turns: moves(2) }, en), 'rated');
});
