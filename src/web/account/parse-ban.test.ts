import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseBan } from './parse-ban.ts';

test('IPv4 and IPv6 addresses are addresses, and other texts are names', () => {
  for (const address of ['127.0.0.1', '2001:db8::17', '::1', '::ffff:10.0.0.1']) {
    assert.deepEqual(parseBan(address, 24, ''), { address, hours: 24 });
  }
  for (const name of ['bob', '10.0.0', 'a:b c', 'cafe', 'dead.beef']) {
    assert.deepEqual(parseBan(name, 1, 'spam'), { name, hours: 1, reason: 'spam' });
  }
});
