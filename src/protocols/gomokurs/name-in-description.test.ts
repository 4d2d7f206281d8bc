import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { nameIn } from './name-in-description.ts';

describe('the name in a PLAYER DESCRIPTION', () => {
  const CASES: readonly (readonly [string, string | undefined])[] = [
    ['name="Swine", version="1.4", author="Petr", country="CZ"', 'Swine'],
    ['version="1.4",name="Swine"', 'Swine'],
    ['name="  two words "', 'two words'],
    ['name="\u2800\u00a0two words\u3000"', 'two words'],
    ['name="\u2800\u3164"', undefined],
    ['name="\u200b\u0301"', undefined],
    ['name="天元"', '天元'],
    ['name="a\tb\u0000c"', 'abc'],
    [`name="${'x'.repeat(64)}"`, 'x'.repeat(64)],
    [`name="${'🙂'.repeat(64)}"`, '🙂'.repeat(64)],
    [`name="${'x'.repeat(65)}"`, undefined],
    ['name=""', undefined],
    ['name=" \n "', undefined],
    ['name="Swine', undefined],
    ['name=Swine', undefined],
    ['NAME="Swine"', undefined],
    ['nickname="Swine"', undefined],
    ['nickname="Pig", name="Swine"', 'Swine'],
    ['', undefined],
  ];
  for (const [description, name] of CASES) {
    it(JSON.stringify(description), () => assert.equal(nameIn(description), name));
  }

  it('is found in linear time', () => {
    assert.equal(nameIn('name="'.repeat(10_000)), 'name=');
  });
});
