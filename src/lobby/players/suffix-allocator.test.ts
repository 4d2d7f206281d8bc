import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { SuffixAllocator } from './suffix-allocator.ts';

const fold = (name: string): string => name.toLowerCase();
const nothingForbidden = (): boolean => false;

/** The names in use, and the number of look-ups. */
class UsedNames {
  readonly used = new Set<string>();
  readonly suffixes = new SuffixAllocator();
  lookUps = 0;

  take(name: string, isForbidden: (name: string) => boolean = nothingForbidden): string {
    const isUsed = (candidate: string): boolean => {
      this.lookUps++;
      return this.used.has(fold(candidate));
    };
    const given = this.suffixes.first(fold(name), (number) => name + number, { fold, isUsed, isForbidden });
    this.used.add(fold(given));
    return given;
  }

  free(name: string): void {
    if (this.used.delete(fold(name))) this.suffixes.release(fold(name));
  }
}

describe('numbers that are appended to names', () => {
  test('are the lowest free ones, after any names were taken, freed, claimed or forbidden', () => {
    const number = fc.integer({ min: 2, max: 9 });
    const step = fc.oneof(
      fc.record({ action: fc.constant('take'), name: fc.constantFrom('x', 'X', 'x2'), number }),
      fc.record({ action: fc.constant('take with a forbidden name'), name: fc.constantFrom('x', 'x2'), number }),
      fc.record({ action: fc.constant('claim'), name: fc.constantFrom('x', 'x2'), number }),
      fc.record({ action: fc.constant('free'), name: fc.constantFrom('x', 'x2'), number }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60, size: 'max' }), (steps) => {
        const names = new UsedNames();
        for (const { action, name, number } of steps) {
          const isForbidden = (candidate: string): boolean =>
            action === 'take with a forbidden name' && fold(candidate) === name + number;
          if (action === 'claim') names.used.add(name + number);
          else if (action === 'free') names.free(name + number);
          else {
            let lowest = 2;
            while (names.used.has(fold(name + lowest)) || isForbidden(name + lowest)) lowest++;
            assert.equal(names.take(name, isForbidden), name + lowest);
          }
        }
      }),
    );
  });

  test('are found without a look-up for each player with the same name', () => {
    const names = new UsedNames();
    for (let number = 2; number < 2_002; number++) assert.equal(names.take('x'), `x${number}`);
    for (let number = 2; number < 2_002; number += 2) names.free(`x${number}`);
    for (let number = 2; number < 2_002; number += 2) assert.equal(names.take('x'), `x${number}`);
    assert.ok(names.lookUps < 4 * 3_000, `${names.lookUps} look-ups`);
  });
});
