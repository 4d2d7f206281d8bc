import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { canonicalAddress, isLoopback, networkOf } from './ip-address.ts';

describe('an IP address', () => {
  for (const [written, canonical, network] of [
    ['192.0.2.7', '192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7', '192.0.2.7'],
    ['::FFFF:c000:0207', '192.0.2.7', '192.0.2.7'],
    ['2001:DB8:0:0:0:0:0:1', '2001:db8::1', '2001:db8::/64'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['fe80::1%eth0', 'fe80::1', 'fe80::/64'],
    ['::1', '::1', '::/64'],
    ['', '', ''],
  ] as const) {
    it(`"${written}" has the canonical form "${canonical}" and the network "${network}"`, () => {
      assert.deepEqual([canonicalAddress(written), networkOf(written)], [canonical, network]);
    });
  }

  it('is a loopback address only if it belongs to this machine', () => {
    const own = ['127.0.0.1', '127.1.2.3', '::1', '::ffff:127.0.0.1'];
    const others = ['192.0.2.7', '2127.0.0.1', '::2', '::ffff:192.0.2.7', ''];
    assert.deepEqual(own.map(isLoopback), [true, true, true, true]);
    assert.deepEqual(others.map(isLoopback), [false, false, false, false, false]);
  });
});
