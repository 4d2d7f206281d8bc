import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { NetworkList, parseNetwork } from './network-list.ts';

describe('a set of networks', () => {
  for (const [networks, inside, outside] of [
    [['192.0.2.7'], ['192.0.2.7', '::ffff:192.0.2.7', '::ffff:c000:207'], ['192.0.2.8', '2001:db8::1']],
    [['192.0.2.0/24'], ['192.0.2.0', '192.0.2.255'], ['192.0.3.0', '192.0.1.255']],
    [['192.0.2.77/24'], ['192.0.2.1'], ['192.0.3.1']],
    [['2001:db8::/32'], ['2001:db8:ffff::1', '2001:0DB8::1'], ['2001:db9::', '192.0.2.1']],
    [['::1'], ['::1', '0:0:0:0:0:0:0:1'], ['::2', '127.0.0.1']],
    [['fe80::/10'], ['fe80::1%eth0'], ['fec0::1']],
    [['::ffff:192.0.2.0/120'], ['192.0.2.9'], ['192.0.3.9']],
    [['0.0.0.0/0'], ['198.51.100.1'], ['2001:db8::1']],
    [['10.0.0.0/8', '::/0'], ['10.1.1.1', '2001:db8::1'], []],
    [[], [], ['192.0.2.1', '::1', '']],
  ] as const) {
    test(networks.join(', ') || 'an empty list', () => {
      const set = new NetworkList(networks);
      for (const address of inside) assert(set.has(address), `${address} must be in the set`);
      for (const address of outside) assert(!set.has(address), `${address} must not be in the set`);
    });
  }
});

test('a text that is no network is refused with one line', () => {
  for (const text of [
    '',
    'here',
    '192.0.2.0/33',
    '192.0.2.0/-1',
    '192.0.2.0/',
    '2001:db8::/129',
    '1.2.3.4/8/8',
    '1.2.3',
    'fe80::1%eth0',
  ]) {
    const parsed = parseNetwork(text);
    assert(!parsed.ok && /^[^\n]+$/.test(parsed.problem), text);
  }
});
