import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { timeControl } from '../../../test/support/lobby/dialogue-line-reader.ts';
import { afterMove, afterTime, type ClockState, newClock, timeLeft } from './clock-state.ts';
import type { TimedControl } from './time-control.ts';

/** Checks a clock after moves of these lengths in seconds. `expected`: main, period and count. */
function expectClock(text: string, turns: readonly number[], expected: readonly number[]): void {
  const control = timeControl(text);
  assert(control.kind !== 'none');
  const clock = turns.reduce<ClockState>((state, spent) => afterMove(control, state, spent * 1000), newClock(control));
  assert.deepEqual([clock.main / 1000, clock.period / 1000, clock.count], expected, `${text} after ${turns}`);
}

describe('a clock after moves', () => {
  it('absolute: all moves use one time', () => {
    expectClock('60', [], [60, 0, 0]);
    expectClock('60', [10, 20], [30, 0, 0]);
  });

  it('time per move: each move has its time, and all moves together have the match time', () => {
    expectClock('30of180', [], [180, 30, 0]);
    expectClock('30of180', [30, 10], [140, 30, 0]);
  });

  it('Fischer: each move adds the increment to the time left', () => {
    expectClock('60+5', [10], [55, 0, 0]);
    expectClock('60+5', [60], [5, 0, 0]);
    expectClock('60+5', [1, 1], [68, 0, 0]);
  });

  it('byo-yomi: a period is restored by a move within it, and used up after its end', () => {
    expectClock('60+3x10', [50], [10, 10, 3]);
    expectClock('60+3x10', [60], [0, 10, 3]);
    expectClock('60+3x10', [70], [0, 10, 3]);
    expectClock('60+3x10', [70, 10, 9], [0, 10, 3]);
    expectClock('60+3x10', [70, 10.001], [0, 10, 2]);
    expectClock('60+3x10', [70, 20], [0, 10, 2]);
    expectClock('60+3x10', [70, 30], [0, 10, 1]);
    expectClock('60+3x10', [85], [0, 10, 1]);
  });

  it('Canadian: the period is restored after its last stone', () => {
    expectClock('60+3in30', [50], [10, 30, 3]);
    expectClock('60+3in30', [70], [0, 20, 2]);
    expectClock('60+3in30', [70, 10], [0, 10, 1]);
    expectClock('60+3in30', [70, 10, 10], [0, 30, 3]);
    expectClock('0+3in30', [5], [0, 25, 2]);
  });
});

const seconds = (least: number) => fc.integer({ min: least, max: 600 }).map((time) => time * 1000);
const control: fc.Arbitrary<TimedControl> = fc.oneof(
  fc.record({ kind: fc.constant('absolute' as const), main: seconds(1) }),
  fc.record({ kind: fc.constant('per-move' as const), move: seconds(1), match: seconds(1) }),
  fc.record({ kind: fc.constant('fischer' as const), main: seconds(1), increment: seconds(0) }),
  fc.record({
    kind: fc.constant('byo-yomi' as const),
    main: seconds(0),
    period: seconds(1),
    periods: fc.integer({ min: 1, max: 5 }),
  }),
  fc.record({
    kind: fc.constant('canadian' as const),
    main: seconds(0),
    period: seconds(1),
    stones: fc.integer({ min: 1, max: 5 }),
  }),
);
/** The lengths of moves as parts of the time left. */
const turns = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 20 });

describe('every clock', () => {
  it('decreases by exactly the time that passes, in one step or in two, until it stops at 0', () => {
    fc.assert(
      fc.property(
        control,
        turns,
        fc.nat({ max: 900_000 }),
        fc.nat({ max: 900_000 }),
        (given, played, first, second) => {
          const clock = played.reduce<ClockState>(
            (state, part) => afterMove(given, state, Math.floor(part * timeLeft(given, state))),
            newClock(given),
          );
          const left = timeLeft(given, clock);
          const once = afterTime(given, clock, first + second);
          assert.equal(timeLeft(given, once), Math.max(0, left - first - second));
          assert.deepEqual(afterTime(given, afterTime(given, clock, first), second), once);
        },
      ),
    );
  });

  it('never has less time after a move than before it, minus the used time, and has only whole milliseconds', () => {
    fc.assert(
      fc.property(control, turns, (given, played) => {
        let clock = newClock(given);
        for (const part of played) {
          const spent = Math.floor(part * timeLeft(given, clock));
          const after = afterMove(given, clock, spent);
          assert(timeLeft(given, after) >= timeLeft(given, clock) - spent);
          assert(Object.values(after).every((value) => Number.isInteger(value) && value >= 0));
          clock = after;
        }
      }),
    );
  });
});
