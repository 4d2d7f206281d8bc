import assert from 'node:assert/strict';
import { test } from 'node:test';
import { timeOfDay } from './dates.ts';

test('a time of day has two digits for hours and minutes in every language', () => {
  const at = new Date(2026, 0, 31, 0, 5).getTime();
  for (const language of ['en', 'nl', 'fr', 'ja']) assert.equal(timeOfDay(at, language), '00:05');
});
