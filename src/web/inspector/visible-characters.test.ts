import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sinceBeginning } from './message-time.ts';
import { visibleSegments } from './visible-characters.ts';

const drawn = (text: string): string =>
  visibleSegments(text)
    .map((piece) => (piece.isCharacterName ? `[${piece.text}]` : piece.text))
    .join('');

test('invisible characters are replaced by their names', () => {
  assert.equal(drawn('CORE.MOVE~1\r'), 'CORE.MOVE~1[CR]');
  assert.equal(drawn('a\tb\x7f\x00\x01'), 'a[TAB]b[DEL][NUL][U+0001]');
  assert.equal(drawn('<b>\u202eevil\u200b</b>'), '<b>[U+202E]evil[U+200B]</b>');
  assert.equal(drawn('天元 👋 é'), '天元 👋 é');
  assert.deepEqual(visibleSegments(''), []);
});

test('sinceBeginning writes the time since the first message', () => {
  assert.deepEqual([0, 412, 9_999, 62_007, 3_600_000].map(sinceBeginning), [
    '0.000',
    '0.412',
    '9.999',
    '1:02.007',
    '60:00.000',
  ]);
});
