import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { type AskedOptions, commonOptions, hasOptions, isContradictory, settledOptions } from './game-parameters.ts';

const asked: fc.Arbitrary<AskedOptions> = fc.record(
  { rated: fc.boolean(), private: fc.boolean(), takeBack: fc.boolean(), estimate: fc.boolean() },
  { requiredKeys: [] },
);
const possible = asked.filter((options) => !isContradictory(options));
const players = fc.record({ canBeRated: fc.boolean(), byComputer: fc.boolean() });
const PERSONS = { canBeRated: true, byComputer: false };
const COMPUTER = { canBeRated: true, byComputer: true };

describe('game options', () => {
  test('have default values where neither seek has a value', () => {
    const usual = { rated: true, private: false, takeBack: true, estimate: false };
    assert.deepEqual(settledOptions({}, PERSONS), usual);
    assert.deepEqual(settledOptions({}, { ...PERSONS, canBeRated: false }), { ...usual, rated: false });
    assert.deepEqual(settledOptions({}, COMPUTER), { ...usual, takeBack: false });
    assert.deepEqual(settledOptions({ rated: false }, COMPUTER), { ...usual, rated: false });
  });

  test('a game against a computer is not rated if it has take-backs', () => {
    const { rated, takeBack } = settledOptions({ takeBack: true }, COMPUTER);
    assert.deepEqual([rated, takeBack], [false, true]);
  });

  test('private games and games with an estimate are not rated', () => {
    assert.equal(settledOptions({ private: true }, PERSONS).rated, false);
    assert.equal(settledOptions({ estimate: true }, PERSONS).rated, false);
    assert.equal(commonOptions({ private: true }, { rated: true }), undefined);
    assert.equal(commonOptions({ rated: true }, { estimate: true }), undefined);
    assert(isContradictory({ rated: true, private: true }) && isContradictory({ rated: true, estimate: true }));
  });

  test('two values must be equal, and an absent value fits any value', () => {
    assert.equal(commonOptions({ takeBack: true }, { takeBack: false }), undefined);
    assert.deepEqual(commonOptions({ takeBack: true }, { private: false }), { takeBack: true, private: false });
    fc.assert(
      fc.property(asked, asked, (one, other) => {
        assert.deepEqual(commonOptions(one, other), commonOptions(other, one));
        assert.notEqual(commonOptions(one, {}), undefined);
      }),
      { seed: 17 },
    );
  });

  test('a game has the options that both seeks have asked for', () => {
    fc.assert(
      fc.property(possible, possible, players, (one, other, seats) => {
        const common = commonOptions(one, other);
        if (common === undefined) return;
        const options = settledOptions(common, seats);
        assert(hasOptions(options, one) && hasOptions(options, other));
        assert(!isContradictory(options));
      }),
      { seed: 17 },
    );
  });
});
