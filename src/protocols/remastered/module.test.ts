import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { serverNamed } from '../../../test/support/protocols/loaded-protocols.ts';

const remastered = serverNamed('remastered');

const GOOD = [
  {},
  { size: '9' },
  { size: '13', mode: 'local' },
  { size: '19', mode: 'normal', seats: '1', case: 'upper' },
  { seats: '999999', case: 'lower' },
];

const BAD: readonly (readonly [Record<string, string>, string])[] = [
  [{ size: '10' }, 'remastered: size is 9, 13 or 19, not "10"'],
  [{ size: '09' }, 'remastered: size is 9, 13 or 19, not "09"'],
  [{ size: '' }, 'remastered: size is 9, 13 or 19, not ""'],
  [{ mode: 'LOCAL' }, 'remastered: mode is one of normal, local, not "LOCAL"'],
  [{ seats: '0' }, 'remastered: seats is a whole number from 1 to 999999, not "0"'],
  [{ seats: '1e3' }, 'remastered: seats is a whole number from 1 to 999999, not "1e3"'],
  [{ seats: '-1' }, 'remastered: seats is a whole number from 1 to 999999, not "-1"'],
  [{ seats: '2', mode: 'local' }, 'remastered: seats goes with mode=normal only: a local game has one place'],
  [{ case: 'title' }, 'remastered: case is one of lower, upper, not "title"'],
  [{ komi: '7' }, 'remastered has no setting "komi"; it has size, mode, seats, case'],
  [{ 'a\nb': '' }, 'remastered has no setting "a\\nb"; it has size, mode, seats, case'],
  [{ size: '8', case: 'x' }, 'remastered: size is 9, 13 or 19, not "8"; case is one of lower, upper, not "x"'],
];

describe('listener settings', () => {
  for (const settings of GOOD) {
    test(`accepts ${JSON.stringify(settings)}`, () => assert.equal(remastered.configure(settings).ok, true));
  }
  for (const [settings, problem] of BAD) {
    test(`rejects ${JSON.stringify(settings)}`, () =>
      assert.deepEqual(remastered.configure(settings), { ok: false, problem }));
  }
});

test('the plain port detects it by the first word in lower case', () => {
  assert.deepEqual(remastered.detection, { words: ['go'] });
});
