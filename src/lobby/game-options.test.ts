import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { type AskedOptions, commonOptions, hasOptions, isContradictory, settledOptions } from './game-options.ts';

const asked: fc.Arbitrary<AskedOptions> = fc.record(
  { rated: fc.boolean(), private: fc.boolean(), takeBack: fc.boolean(), estimate: fc.boolean() },
  { requiredKeys: [] },
);
const possible = asked.filter((options) => !isContradictory(options));
const players = fc.record({ canBeRated: fc.boolean(), byComputer: fc.boolean() });
const PEOPLE = { canBeRated: true, byComputer: false };
const COMPUTER = { canBeRated: true, byComputer: true };

describe('game options', () => {
  test('of two absent ones the default holds', () => {
    const usual = { rated: true, private: false, takeBack: true, estimate: false };
    assert.deepEqual(settledOptions({}, PEOPLE), usual);
    assert.deepEqual(settledOptions({}, { ...PEOPLE, canBeRated: false }), { ...usual, rated: false });
    assert.deepEqual(settledOptions({}, COMPUTER), { ...usual, takeBack: false });
    assert.deepEqual(settledOptions({ rated: false }, COMPUTER), { ...usual, rated: false });
  });

  test('against a computer a game with take-backs is not rated', () => {
    const { rated, takeBack } = settledOptions({ takeBack: true }, COMPUTER);
    assert.deepEqual([rated, takeBack], [false, true]);
  });

  test('private games and games with an estimate are not rated', () => {
    assert.equal(settledOptions({ private: true }, PEOPLE).rated, false);
    assert.equal(settledOptions({ estimate: true }, PEOPLE).rated, false);
    assert.equal(commonOptions({ private: true }, { rated: true }), undefined);
    assert.equal(commonOptions({ rated: true }, { estimate: true }), undefined);
    assert(isContradictory({ rated: true, private: true }) && isContradictory({ rated: true, estimate: true }));
  });

  test('two values must agree, and any value fits an absent one', () => {
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

  test('a game has what both have asked for', () => {
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
