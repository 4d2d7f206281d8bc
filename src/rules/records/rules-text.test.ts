import assert from 'node:assert/strict';
import { test } from 'node:test';
import { KO_RULES } from '../go/ruleset.ts';
import { makeRules, parseRules } from './rules-text.ts';

test('each ruleset of Go survives writing and parsing', () => {
  for (const ko of KO_RULES)
    for (const suicide of ['allowed', 'forbidden'] as const)
      assert.deepEqual(parseRules(makeRules({ ko, suicide })), { ko, suicide });
  assert.equal(makeRules({ ko: 'simple', suicide: 'forbidden' }), 'area, simple ko, suicide forbidden');
  assert.equal(makeRules({ ko: 'positional', suicide: 'allowed' }), 'area, positional superko, suicide allowed');
});

test('any other text is no ruleset', () => {
  for (const text of ['', 'Chinese', 'AGA', 'area, simple ko', 'Area, simple ko, suicide allowed'])
    assert.equal(parseRules(text), undefined, text);
});
