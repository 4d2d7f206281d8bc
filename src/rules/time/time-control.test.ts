import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isSameControl, isTimeControl } from './time-control.ts';

describe('a time control', () => {
  it('has exactly the fields of its kind, within the limits', () => {
    for (const good of [
      { kind: 'none' },
      { kind: 'absolute', main: 1_000 },
      { kind: 'per-move', move: 30_000, match: 180_000 },
      { kind: 'fischer', main: 60_000, increment: 0 },
      { kind: 'byo-yomi', main: 0, period: 1_000, periods: 100 },
      { kind: 'canadian', main: 2_147_483_000, period: 600_000, stones: 25 },
    ])
      assert(isTimeControl(good), JSON.stringify(good));
  });

  it('is refused in any other form', () => {
    for (const bad of [
      undefined,
      null,
      'none',
      {},
      { kind: 'hourglass' },
      { kind: 'toString' },
      { kind: 'none', main: 1_000 },
      { kind: 'absolute' },
      { kind: 'absolute', main: 0 },
      { kind: 'absolute', main: 1_000.5 },
      { kind: 'absolute', main: '1000' },
      { kind: 'absolute', main: Number.NaN },
      { kind: 'per-move', move: 999, match: 1_000 },
      { kind: 'fischer', main: 60_000, increment: -1 },
      { kind: 'byo-yomi', main: 0, period: 1_000, periods: 0 },
      { kind: 'byo-yomi', main: 0, period: 1_000, periods: 101 },
      { kind: 'canadian', main: 2_147_483_001, period: 1_000, stones: 1 },
    ])
      assert(!isTimeControl(bad), JSON.stringify(bad));
  });

  it('equals a time control with the same kind and times', () => {
    const byoYomi = { kind: 'byo-yomi', main: 60_000, period: 10_000, periods: 3 } as const;
    assert(isSameControl(byoYomi, { ...byoYomi }));
    assert(!isSameControl(byoYomi, { ...byoYomi, periods: 2 }));
    assert(!isSameControl(byoYomi, { kind: 'canadian', main: 60_000, period: 10_000, stones: 3 }));
    assert(!isSameControl({ kind: 'none' }, byoYomi));
  });
});
