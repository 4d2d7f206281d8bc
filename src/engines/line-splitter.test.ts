import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { LineSplitter } from './line-splitter.ts';

test('CRLF, LF and CR end a line, also together in one stream', () => {
  assert.deepEqual(new LineSplitter().take('a\nb\r\nc\rd\n\ne'), ['a', 'b', 'c', 'd', '']);
  assert.deepEqual(new LineSplitter().take('\r\r\n'), ['', '']);
});

test('a line that ends in CR is returned at once, and a later LF is no line of its own', () => {
  const lines = new LineSplitter();
  assert.deepEqual(lines.take('a\r'), ['a']);
  assert.deepEqual(lines.take('\n'), []);
  assert.deepEqual(lines.take('\n'), ['']);
});

test('an unfinished line is returned at the end', () => {
  const lines = new LineSplitter();
  assert.deepEqual(lines.take('a\nb'), ['a']);
  assert.deepEqual(lines.end(), ['b']);
  assert.deepEqual(lines.end(), []);
});

test('a line that is too long is cut off, and the next line is complete', () => {
  const lines = new LineSplitter(3);
  assert.deepEqual(
    [...lines.take('ab'), ...lines.take('cdefg'), ...lines.take('h\nabcd\nxyz\n')],
    ['abc', 'abc', 'xyz'],
  );
  lines.take('x'.repeat(1_000));
  assert.deepEqual(lines.end(), ['xxx']);
});

test('the pieces of the stream do not change the lines', () => {
  const text = fc.array(fc.constantFrom('a', 'b', '\r', '\n', '\r\n', 'é'), { maxLength: 40 });
  fc.assert(
    fc.property(text, fc.array(fc.nat(5), { maxLength: 40 }), (pieces, sizes) => {
      const whole = pieces.join('');
      const cut = new LineSplitter(4);
      const found: string[] = [];
      let from = 0;
      for (const size of sizes) {
        found.push(...cut.take(whole.slice(from, from + size)));
        from += size;
      }
      found.push(...cut.take(whole.slice(from)), ...cut.end());
      const once = new LineSplitter(4);
      assert.deepEqual(found, [...once.take(whole), ...once.end()]);
    }),
  );
});
