import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { carryName, isName } from './name.ts';

describe('carryName', () => {
  const cases: readonly [name: string, carried: string][] = [
    ['alice', 'alice'],
    ['Ada Lovelace', 'Ada-Lovelace'],
    ['a  b', 'a--b'],
    [' ', '-'],
    ['a\u3000b\u00a0c\u2028d', 'a-b-c-d'],
    ['a\u2800b\u3164c', 'a-b-c'],
    ['\u200b', '-'],
    ['a\tb\x00c\x7f', 'a-b-c-'],
    ['x'.repeat(64), 'x'.repeat(32)],
    ['👋'.repeat(33), '👋'.repeat(32)],
    ['a~b', 'a~b'],
    ['', '-'],
  ];
  for (const [name, carried] of cases) {
    test(JSON.stringify(name), () => assert.equal(carryName(name), carried));
  }
  test('a name has no white space and a visible character', () => {
    for (const name of ['a b', 'a\u2800', '\u3164a', '\uffa0', '\u200b', '\u0301', '']) assert.ok(!isName(name), name);
    for (const name of ['alice', '天元', '-']) assert.ok(isName(name), name);
  });
  test('makes every name valid, and does not change a valid name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (name) => {
        const carried = carryName(name);
        assert.ok(isName(carried));
        assert.equal(carryName(carried), carried);
        if (isName(name)) assert.equal(carried, name);
      }),
    );
  });
});
