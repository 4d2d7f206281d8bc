import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { VirtualClock } from '../../../test/support/server/virtual-clock.ts';
import { ConnectionLimiter, type ConnectionLimits } from './connection-limiter.ts';

function openLimiter(limits: Partial<ConnectionLimits> = {}) {
  const clock = new VirtualClock();
  const lines: object[] = [];
  const log = { debug: () => {}, info: (fields: object) => void lines.push(fields), error: () => {} };
  const limiter = new ConnectionLimiter({ connections: 15_000, ...limits }, clock, log);
  /** Opens `count` connections. Returns how many are accepted. */
  const connect = (address: string, count: number): number =>
    Array.from({ length: count }, () => limiter.enter(address)).filter((refusal) => refusal === undefined).length;
  return { clock, lines, limiter, connect };
}

describe('connection limiter', () => {
  test('accepts connections up to the limit, and another one after one has been closed', () => {
    const { limiter, connect } = openLimiter({ connections: 3 });
    assert.equal(connect('127.0.0.1', 2) + connect('192.0.2.1', 2), 3);
    assert.equal(limiter.enter('192.0.2.2'), 'tengen is full: try again later');
    limiter.leave('127.0.0.1');
    assert.equal(connect('192.0.2.2', 2), 1);
  });

  test('accepts by default any number from this machine, and 500 at once from another address', () => {
    const { connect } = openLimiter();
    assert.equal(connect('127.0.0.1', 14_000), 14_000);
    assert.equal(connect('192.0.2.1', 500), 500);
  });

  test('accepts by default 1,000 from one address, and then still some from others', () => {
    const { clock, connect, limiter } = openLimiter();
    assert.equal(connect('192.0.2.1', 1_000), 1_000);
    assert.equal(limiter.enter('192.0.2.1'), 'too many connections from your address');
    assert.equal(connect('192.0.2.2', 1), 1);
    assert.ok(clock.now() > 0);
  });

  test('limits the rate of new connections', async () => {
    const { clock, connect, limiter } = openLimiter({ newPerSecond: 2 });
    // The connections of ten seconds, and one more.
    assert.equal(connect('127.0.0.1', 100), 21);
    assert.equal(limiter.enter('127.0.0.1'), 'too many new connections: try again later');
    await clock.advance(5_000);
    assert.equal(connect('127.0.0.1', 100), 10);
  });

  test('logs refused connections at most every 10 s, with their number', async () => {
    const { clock, lines, connect } = openLimiter({ connections: 0 });
    connect('192.0.2.1', 100);
    await clock.advance(10_000);
    connect('192.0.2.2', 1);
    const why = 'tengen is full: try again later';
    assert.deepEqual(lines, [
      { address: '192.0.2.1', why, since: 1, open: 0 },
      { address: '192.0.2.2', why, since: 100, open: 0 },
    ]);
  });
});
