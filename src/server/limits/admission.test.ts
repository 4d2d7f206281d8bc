import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { VirtualClock } from '../../../test/support/server/virtual-clock.ts';
import { Admission, type ConnectionLimits } from './admission.ts';

function openAdmission(limits: Partial<ConnectionLimits> = {}) {
  const clock = new VirtualClock();
  const lines: object[] = [];
  const log = { debug: () => {}, info: (what: object) => void lines.push(what), error: () => {} };
  const admission = new Admission({ connections: 15_000, ...limits }, clock, log);
  /** How many of so many get in. */
  const come = (address: string, count: number): number =>
    Array.from({ length: count }, () => admission.enter(address)).filter((refusal) => refusal === undefined).length;
  return { clock, lines, admission, come };
}

describe('connections are let in', () => {
  test('up to the limit, whoever they are, and again when somebody has left', () => {
    const { admission, come } = openAdmission({ connections: 3 });
    assert.equal(come('127.0.0.1', 2) + come('192.0.2.1', 2), 3);
    assert.equal(admission.enter('192.0.2.2'), 'tengen is full: try again later');
    admission.leave('127.0.0.1');
    assert.equal(come('192.0.2.2', 2), 1);
  });

  test('by default all at once from this machine, and a room full of students from anywhere', () => {
    const { come } = openAdmission();
    assert.equal(come('127.0.0.1', 14_000), 14_000);
    assert.equal(come('192.0.2.1', 500), 500);
  });

  test('by default a thousand from one address, which leave room for others', () => {
    const { clock, come, admission } = openAdmission();
    assert.equal(come('192.0.2.1', 1_000), 1_000);
    assert.equal(admission.enter('192.0.2.1'), 'too many connections from your address');
    assert.equal(come('192.0.2.2', 1), 1);
    assert.ok(clock.now() > 0);
  });

  test('at a rate, where there has been a crowd', async () => {
    const { clock, come, admission } = openAdmission({ newPerSecond: 2 });
    const few = come('127.0.0.1', 100);
    // Ten seconds' worth, and the one with which the time begins.
    assert.equal(few, 21);
    assert.equal(admission.enter('127.0.0.1'), 'too many new connections: try again later');
    await clock.advance(5_000);
    assert.equal(come('127.0.0.1', 100), 10);
  });

  test('and of those that are not the log tells now and then, with how many they were', async () => {
    const { clock, lines, come } = openAdmission({ connections: 0 });
    come('192.0.2.1', 100);
    await clock.advance(10_000);
    come('192.0.2.2', 1);
    const why = 'tengen is full: try again later';
    assert.deepEqual(lines, [
      { address: '192.0.2.1', why, since: 1, open: 0 },
      { address: '192.0.2.2', why, since: 100, open: 0 },
    ]);
  });
});
