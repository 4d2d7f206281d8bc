import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressText } from '../protocols/protocol-url.ts';
import { parseAddress } from './host-and-port.ts';

for (const [text, host, port] of [
  ['127.0.0.1:1919', '127.0.0.1', 1919],
  ['go.example.org:65535', 'go.example.org', 65535],
  ['[::1]:1919', '::1', 1919],
] as const) {
  test(`${text} is an address`, () => {
    const address = parseAddress(text);
    assert(address.ok);
    assert.deepEqual(address.value, { host, port });
    assert.equal(addressText(host, port), text);
  });
}

test('a port alone is an address if there is a default host', () => {
  assert.deepEqual(parseAddress('0', '127.0.0.1'), { ok: true, value: { host: '127.0.0.1', port: 0 } });
  assert.deepEqual(parseAddress('0.0.0.0:20', '127.0.0.1'), { ok: true, value: { host: '0.0.0.0', port: 20 } });
  assert(!parseAddress('1919').ok);
});

for (const text of ['', ':1', 'x:', 'x:65536', 'x:1e3', 'x:-1', '::1:1919', 'nu6://x:1', 'a b:1', '[]:1', '[::1]1']) {
  test(`${JSON.stringify(text)} is no address`, () => {
    const address = parseAddress(text, 'localhost');
    assert(!address.ok);
    assert.match(address.problem, /^".*" is not an address such as 2020$/);
  });
}
