import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { joinBytes, utf8 } from './bytes.ts';

test('encodes texts of any length as UTF-8', () => {
  const text = fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.string({ minLength: 200, maxLength: 300 }));
  fc.assert(fc.property(text, (each) => assert.deepEqual(Buffer.from(utf8(each)), Buffer.from(each, 'utf8'))));
});

test('joins two arrays', () => {
  const bytes = fc.uint8Array();
  fc.assert(
    fc.property(bytes, bytes, (one, other) => {
      assert.deepEqual(Buffer.from(joinBytes(one, other)), Buffer.concat([one, other]));
    }),
  );
});
