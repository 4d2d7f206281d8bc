import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PROTOCOLS } from '../protocols/index.ts';
import { DISCREET, mayWhisper } from './discretion.ts';
import { INTERPRETERS } from './interpreters.ts';

test('it is known of every protocol whether something may be private, and what it means', () => {
  const names = PROTOCOLS.map(({ name }) => name).sort();
  assert.deepEqual(Object.keys(DISCREET).sort(), names);
  assert.deepEqual(Object.keys(INTERPRETERS).sort(), names);
});

test('whoever speaks a protocol with chat for one player may whisper', () => {
  assert.deepEqual(
    PROTOCOLS.map(({ name }) => name)
      .filter(mayWhisper)
      .sort(),
    ['nedap', 'nu6', 'web'],
  );
  assert.ok(!mayWhisper('house'));
});
