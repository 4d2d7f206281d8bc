import assert from 'node:assert/strict';
import test from 'node:test';
import type { GoRuleset } from '../../rules/go/ruleset.ts';
import type { EngineTimeLimits } from '../engine.ts';
import { reportedClock, TIME_MARGINS } from '../engine-time-margins.ts';
import { rulesCommand, timeLeft, timeSettings } from './gtp-game-setup.ts';

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

const reported = (time: EngineTimeLimits): EngineTimeLimits => reportedClock(time, TIME_MARGINS);
const TURN = reported({ turn: 30_000 });
const MATCH = reported({ match: 600_000, left: 100_000 });
/** Limits with which a thirtieth of the match is more than a turn. */
const SHORT_TURNS = reported({ turn: 5_000, match: 600_000, left: 600_000 });
/** Limits with which a thirtieth of the match is less than a turn. */
const LONG_TURNS = reported({ turn: 30_000, match: 180_000, left: 180_000 });

test('the clock is sent in whole seconds, minus the margin, with the most exact command', () => {
  const settings = (offered: ReadonlySet<string>) =>
    [TURN, MATCH, SHORT_TURNS, LONG_TURNS, undefined].map((time) => timeSettings(time, offered)?.join(' '));
  assert.deepEqual(settings(PLAIN), [
    'time_settings 0 29 1',
    'time_settings 599 0 0',
    'time_settings 0 4 1',
    'time_settings 0 5 1',
    'time_settings 0 1 0',
  ]);
  assert.deepEqual(settings(KGS), [
    'kgs-time_settings byoyomi 0 29 1',
    'kgs-time_settings absolute 599',
    'kgs-time_settings byoyomi 0 4 1',
    'kgs-time_settings byoyomi 0 5 1',
    'kgs-time_settings none',
  ]);
  assert.deepEqual(settings(KATA), [
    'kgs-time_settings byoyomi 0 29 1',
    'kgs-time_settings absolute 599',
    'kata-time_settings absolute-capped 599 4',
    'kata-time_settings absolute-capped 179 29',
    'kgs-time_settings none',
  ]);
  assert.equal(timeSettings(TURN, new Set()), undefined);
});

test('the time left is sent before a move: for one stone, or for all stones', () => {
  const left = (time: EngineTimeLimits | undefined, offered: ReadonlySet<string>) =>
    timeLeft(time, 'white', offered)?.join(' ');
  assert.equal(left(TURN, PLAIN), 'time_left w 29 1');
  assert.equal(left(MATCH, PLAIN), 'time_left w 99 0');
  assert.equal(left(SHORT_TURNS, PLAIN), 'time_left w 4 1');
  assert.equal(left(LONG_TURNS, PLAIN), 'time_left w 5 1');
  assert.equal(left(SHORT_TURNS, KATA), 'time_left w 599 0');
  assert.equal(left(reported({ turn: 100 }), PLAIN), 'time_left w 1 1');
  assert.equal(left(undefined, PLAIN), undefined);
  assert.equal(left(TURN, new Set()), undefined);
});
