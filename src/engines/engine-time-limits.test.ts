import assert from 'node:assert/strict';
import test from 'node:test';
import { goSituation } from '../../test/support/engines/engine-situations.ts';
import { inSeconds, moveLimit, reportedLimits, reportedTime, TIME_MARGINS, timeAfter } from './engine-time-limits.ts';

test('the time sent to an engine is shorter by the margin, but at least half of its time', () => {
  const reported = (margin: number) =>
    [60_000, 5_000, 1_000, 10, 1, 0].map((time) => reportedTime(time, { ...TIME_MARGINS, margin }));
  assert.deepEqual(reported(500), [59_500, 4_500, 500, 5, 0, 0]);
  assert.deepEqual(reported(3_000), [57_000, 2_500, 500, 5, 0, 0]);
  assert.deepEqual(reported(0), [60_000, 5_000, 1_000, 10, 1, 0]);
  assert.deepEqual([59_500, 4_500, 1_000, 999, 0].map(inSeconds), [59, 4, 1, 1, 1]);
  const clock = { turn: 30_000, match: 180_000, left: 600 };
  assert.deepEqual(reportedLimits(clock, TIME_MARGINS), { turn: 29_500, match: 179_500, left: 300 });
  assert.deepEqual(reportedLimits({}, TIME_MARGINS), {});
});

test('while an engine is set up, the server’s clock runs, but the limit per move does not', () => {
  const time = { turn: 30_000, match: 180_000, left: 150_000 };
  const after = (details: Parameters<typeof goSituation>[2], spent: number) =>
    timeAfter(goSituation(9, '', details), spent);
  assert.deepEqual(after({ time }, 2_000), { turn: 28_000, match: 180_000, left: 148_000 });
  assert.deepEqual(after({ time, moveTime: 5_000 }, 2_000), { turn: 5_000, match: 180_000, left: 148_000 });
  assert.deepEqual(after({ time, moveTime: 5_000 }, 28_000), { turn: 2_000, match: 180_000, left: 122_000 });
  assert.deepEqual(after({ moveTime: 5_000 }, 28_000), { turn: 5_000 });
  assert.deepEqual(after({ time: { match: 60_000 } }, 2_000), { match: 60_000, left: 58_000 });
  assert.deepEqual(after({ time: { turn: 1_000 } }, 2_000), { turn: 0 });
  assert.equal(after({}, 2_000), undefined);
});

test('a move is awaited for its time and the tolerance', () => {
  const limit = (time: Parameters<typeof moveLimit>[0]) => moveLimit(time, { margin: 0, tolerance: 700 }, 60_000);
  assert.equal(limit(undefined), 60_000);
  assert.equal(limit({}), 60_000);
  assert.equal(limit({ turn: 30_000 }), 30_700);
  assert.equal(limit({ turn: 30_000, match: 180_000 }), 30_700);
  assert.equal(limit({ turn: 30_000, match: 180_000, left: 4_000 }), 4_700);
  assert.equal(limit({ match: 180_000 }), 180_700);
  assert.equal(limit({ left: 0 }), 700);
});
