import assert from 'node:assert/strict';
import { test } from 'node:test';
import { timeControl } from '../../../test/support/lobby/word-reader.ts';
import { afterTime, newClock } from '../../rules/time/clock-state.ts';
import { reportedEngineClock } from '../engine-time-limits.ts';
import { TIME_MARGINS } from '../engine-time-margins.ts';
import { clockLeft, clockSettings } from './gtp-clock.ts';

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
