import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { GOMOKU_RULES } from '../../rules/gomoku/rule.ts';
import { everything } from './information.ts';

describe('INFO', () => {
  it('has the keys of the Piskvork protocol, times in milliseconds', () => {
    assert.deepEqual(everything({ turn: 5_000, match: 60_000 }, 'standard', 58_500), [
      'timeout_turn 5000',
      'timeout_match 60000',
      'max_memory 0',
      'time_left 58500',
      'game_type 1',
      'rule 1',
    ]);
  });

  it('tells the rule by its bit', () => {
    const bits = GOMOKU_RULES.map((rule) => everything({ turn: 1, match: 1 }, rule, 1).at(-1));
    assert.deepEqual(bits, ['rule 0', 'rule 1', 'rule 4', 'rule 8']);
  });
});
