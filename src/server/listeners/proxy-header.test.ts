import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { readProxyHeader } from './proxy-header.ts';

const SIGNATURE = '0d0a0d0a000d0a515549540a';
const hex = (text: string): Buffer => Buffer.from(text.replaceAll(' ', ''), 'hex');
const line = (text: string): Buffer => Buffer.from(`${text}\r\n`);
const AFTER = Buffer.from('CORE.HELLO~alice\n');

const client = (address: string | undefined) => ({ kind: 'client', address });
const MALFORMED = { value: { kind: 'malformed' }, length: 0 };

/** Headers of the PROXY protocol, sections 2.1 and 2.2. */
const HEADERS = [
  ['version 2, TCP over IPv4', hex(`${SIGNATURE} 21 11 000c c0000207 7f000001 d431 077f`), client('192.0.2.7')],
  [
    'version 2, TCP over IPv6',
    hex(`${SIGNATURE} 21 21 0024 20010db8000000000000000000000001 ${'0'.repeat(32)} d431 077f`),
    client('2001:db8::1'),
  ],
  [
    'version 2, IPv4 wrapped in IPv6',
    hex(`${SIGNATURE} 21 21 0024 00000000000000000000ffffc0000207 ${'0'.repeat(32)} d431 077f`),
    client('192.0.2.7'),
  ],
  [
    'version 2, with bytes after the addresses',
    hex(`${SIGNATURE} 21 11 0012 c0000207 7f000001 d431 077f 04 0003 aabbcc`),
    client('192.0.2.7'),
  ],
  ['version 2, the proxy itself', hex(`${SIGNATURE} 20 00 0000`), { kind: 'itself' }],
  [
    'version 2, the proxy itself, with ignored addresses',
    hex(`${SIGNATURE} 20 11 000c ${'00'.repeat(12)}`),
    { kind: 'itself' },
  ],
  ['version 2, without an address family', hex(`${SIGNATURE} 21 00 0003 040000`), client(undefined)],
  ['version 2, UDP', hex(`${SIGNATURE} 21 12 000c c0000207 7f000001 d431 077f`), client(undefined)],
  ['version 2, a Unix socket', hex(`${SIGNATURE} 21 31 00d8 ${'00'.repeat(216)}`), client(undefined)],
  ['version 1, IPv4', line('PROXY TCP4 192.0.2.7 127.0.0.1 54321 1919'), client('192.0.2.7')],
  ['version 1, IPv6', line('PROXY TCP6 2001:0DB8:0::1 ::1 54321 1919'), client('2001:db8::1')],
  ['version 1, unknown', line('PROXY UNKNOWN'), client(undefined)],
  [
    'version 1, unknown, with the longest addresses',
    line(`PROXY UNKNOWN ${'ffff:'.repeat(7)}ffff ${'ffff:'.repeat(7)}ffff 65535 65535`),
    client(undefined),
  ],
] as const;

describe('the header of a proxy', () => {
  for (const [name, header, value] of HEADERS) {
    test(name, () => {
      const bytes = Buffer.concat([header, AFTER]);
      assert.deepEqual(readProxyHeader(bytes), { value, length: header.length });
      for (let length = 0; length < header.length; length++)
        assert.equal(readProxyHeader(bytes.subarray(0, length)), undefined, `${length} bytes are not complete`);
    });
  }

  for (const [name, bytes] of [
    ['something else', AFTER],
    ['a handshake of TLS', hex('16 03 01 02 00')],
    ['another version', hex(`${SIGNATURE} 11 11 000c`)],
    ['another command', hex(`${SIGNATURE} 22 11 000c`)],
    ['an unknown address family', hex(`${SIGNATURE} 21 41 000c`)],
    ['too few bytes for the address family', hex(`${SIGNATURE} 21 11 000b`)],
    ['more bytes than accepted', hex(`${SIGNATURE} 21 11 ffff`)],
    ['an address of the other family', line('PROXY TCP4 ::1 ::1 1 1')],
    ['words instead of addresses', line('PROXY TCP4 here there 1 1')],
    ['an invalid IPv4 address', line('PROXY TCP4 1.2.3.256 127.0.0.1 1 1')],
    ['too few words', line('PROXY TCP4 192.0.2.7')],
    ['a word too many', line('PROXY TCP4 192.0.2.7 127.0.0.1 1 1 1')],
    ['an unknown protocol', line('PROXY UDP4 192.0.2.7 127.0.0.1 1 1')],
    ['a line without an end', Buffer.from(`PROXY UNKNOWN ${'x'.repeat(100)}`)],
    ['a line too long', line(`PROXY UNKNOWN ${'x'.repeat(100)}`)],
  ] as const) {
    test(`is not ${name}`, () => assert.deepEqual(readProxyHeader(bytes), MALFORMED));
  }

  test('reading never throws and never consumes more bytes than there are', () => {
    const openings = fc.constantFrom(
      hex(SIGNATURE),
      hex(`${SIGNATURE} 21`),
      Buffer.from('PROXY TCP4 '),
      Buffer.alloc(0),
    );
    fc.assert(
      fc.property(openings, fc.uint8Array({ maxLength: 300 }), (opening, others) => {
        const bytes = Buffer.concat([opening, others]);
        const read = readProxyHeader(bytes);
        assert(read === undefined || read.length <= bytes.length);
      }),
    );
  });
});
