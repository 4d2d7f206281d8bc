import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeGame } from './sgf-charset.ts';

const hex = (text: string): Uint8Array => Uint8Array.from(text.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

test('a game is decoded with the encoding of CA', () => {
  for (const [charset, bytes, text] of [
    ['UTF-8', 'e5a4a9e58583', '天元'],
    ['utf8', 'e5a4a9e58583', '天元'],
    ['GB2312', 'ccecd4aa', '天元'],
    ['gb18030', 'ccecd4aa', '天元'],
    ['cp936', 'ccecd4aa', '天元'],
    ['Big5', 'a4d1a4b8', '天元'],
    ['Shift_JIS', '9356 8cb3'.replace(' ', ''), '天元'],
    ['EUC-JP', 'c5b7 b8b5'.replace(' ', ''), '天元'],
    ['EUC-KR', 'b9d9b5cf', '바둑'],
    ['ISO-8859-1', '4deced', 'Mìí'],
    ['windows-1252', '80', '€'],
    ['ISO-8859-2', 'b1e6', 'ąć'],
    ['KOI8-R', 'e7cf', 'Го'],
  ] as const) {
    const decoded = decodeGame(hex(bytes), charset);
    assert.deepEqual([decoded.text, decoded.note], [text, undefined], charset);
  }
});

test('without CA, a text is decoded as UTF-8, or else as windows-1252 with a note', () => {
  assert.deepEqual(decodeGame(utf8('天元'), undefined), { text: '天元', charset: 'utf-8', note: undefined });
  assert.deepEqual(decodeGame(hex('e9'), undefined), {
    text: 'é',
    charset: 'windows-1252',
    note: 'the text has no CA and is not UTF-8: it is read as windows-1252',
  });
});

test('an unknown or wrong CA gives a note', () => {
  const note = (charset: string, read: string) =>
    `CA[${charset}] is unknown, or is not the encoding of the text: it is read as ${read}`;
  assert.deepEqual(decodeGame(utf8('天元'), 'klingon'), {
    text: '天元',
    charset: 'utf-8',
    note: note('klingon', 'utf-8'),
  });
  assert.equal(decodeGame(hex('e9'), 'UTF-8').note, note('UTF-8', 'windows-1252'));
  assert.equal(decodeGame(hex('ff41'), 'gbk').note, note('gbk', 'windows-1252'));
});
