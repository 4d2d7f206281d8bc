import assert from 'node:assert/strict';
import { test } from 'node:test';
import { timeControl } from '../../../test/support/lobby/dialogue-line-reader.ts';
import { afterTime, newClock } from '../../rules/time/clock-state.ts';
import { clockText, controlTimes } from './clock-text.ts';

test('controlTimes writes the times of every time control', () => {
  const times = ['none', '600', '30of180', '300+5', '300+3x30', '600+10in180'].map((text) =>
    controlTimes(timeControl(text)),
  );
  assert.deepEqual(times, ['', '10:00', '0:30 / 3:00', '5:00 + 0:05', '5:00 + 3 × 0:30', '10:00 + 3:00 / 10']);
});

test('clockText rounds up to whole seconds, and shows the overtime', () => {
  const shown = (text: string, spent: number): string => {
    const control = timeControl(text);
    return control.kind === 'none' ? '' : clockText(control, afterTime(control, newClock(control), spent));
  };
  assert.equal(shown('60', 0), '1:00');
  assert.equal(shown('60', 1), '1:00');
  assert.equal(shown('60', 59_001), '0:01');
  assert.equal(shown('60', 60_000), '0:00');
  assert.equal(shown('60+3x30', 59_000), '0:01');
  assert.equal(shown('60+3x30', 70_000), '0:20 (3)');
  assert.equal(shown('60+3x30', 95_000), '0:25 (2)');
  assert.equal(shown('60+10in180', 70_000), '2:50 (10)');
  assert.equal(shown('30of180', 10_000), '0:20 / 2:50');
  assert.equal(shown('30of20', 10_000), '0:10 / 0:10');
});
