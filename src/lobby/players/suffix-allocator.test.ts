import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { SuffixAllocator } from './suffix-allocator.ts';

const fold = (name: string): string => name.toLowerCase();
const nobody = (): boolean => false;

/** Names in use, and how often it was asked whether one is. */
class UsedNames {
  readonly used = new Set<string>();
  readonly suffixes = new SuffixAllocator();
  asked = 0;

  take(name: string, isBarred: (name: string) => boolean = nobody): string {
    const isUsed = (candidate: string): boolean => {
      this.asked++;
      return this.used.has(fold(candidate));
    };
    const given = this.suffixes.first(fold(name), (number) => name + number, { fold, isUsed, isForbidden: isBarred });
    this.used.add(fold(given));
    return given;
  }

  free(name: string): void {
    if (this.used.delete(fold(name))) this.suffixes.release(fold(name));
  }
}

describe('numbers after a name', () => {
  test('are the lowest that can be had, whichever names are taken, freed, claimed or forbidden', () => {
    const number = fc.integer({ min: 2, max: 9 });
    const step = fc.oneof(
      fc.record({ does: fc.constant('take'), name: fc.constantFrom('x', 'X', 'x2'), number }),
      fc.record({ does: fc.constant('barred'), name: fc.constantFrom('x', 'x2'), number }),
      fc.record({ does: fc.constant('claims'), name: fc.constantFrom('x', 'x2'), number }),
      fc.record({ does: fc.constant('free'), name: fc.constantFrom('x', 'x2'), number }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60, size: 'max' }), (steps) => {
        const names = new UsedNames();
        for (const { does, name, number } of steps) {
          const isBarred = (candidate: string): boolean => does === 'barred' && fold(candidate) === name + number;
          if (does === 'claims') names.used.add(name + number);
          else if (does === 'free') names.free(name + number);
          else {
            let lowest = 2;
            while (names.used.has(fold(name + lowest)) || isBarred(name + lowest)) lowest++;
            assert.equal(names.take(name, isBarred), name + lowest);
          }
        }
      }),
    );
  });

  test('are found without asking for everybody who is called the same', () => {
    const names = new UsedNames();
    for (let number = 2; number < 2_002; number++) assert.equal(names.take('x'), `x${number}`);
    for (let number = 2; number < 2_002; number += 2) names.free(`x${number}`);
    for (let number = 2; number < 2_002; number += 2) assert.equal(names.take('x'), `x${number}`);
    assert.ok(names.asked < 4 * 3_000, `${names.asked} names were asked for`);
  });
});
