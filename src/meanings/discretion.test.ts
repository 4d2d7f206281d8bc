import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PROTOCOLS } from '../protocols/index.ts';
import { hasPrivateMessages, PUBLIC_LINES } from './discretion.ts';
import { INTERPRETERS } from './interpreters.ts';

test('it is known of every protocol whether something may be private, and what it means', () => {
  const names = PROTOCOLS.map(({ name }) => name).sort();
  assert.deepEqual(Object.keys(PUBLIC_LINES).sort(), names);
  assert.deepEqual(Object.keys(INTERPRETERS).sort(), names);
});

test('the protocols with chat for one player have private messages', () => {
  const names = PROTOCOLS.map(({ name }) => name);
  assert.deepEqual(names.filter(hasPrivateMessages).sort(), ['nedap', 'nu6', 'web']);
});

test('of a protocol about which nothing is known, everything may be private', () => {
  assert.equal(hasPrivateMessages('unknown'), true);
});
