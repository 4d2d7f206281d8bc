import assert from 'node:assert/strict';
import test from 'node:test';
import type { GoRuleset } from '../../rules/go/ruleset.ts';
import { rulesCommand } from './gtp-rules-command.ts';

const PLAIN = new Set(['time_settings', 'time_left']);
const KGS = new Set(['kgs-rules', 'kgs-time_settings', 'time_settings', 'time_left']);
const KATA = new Set([...KGS, 'kata-set-rules', 'kata-time_settings']);

const nu6: GoRuleset = { ko: 'positional', suicide: 'allowed' };
const daigo: GoRuleset = { ko: 'positional', suicide: 'forbidden' };

test('KataGo gets each rule: area scoring, no agreement on dead stones, and ko and suicide as all rulesets allow', () => {
  const rules = (...rulesets: GoRuleset[]) => JSON.parse(String(rulesCommand(rulesets, KATA)?.[1]));
  assert.equal(rulesCommand([nu6], KATA)?.[0], 'kata-set-rules');
  assert.deepEqual(rules(nu6), {
    koRule: 'POSITIONAL',
    scoringRule: 'AREA',
    taxRule: 'NONE',
    multiStoneSuicideLegal: true,
    hasButton: false,
    whiteHandicapBonus: '0',
    friendlyPassOk: false,
  });
  assert.equal(rules(nu6, daigo).multiStoneSuicideLegal, false);
  assert.equal(rules({ ko: 'simple', suicide: 'allowed' }).koRule, 'SIMPLE');
  assert.equal(
    rules({ ko: 'simple', suicide: 'allowed' }, { ko: 'situational', suicide: 'allowed' }).koRule,
    'SITUATIONAL',
  );
  assert.ok(!String(rulesCommand([nu6], KATA)?.[1]).includes(' '));
});

test('an engine that knows only names of rules gets a ruleset with area scoring', () => {
  assert.deepEqual(rulesCommand([nu6, daigo], KGS), ['kgs-rules', 'chinese']);
  assert.deepEqual(rulesCommand([nu6], KGS), ['kgs-rules', 'new_zealand']);
  assert.equal(rulesCommand([nu6], PLAIN), undefined);
});
