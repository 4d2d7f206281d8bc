import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { SuffixAllocator } from './suffix-allocator.ts';

const fold = (name: string): string => name.toLowerCase();
const nobody = (): boolean => false;

/** Names in use, and how often it was asked whether one is. */
class Hall {
  readonly used = new Set<string>();
  readonly numbering = new SuffixAllocator();
  asked = 0;

  comes(name: string, isBarred: (name: string) => boolean = nobody): string {
    const isUsed = (candidate: string): boolean => {
      this.asked++;
      return this.used.has(fold(candidate));
    };
    const given = this.numbering.first(fold(name), (number) => name + number, { fold, isUsed, isForbidden: isBarred });
    this.used.add(fold(given));
    return given;
  }

  goes(name: string): void {
    if (this.used.delete(fold(name))) this.numbering.release(fold(name));
  }
}

describe('numbers after a name', () => {
  test('are the lowest that can be had, whoever comes, goes, claims one or is barred from it', () => {
    const number = fc.integer({ min: 2, max: 9 });
    const step = fc.oneof(
      fc.record({ does: fc.constant('comes'), name: fc.constantFrom('x', 'X', 'x2'), number }),
      fc.record({ does: fc.constant('barred'), name: fc.constantFrom('x', 'x2'), number }),
      fc.record({ does: fc.constant('claims'), name: fc.constantFrom('x', 'x2'), number }),
      fc.record({ does: fc.constant('goes'), name: fc.constantFrom('x', 'x2'), number }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60, size: 'max' }), (steps) => {
        const hall = new Hall();
        for (const { does, name, number } of steps) {
          const isBarred = (candidate: string): boolean => does === 'barred' && fold(candidate) === name + number;
          if (does === 'claims') hall.used.add(name + number);
          else if (does === 'goes') hall.goes(name + number);
          else {
            let lowest = 2;
            while (hall.used.has(fold(name + lowest)) || isBarred(name + lowest)) lowest++;
            assert.equal(hall.comes(name, isBarred), name + lowest);
          }
        }
      }),
    );
  });

  test('are found without asking for everybody who is called the same', () => {
    const hall = new Hall();
    for (let number = 2; number < 2_002; number++) assert.equal(hall.comes('x'), `x${number}`);
    for (let number = 2; number < 2_002; number += 2) hall.goes(`x${number}`);
    for (let number = 2; number < 2_002; number += 2) assert.equal(hall.comes('x'), `x${number}`);
    assert.ok(hall.asked < 4 * 3_000, `${hall.asked} names were asked for`);
  });
});
