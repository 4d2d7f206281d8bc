import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { LinkedSet } from './linked-set.ts';

test('a linked set has the order of a Set after any additions and removals', () => {
  fc.assert(
    fc.property(fc.array(fc.record({ item: fc.nat(9), isAdded: fc.boolean() })), (steps) => {
      const [linked, set] = [new LinkedSet<number>(), new Set<number>()];
      for (const { item, isAdded } of steps) {
        if (!isAdded || set.has(item)) {
          linked.delete(item);
          set.delete(item);
        } else {
          linked.add(item);
          set.add(item);
        }
        assert.deepEqual([...linked], [...set]);
        assert.equal(linked.size, set.size);
      }
    }),
  );
});
