import assert from 'node:assert/strict';
import { test } from 'node:test';
import { en } from '../texts/en.ts';
import { fr } from '../texts/fr.ts';
import { ja } from '../texts/ja.ts';
import { nl } from '../texts/nl.ts';
import { duration } from './duration.ts';
import { boardName, differingRules, endText, handicapOf, rulesInBrief } from './game-text.ts';

const GO = { game: 'go', size: 19, komi: 7.5, ko: 'positional', suicide: 'allowed' } as const;
const SCORE = { black: 42, white: 45.5 };

test('boardName and the rules describe a game', () => {
  assert.equal(
    `${boardName(GO, en)}, ${rulesInBrief(GO, en, 'en')}`,
    'Go 19 × 19, komi 7.5, positional superko, suicide allowed',
  );
  assert.equal(rulesInBrief(GO, nl, 'nl'), 'komi 7,5, positionele superko, zelfmoord toegestaan');
  assert.equal(rulesInBrief({ game: 'gomoku', size: 15, rule: 'renju' }, ja, 'ja'), '連珠');
});

test('handicapOf returns the handicap stones of a game of Go', () => {
  assert.equal(handicapOf({ ...GO, handicap: 4 }), 4);
  assert.equal(handicapOf({ ...GO, handicap: 0 }), 0);
  assert.equal(handicapOf(GO), 0);
  assert.equal(handicapOf({ game: 'gomoku', size: 15, rule: 'renju' }), 0);
});

test('the text of the handicap says that black places the stones', () => {
  const board = { ...GO, handicap: 4, placement: 'free' } as const;
  assert.match(rulesInBrief(board, en, 'en'), /^4 handicap stones, placed by Black, komi 7\.5, /);
  assert.doesNotMatch(rulesInBrief({ ...GO, handicap: 4 }, en, 'en'), /placed/);
});

test('endText writes the end of a game in every language', () => {
  const end = { winner: 'white', reason: 'score', score: SCORE } as const;
  assert.equal(endText(end, en, 'en'), 'White wins by 3.5 points');
  assert.equal(endText(end, nl, 'nl'), 'Wit wint met 3,5 punten');
  assert.equal(endText(end, fr, 'fr'), 'Blanc gagne de 3,5 points');
  assert.equal(endText(end, ja, 'ja'), '白の3目半勝ち');
  const byOne = { winner: 'black', reason: 'score', score: { black: 41, white: 40 } } as const;
  assert.equal(endText(byOne, en, 'en'), 'Black wins by 1 point');
});

test('a draw and a game without a result have different texts', () => {
  assert.equal(endText({ reason: 'score', score: { black: 8, white: 8 } }, en, 'en'), 'A draw: equal scores');
  assert.equal(endText({ reason: 'agreed' }, en, 'en'), 'A draw by agreement');
  assert.equal(endText({ reason: 'abandoned' }, en, 'en'), 'No result: both players left');
});

test('the text of an imported game’s end contains only what its record states', () => {
  assert.equal(endText({ winner: 'white', reason: 'score', margin: 3.5 }, en, 'en'), 'White wins by 3.5 points');
  assert.equal(endText({ winner: 'white', reason: 'unknown' }, en, 'en'), 'White wins');
  assert.equal(endText({ winner: 'white', reason: 'score' }, nl, 'nl'), 'Wit wint');
  assert.equal(endText({ winner: 'black', reason: 'forfeit' }, fr, 'fr'), 'Noir gagne par forfait');
  assert.equal(endText({ reason: 'drawn' }, en, 'en'), 'A draw');
  assert.equal(endText({ reason: 'void' }, en, 'en'), 'No result');
  assert.equal(endText({ reason: 'unknown' }, en, 'en'), 'Result unknown');
});

test('duration writes a time like a clock', () => {
  assert.deepEqual([0, 7400, 760_000, 3_729_999, -5].map(duration), ['0:00', '0:07', '12:40', '1:02:09', '0:00']);
});

test('differingRules names only the rules that differ from those of the seek', () => {
  const requested = { game: 'go', size: 9, ko: 'positional', suicide: 'allowed' } as const;
  const board = { ...requested, komi: 7.5 };
  assert.equal(differingRules(requested, board, en, 'en'), '');
  assert.equal(differingRules(requested, { ...board, suicide: 'forbidden', komi: 7 }, en, 'en'), 'suicide forbidden');
  assert.equal(
    differingRules({ ...requested, komi: 0.5 }, { ...board, ko: 'simple' }, en, 'en'),
    'komi 7.5, simple ko',
  );
});
