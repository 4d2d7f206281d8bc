import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { remastered } from './index.ts';

const GOOD = [
  {},
  { size: '9' },
  { size: '13', mode: 'local' },
  { size: '19', mode: 'normal', seats: '1', case: 'upper' },
  { seats: '999999', case: 'lower' },
];

const BAD: readonly (readonly [Record<string, string>, string])[] = [
  [{ size: '10' }, 'remastered: size is 9, 13 or 19'],
  [{ size: '09' }, 'remastered: size is 9, 13 or 19'],
  [{ size: '' }, 'remastered: size is 9, 13 or 19'],
  [{ mode: 'LOCAL' }, 'remastered: mode is normal or local'],
  [{ seats: '0' }, 'remastered: seats is a number of pairs from 1 to 999999'],
  [{ seats: '1e3' }, 'remastered: seats is a number of pairs from 1 to 999999'],
  [{ seats: '-1' }, 'remastered: seats is a number of pairs from 1 to 999999'],
  [{ seats: '2', mode: 'local' }, 'remastered: seats goes with mode=normal only: a local game has one place'],
  [{ case: 'title' }, 'remastered: case is lower or upper'],
  [{ komi: '7' }, 'remastered: no setting "komi"'],
  [{ 'a\nb': '' }, 'remastered: no setting "a\\nb"'],
  [{ size: '8', case: 'x' }, 'remastered: size is 9, 13 or 19; case is lower or upper'],
];

describe('the settings of a listener', () => {
  for (const settings of GOOD) {
    test(`good: ${JSON.stringify(settings)}`, () => assert.equal(remastered.configure(settings).ok, true));
  }
  for (const [settings, problem] of BAD) {
    test(`bad: ${JSON.stringify(settings)}`, () =>
      assert.deepEqual(remastered.configure(settings), { ok: false, problem }));
  }
});

test('the first word, in lower case, is how the plain port knows it', () => {
  assert.deepEqual(remastered.opening, { words: ['go'] });
});
