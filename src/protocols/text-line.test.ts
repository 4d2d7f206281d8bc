import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ReadResult } from './bytes.ts';
import { fitLine, LONGEST_LINE, lineBytes, type ReceivedLine, readLine } from './text-line.ts';

const bytes = (text: string): Uint8Array => Buffer.from(text, 'utf8');
const line = (text: string, length: number): ReadResult<ReceivedLine> => ({
  kind: 'message',
  message: { kind: 'text', text },
  length,
});
const MORE = { kind: 'more' } as const;
const TOO_LONG = { kind: 'broken', message: { kind: 'too-long' } } as const;

describe('a line', () => {
  test('ends with LF', () => {
    assert.deepEqual(readLine(bytes('HELO alice\nLIST\n')), line('HELO alice', 11));
    assert.deepEqual(readLine(bytes('\n')), line('', 1));
  });

  test('is incomplete without LF', () => {
    for (const text of ['', 'H', 'HELO alice', 'HELO alice\r', '\r'])
      assert.deepEqual(readLine(bytes(text)), MORE, text);
  });

  test('loses one CR before the LF, and no other', () => {
    assert.deepEqual(readLine(bytes('PASS\r\n')), line('PASS', 6));
    assert.deepEqual(readLine(bytes('\r\n')), line('', 2));
    assert.deepEqual(readLine(bytes('PA\rSS\n')), line('PA\rSS', 6));
    assert.deepEqual(readLine(bytes('PASS\r\r\n')), line('PASS\r', 7));
  });

  test('loses the spaces around it, and keeps those inside, tabs and any other white space', () => {
    assert.deepEqual(readLine(bytes('  STONE  1 2   \r\n')), line('STONE  1 2', 17));
    assert.deepEqual(readLine(bytes('   \n')), line('', 4));
    assert.deepEqual(readLine(bytes('\tPASS\t\n')), line('\tPASS\t', 7));
    assert.deepEqual(readLine(bytes('\u00a0PASS\u2003\n')), line('\u00a0PASS\u2003', 10));
  });

  test('keeps a byte order mark', () => {
    assert.deepEqual(readLine(bytes('\ufeffHELO\n')), line('\ufeffHELO', 8));
  });

  test('keeps control characters and NUL', () => {
    assert.deepEqual(readLine(bytes('a\u0000b\u0007\n')), line('a\u0000b\u0007', 5));
  });

  test('that is not UTF-8 is shown with replacement characters', () => {
    const cases: [number[], string][] = [
      [[0x41, 0xff, 0x42], 'A\ufffdB'],
      [[0xc3], '\ufffd'],
      [[0x20, 0xe9, 0x74, 0xe9, 0x20], '\ufffdt\ufffd'],
      [[0xc0, 0x80], '\ufffd\ufffd'],
      [[0xed, 0xa0, 0x80], '\ufffd\ufffd\ufffd'],
    ];
    for (const [said, text] of cases) {
      const expected = { kind: 'message', message: { kind: 'not-utf8', text }, length: said.length + 1 };
      assert.deepEqual(readLine(Uint8Array.from([...said, 0x0a])), expected);
    }
  });
});

describe('the longest line', () => {
  const longest = 'x'.repeat(LONGEST_LINE);

  test('has 4096 bytes, without its ending', () => {
    assert.equal(LONGEST_LINE, 4096);
    assert.deepEqual(readLine(bytes(`${longest}\n`)), line(longest, 4097));
    assert.deepEqual(readLine(bytes(`${longest}\r\n`)), line(longest, 4098));
    assert.deepEqual(readLine(bytes(`${longest}x\n`)), TOO_LONG);
    assert.deepEqual(readLine(bytes(`${longest}x\r\n`)), TOO_LONG);
  });

  test('is exceeded before the line ends', () => {
    assert.deepEqual(readLine(bytes(longest)), MORE);
    assert.deepEqual(readLine(bytes(`${longest}x`)), TOO_LONG);
  });

  test('may be followed by a CR, which may belong to the line ending', () => {
    assert.deepEqual(readLine(bytes(`${longest}\r`)), MORE);
    assert.deepEqual(readLine(bytes(`${longest}\rx`)), TOO_LONG);
    assert.deepEqual(readLine(bytes(`${longest}\r\r`)), TOO_LONG);
  });

  test('is counted in bytes, not in characters, and spaces count', () => {
    assert.deepEqual(readLine(bytes(`${'é'.repeat(2048)}\n`)), line('é'.repeat(2048), 4097));
    assert.deepEqual(readLine(bytes(`${'é'.repeat(2048)}x\n`)), TOO_LONG);
    assert.deepEqual(readLine(bytes(`${' '.repeat(4097)}\n`)), TOO_LONG);
  });
});

describe('fitLine', () => {
  test('truncates a text between two characters', () => {
    assert.equal(fitLine('é'.repeat(2048)), 'é'.repeat(2048));
    assert.equal(fitLine('é'.repeat(2048), 1), 'é'.repeat(2047));
    assert.equal(fitLine('é!', LONGEST_LINE - 2), 'é');
  });

  test('returns an empty text if no byte is left', () => {
    assert.equal(fitLine('hello', LONGEST_LINE), '');
    assert.equal(fitLine('hello', LONGEST_LINE + 3), '');
  });
});

test('lineBytes encodes UTF-8 with LF', () => {
  assert.deepEqual([...lineBytes('é!')], [0xc3, 0xa9, 0x21, 0x0a]);
});
