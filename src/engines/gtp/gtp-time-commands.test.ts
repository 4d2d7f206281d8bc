import assert from 'node:assert/strict';
import { test } from 'node:test';
import { timeControl } from '../../../test/support/lobby/dialogue-line-reader.ts';
import { afterTime, newClock } from '../../rules/time/clock-state.ts';
import type { EngineTimeLimits } from '../engine.ts';
import { reportedEngineClock, reportedLimits, TIME_MARGINS } from '../engine-time-limits.ts';
import { clockLeft, clockSettings, timeLeft, timeSettings } from './gtp-time-commands.ts';

const PLAIN = new Set(['time_settings', 'time_left']);
const KGS = new Set([...PLAIN, 'kgs-time_settings']);
const KATA = new Set([...KGS, 'kata-time_settings']);
const CONTROLS = ['600', '300+5', '300+3x30', '300+10in180', '0+3x30', '30of180'];

test('the time control is sent with the most exact command of the engine', () => {
  const settings = (offered: ReadonlySet<string>): (string | undefined)[] =>
    CONTROLS.map((text) => {
      const control = timeControl(text);
      return control.kind === 'none' ? undefined : clockSettings(control, offered)?.join(' ');
    });
  assert.deepEqual(settings(PLAIN), [
    'time_settings 600 0 0',
    'time_settings 300 0 0',
    'time_settings 300 30 1',
    'time_settings 300 180 10',
    'time_settings 0 30 1',
    undefined,
  ]);
  assert.deepEqual(settings(KGS), [
    'kgs-time_settings absolute 600',
    'time_settings 300 0 0',
    'kgs-time_settings byoyomi 300 30 3',
    'kgs-time_settings canadian 300 180 10',
    'kgs-time_settings byoyomi 0 30 3',
    undefined,
  ]);
  assert.deepEqual(settings(KATA), [
    'kata-time_settings absolute 600',
    'kata-time_settings fischer 300 5',
    'kata-time_settings byoyomi 300 30 3',
    'kata-time_settings canadian 300 180 10',
    'kata-time_settings byoyomi 0 30 3',
    undefined,
  ]);
  assert.deepEqual(new Set(settings(new Set())), new Set([undefined]));
});

test('before a move, the time left is sent, in overtime with stones or periods', () => {
  const left = (text: string, spent: number, offered: ReadonlySet<string>): string | undefined => {
    const control = timeControl(text);
    if (control.kind === 'none') return undefined;
    const state = afterTime(control, newClock(control), spent * 1000);
    const clock = reportedEngineClock({ control, state }, 0, { ...TIME_MARGINS, margin: 0 });
    return clockLeft(clock, 'white', offered)?.join(' ');
  };
  assert.equal(left('600', 100, PLAIN), 'time_left w 500 0');
  assert.equal(left('300+3x30', 100, PLAIN), 'time_left w 200 0');
  assert.equal(left('300+3x30', 335, PLAIN), 'time_left w 25 1');
  assert.equal(left('300+3x30', 335, KGS), 'time_left w 25 2');
  assert.equal(left('300+10in180', 310, PLAIN), 'time_left w 170 10');
  assert.equal(left('300+3x30', 10, new Set()), undefined);
});

test('the time since the request and the margin are subtracted from the sent time', () => {
  const control = timeControl('300+3x30');
  assert(control.kind !== 'none');
  const clock = reportedEngineClock({ control, state: newClock(control) }, 10_000, TIME_MARGINS);
  assert.deepEqual(clock.state, { main: 289_500, period: 29_500, count: 3 });
});

const reported = (time: EngineTimeLimits): EngineTimeLimits => reportedLimits(time, TIME_MARGINS);
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
