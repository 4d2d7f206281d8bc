import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasControlCharacter, lineText, plainText } from './sanitize-text.ts';

test('each control character becomes a dash, including line ends', () => {
  assert.equal(lineText('a\nb\rc\td'), 'a-b-c-d');
  assert.equal(lineText('\u0000\u0007\u001b[31m\u007f\u0085\u009f'), '---[31m---');
});

test('each delimiter of the receiver becomes a dash', () => {
  assert.equal(lineText('one~two~~three', '~'), 'one-two--three');
  assert.equal(lineText('one~two'), 'one~two');
});

test('all other characters stay: spaces, accents, other scripts, emoji', () => {
  assert.equal(lineText('  Grüße, 天元 👋 ', '~'), '  Grüße, 天元 👋 ');
});

test('the control characters of ASCII and Latin-1 are found', () => {
  for (const text of ['\u0000', 'a\u001f', '\u007f', '\u0080', '\u009fb'])
    assert(hasControlCharacter(text), JSON.stringify(text));
  for (const text of ['', ' ', '~', '\u00a0', 'é', '👋']) assert(!hasControlCharacter(text), JSON.stringify(text));
});

test('plainText changes no direction of writing and ends no line', () => {
  assert.equal(plainText('a\u202eb\u2066c\u2028d\u001b[2J'), 'a-b-c-d-[2J');
  assert.equal(plainText('a\u200bb\u00adc\ufeffd\u{e0061}'), 'a-b-c-d-');
  assert.equal(plainText('می\u200cخواهم'), 'می\u200cخواهم');
  assert.equal(plainText('天元 👨‍👩‍👧 Grüße'), '天元 👨‍👩‍👧 Grüße');
});
