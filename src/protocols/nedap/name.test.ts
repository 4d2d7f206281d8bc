import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { carryName, isName } from './name.ts';

test('a name is 1 to 20 lower-case letters and digits', () => {
  for (const name of ['zangerrinus', 'a', '7', 'player1', 'abcdefghijklmnopqrst']) assert.ok(isName(name), name);
  for (const name of ['', 'Rinus', 'zanger rinus', 'a-b', 'é', 'abcdefghijklmnopqrstu', 'a\n', '٣', 'guest-1']) {
    assert.ok(!isName(name), name);
  }
});

test('a name of another protocol keeps only letters and digits', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['alice', 'alice'],
    ['Alice', 'alice'],
    ['guest-12', 'guest12'],
    ['Édouard le Grand', 'douardlegrand'],
    ['abcdefghijklmnopqrstuvwxyz', 'abcdefghijklmnopqrst'],
    ['~~~', 'player'],
    ['天元', 'player'],
    ['', 'player'],
  ];
  for (const [name, carried] of cases) assert.equal(carryName(name), carried);
});

test('makes every name valid, and does not change a valid name', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.nat(0xffff).map((code) => String.fromCharCode(code)) }), (name) => {
      const carried = carryName(name);
      assert.ok(isName(carried));
      assert.equal(carryName(carried), carried);
    }),
  );
});
