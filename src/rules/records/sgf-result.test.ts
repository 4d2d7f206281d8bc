import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RecordResult } from './game-record.ts';
import { makeResult, parseResult } from './sgf-result.ts';

test('each result has a form of FF[4], and is parsed from it', () => {
  const forms: readonly (readonly [string, RecordResult])[] = [
    ['0', { kind: 'draw' }],
    ['B+R', { kind: 'won', winner: 'black', by: 'resignation' }],
    ['W+T', { kind: 'won', winner: 'white', by: 'time' }],
    ['B+F', { kind: 'won', winner: 'black', by: 'forfeit' }],
    ['W+', { kind: 'won', winner: 'white', by: 'unstated' }],
    ['B+64', { kind: 'won', winner: 'black', by: 'score', margin: 64 }],
    ['W+0.75', { kind: 'won', winner: 'white', by: 'score', margin: 0.75 }],
    ['Void', { kind: 'void' }],
    ['?', { kind: 'unknown' }],
  ];
  for (const [form, result] of forms) {
    assert.equal(makeResult(result), form);
    assert.deepEqual(parseResult(form), result);
  }
});

/** Checks the result of each text, and that it is written as the same text. */
const reads = (texts: readonly string[], expected: RecordResult): void => {
  for (const text of texts) {
    const result = parseResult(text);
    assert.deepEqual(result, { ...expected, text }, text);
    assert.equal(makeResult(result), text);
  }
};

test('for the long forms of FF[4] and the words of older files, winner, reason and text are read', () => {
  reads(
    [
      'B+Resign',
      'b+r',
      'B + R',
      'B+Resignation',
      'Black+R',
      'Black wins by resignation',
      'White resigns',
      'W resigned.',
      'White lost by resignation',
      'B+R.',
    ],
    {
      kind: 'won',
      winner: 'black',
      by: 'resignation',
    },
  );
  reads(['W+Time', 'W+Time Over', 'W+Timeout', 'w+t', 'White wins on time', 'White won by time', 'B lost on time'], {
    kind: 'won',
    winner: 'white',
    by: 'time',
  });
  reads(['w+forfeit', 'W+Forfeiture'], { kind: 'won', winner: 'white', by: 'forfeit' });
  reads(['W+.5', 'W+0,5', 'W+0.50', 'W + 0.5', 'White wins by 0.5 points', 'W+0.5 pts'], {
    kind: 'won',
    winner: 'white',
    by: 'score',
    margin: 0.5,
  });
  reads(['黑中盘胜', '黒中押し勝ち'], { kind: 'won', winner: 'black', by: 'resignation' });
  reads(['白胜3目半', '白3目半勝'], { kind: 'won', winner: 'white', by: 'unstated' });
});

test('if the reason is not clear, only the winner is read', () => {
  reads(
    [
      'B+Illegal',
      'B+1.5 ? W+timeout',
      'B+0',
      'B+0.0',
      'B+-3',
      'B+a lot',
      'B+?',
      'Black wins',
      'White lost',
      'B+time W+time',
      'B+9999999999',
    ],
    {
      kind: 'won',
      winner: 'black',
      by: 'unstated',
    },
  );
  // A word that only begins with the letter of a reason.
  reads(['W+Territory', 'W+Referee', 'W+Five'], { kind: 'won', winner: 'white', by: 'unstated' });
});

test('draws and games without a result keep their text', () => {
  reads(['Draw', '0.0', '0,0', '.0', '0.', 'jigo', 'Jigo', 'DRAW', 'Tie', '持碁', '和棋'], { kind: 'draw' });
  reads(['void', 'VOID', 'No result'], { kind: 'void' });
  reads(['unknown', 'jigo?', 'Left unfinished', 'Bob wins', '黑负白胜', 'B', '+', 'WB+R', 'B-3', '3.5'], {
    kind: 'unknown',
  });
});
