import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { GOMOKU_RULES, type GomokuRule } from '../../rules/gomoku/gomoku-rules.ts';
import { allInfo, timeIn } from './info-texts.ts';

const parameters = (rule: GomokuRule, move: number, match: number) =>
  ({ game: 'gomoku', size: 20, rule, time: { kind: 'per-move', move, match } }) as const;

describe('INFO', () => {
  it('has the keys of the Piskvork protocol, times in milliseconds', () => {
    assert.deepEqual(allInfo(parameters('standard', 5_000, 60_000), 58_500), [
      'timeout_turn 5000',
      'timeout_match 60000',
      'max_memory 0',
      'time_left 58500',
      'game_type 1',
      'rule 1',
    ]);
  });

  it('has the bit of the rule', () => {
    const bits = GOMOKU_RULES.map((rule) => allInfo(parameters(rule, 1000, 1000), 1).at(-1));
    assert.deepEqual(bits, ['rule 0', 'rule 1', 'rule 4', 'rule 8']);
  });
});

describe('times in INFO', () => {
  it('have three keys, in milliseconds', () => {
    assert.deepEqual(timeIn('timeout_turn 30000'), { turn: 30_000 });
    assert.deepEqual(timeIn('timeout_match 180000'), { match: 180_000 });
    assert.deepEqual(timeIn('time_left 0'), { left: 0 });
    assert.deepEqual(timeIn('timeout_turn 0'), { turn: 0 });
  });

  it('are not read from other texts', () => {
    for (const text of [
      'timeout_match 0',
      'max_memory 5',
      'time_left',
      'time_left -5',
      'time_left 1.5',
      'TIME_LEFT 5',
    ]) {
      assert.equal(timeIn(text), undefined, text);
    }
  });
});
