import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { monotonicTime } from './clock.ts';

const HOUR = 3_600_000;

describe('monotonicTime', () => {
  test('equals the system clock if that is never set', () => {
    let elapsed = 5;
    const now = monotonicTime(
      () => 1000 + elapsed,
      () => elapsed,
    );
    for (const passed of [0, 1, 70, HOUR]) {
      elapsed += passed;
      assert.equal(now(), 1000 + elapsed);
    }
  });

  test('continues when the clock is set back an hour, and has corrected this ten hours later', () => {
    let [elapsed, wall] = [0, 100 * HOUR];
    const now = monotonicTime(
      () => wall,
      () => elapsed,
    );
    const start = now();
    wall -= HOUR;
    const pass = (length: number): number => {
      elapsed += length;
      wall += length;
      return now() - start;
    };
    assert.equal(pass(10_000), 9000);
    assert.equal(pass(HOUR - 10_000), 0.9 * HOUR);
    assert.equal(pass(9 * HOUR), 9 * HOUR);
    assert.equal(pass(HOUR), 10 * HOUR);
  });

  test('no correction lets a deadline come at once', () => {
    let [elapsed, wall] = [0, 0];
    const now = monotonicTime(
      () => wall,
      () => elapsed,
    );
    wall += 24 * HOUR;
    elapsed += 1000;
    assert.equal(now(), 1100);
  });

  test('never goes back, and never runs more than a tenth too fast or too slow', () => {
    const step = fc.record({ passed: fc.nat({ max: 100_000 }), set: fc.integer({ min: -HOUR, max: HOUR }) });
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        let [elapsed, wall] = [0, 1_000_000];
        const now = monotonicTime(
          () => wall,
          () => elapsed,
        );
        for (const { passed, set } of steps) {
          const before = now();
          elapsed += passed;
          wall += passed + set;
          const went = now() - before;
          assert(Math.abs(went - passed) <= passed / 10 + 1, `${went} of ${passed}`);
          assert(went >= 0);
        }
      }),
    );
  });
});
