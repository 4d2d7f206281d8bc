import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { LinkedSet } from './linked-set.ts';

test('a row has the order of a Set, whoever comes and goes', () => {
  fc.assert(
    fc.property(fc.array(fc.record({ item: fc.nat(9), comes: fc.boolean() })), (steps) => {
      const [row, set] = [new LinkedSet<number>(), new Set<number>()];
      for (const { item, comes } of steps) {
        if (!comes || set.has(item)) {
          row.delete(item);
          set.delete(item);
        } else {
          row.add(item);
          set.add(item);
        }
        assert.deepEqual([...row], [...set]);
        assert.equal(row.size, set.size);
      }
    }),
  );
});
