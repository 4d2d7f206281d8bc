import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parseWholeNumber } from './parse-whole-number.ts';

test('accepts 0, and digits without a leading 0, with or without a minus', () => {
  for (const [text, number] of [
    ['0', 0],
    ['7', 7],
    ['10', 10],
    ['-1', -1],
    ['-360', -360],
  ] as const) {
    assert.equal(parseWholeNumber(text), number, text);
  }
});

test('accepts numbers of any size', () => {
  assert.equal(parseWholeNumber('2147483648'), 2147483648);
  assert.equal(parseWholeNumber('99999999999999999999'), Number.MAX_SAFE_INTEGER);
  assert.equal(parseWholeNumber('-9007199254740993'), Number.MIN_SAFE_INTEGER);
  assert.equal(parseWholeNumber(`1${'0'.repeat(400)}`), Number.MAX_SAFE_INTEGER);
});

test('rejects any other text', () => {
  const malformed = ['', '-', '-0', '+1', '00', '01', '-01', '1e9', '1.0', '1.', '.5', '0x10', '1_000', '1,000', 'NaN'];
  const blank = [' 7', '7 ', '7\n', '\t7', '1 2'];
  const foreign = ['٣', '１', '½', '一', '−1', '1\u0000', '\ufeff1', 'Infinity', '0b1', '0o7', '1n'];
  for (const text of [...malformed, ...blank, ...foreign]) {
    assert.equal(parseWholeNumber(text), undefined, JSON.stringify(text));
  }
});

test('reads every whole number as it is written', () => {
  fc.assert(fc.property(fc.maxSafeInteger(), (number) => parseWholeNumber(`${number}`) === number));
});

test('writes every parsed number so that it is read as the same number', () => {
  const digits = fc.stringMatching(/^-?[1-9][0-9]{0,60}$/);
  fc.assert(
    fc.property(digits, (text) => {
      const number = parseWholeNumber(text);
      assert.equal(parseWholeNumber(`${number}`), number);
    }),
  );
});
