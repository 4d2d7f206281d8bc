import assert from 'node:assert/strict';
import os from 'node:os';
import { test } from 'node:test';
import { lowerThreadPriority } from './thread-priority.ts';

test('lowerThreadPriority does not throw if a sandbox forbids it', (t) => {
  const forbidden = t.mock.method(os, 'setPriority', () => {
    throw new Error('operation not permitted');
  });
  assert.doesNotThrow(lowerThreadPriority);
  assert.equal(forbidden.mock.callCount(), process.platform === 'linux' ? 1 : 0);
});
