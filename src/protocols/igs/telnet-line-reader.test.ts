import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { TelnetLineReader } from './telnet-line-reader.ts';

/** All lines in these bytes, which arrive in pieces of `size` bytes. */
function linesOf(bytes: Uint8Array, size: number): string[] {
  const reader = new TelnetLineReader();
  const lines: string[] = [];
  let inbox = Buffer.alloc(0);
  for (let at = 0; at < bytes.length; at += size) {
    inbox = Buffer.concat([inbox, bytes.subarray(at, at + size)]);
    for (let read = reader.read(inbox); read.kind === 'message'; read = reader.read(inbox)) {
      lines.push(read.message.kind === 'text' ? read.message.text : read.message.kind);
      inbox = inbox.subarray(read.length);
    }
  }
  return lines;
}

const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1');

describe('lines of a telnet client', () => {
  test('end by LF, CR, CR LF or 04', () => {
    assert.deepEqual(linesOf(latin1('a\nb\rc\r\nd\x04\r\ne\n'), 100), ['a', 'b', 'c', 'd', '', 'e']);
  });

  test('have no telnet commands and control characters', () => {
    const offers = '\xff\xfb\x1f\xff\xfd\x03\xff\xfa\x18\x00xterm\n\xff\xf0\xff\xf6';
    assert.deepEqual(linesOf(latin1(`${offers}an\x07n\x7f\t\n`), 100), ['ann']);
  });

  test('a telnet option with the byte of a line end does not end the line', () => {
    assert.deepEqual(linesOf(latin1('\xff\xfb\x0aann\n'), 100), ['ann']);
  });

  test('are UTF-8, or else Latin-1', () => {
    assert.deepEqual(linesOf(Buffer.from('Zoë\n'), 100), ['Zoë']);
    assert.deepEqual(linesOf(latin1('Zo\xeb\n'), 100), ['Zoë']);
  });

  test('of more than 4096 bytes end the session', () => {
    const reader = new TelnetLineReader();
    assert.equal(reader.read(Buffer.alloc(4096, 'a')).kind, 'more');
    assert.deepEqual(reader.read(Buffer.alloc(4097, 'a')), { kind: 'broken', message: { kind: 'too-long' } });
    assert.equal(reader.read(Buffer.alloc(10_000, 0xff)).kind, 'broken');
    assert.equal(reader.read(latin1(`${'a'.repeat(4097)}\n`)).kind, 'broken', 'also in one piece');
  });

  test('are the same for any division of the bytes', () => {
    const byte = fc.oneof(fc.constantFrom(0x0a, 0x0d, 0x04, 0xff, 0xfa, 0xf0, 0xfb, 0x41), fc.nat({ max: 255 }));
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 60 }),
        fc.array(byte, { maxLength: 60 }),
        fc.nat({ max: 5 }),
        (a, b, size) => {
          const bytes = Uint8Array.from([...a, ...b, 0x0a]);
          assert.deepEqual(linesOf(bytes, size + 1), linesOf(bytes, 1000));
        },
      ),
    );
  });
});
