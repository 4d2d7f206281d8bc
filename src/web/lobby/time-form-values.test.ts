import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TimeControl } from '../../rules/time/time-control.ts';
import { controlOf, DEFAULT_TIME, isFitTime, restoreTimeForm, TIME_KINDS, withControl } from './time-form-values.ts';

test('controlOf converts minutes and seconds to milliseconds', () => {
  const values = { ...DEFAULT_TIME, main: 1.5, period: 20, periods: 2 };
  assert.deepEqual(controlOf({ ...values, kind: 'byo-yomi' }), {
    kind: 'byo-yomi',
    main: 90_000,
    period: 20_000,
    periods: 2,
  });
  assert.deepEqual(controlOf({ ...values, kind: 'none' }), { kind: 'none' });
  assert.equal(controlOf({ ...values, kind: 'any' }), undefined);
});

test('every kind has valid defaults, and a time control survives the conversion to the form and back', () => {
  const controls: TimeControl[] = [
    { kind: 'none' },
    { kind: 'absolute', main: 600_000 },
    { kind: 'per-move', move: 30_000, match: 180_000 },
    { kind: 'fischer', main: 180_000, increment: 2_000 },
    { kind: 'byo-yomi', main: 0, period: 10_000, periods: 5 },
    { kind: 'canadian', main: 60_000, period: 300_000, stones: 25 },
  ];
  for (const kind of TIME_KINDS) assert(isFitTime({ ...DEFAULT_TIME, kind }), kind);
  for (const control of controls) assert.deepEqual(controlOf(withControl(DEFAULT_TIME, control)), control);
  assert.equal(withControl({ ...DEFAULT_TIME, kind: 'fischer' }, undefined).kind, 'any');
});

test('numbers out of range are invalid, and a stored form with them is not used', () => {
  const bad = { ...DEFAULT_TIME, kind: 'fischer', main: Number.NaN } as const;
  assert(!isFitTime(bad));
  assert(!isFitTime({ ...DEFAULT_TIME, kind: 'byo-yomi', periods: 0 }));
  assert(!isFitTime({ ...DEFAULT_TIME, kind: 'canadian', stones: 1.5 }));
  assert.deepEqual(restoreTimeForm(bad), DEFAULT_TIME);
  assert.deepEqual(restoreTimeForm('x'), DEFAULT_TIME);
  assert.deepEqual(restoreTimeForm({ kind: 'absolute', main: 7 }), { ...DEFAULT_TIME, kind: 'absolute', main: 7 });
});
