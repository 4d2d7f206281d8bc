import assert from 'node:assert/strict';
import { test } from 'node:test';
import { splitGames } from './sgf-split.ts';

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
/** The bytes of a text. Each character is one byte. */
const bytesOf = (text: string): Uint8Array => Uint8Array.from(text, (character) => character.charCodeAt(0));

function spans(bytes: Uint8Array, charset?: string) {
  const read = splitGames(bytes, 100, charset);
  assert.ok(read.ok, read.ok ? '' : read.problem);
  return read.value;
}

/** The texts of the games. A truncated game ends in `…`. */
const games = (bytes: Uint8Array, charset?: string): string[] =>
  spans(bytes, charset).map(
    ({ start, end, isComplete }) =>
      Array.from(bytes.subarray(start, end), (byte) => String.fromCharCode(byte)).join('') + (isComplete ? '' : '…'),
  );

test('finds the games of a collection, without the text around them', () => {
  const text = 'From: me (at home)\n\n(;B[aa])\r\n] [ ( ;W[bb]\n(;B[cc])(;B[dd]))trailing (';
  assert.deepEqual(games(encode(text)), ['(;B[aa])', '( ;W[bb]\n(;B[cc])(;B[dd]))']);
  assert.deepEqual(
    spans(encode(text)).map(({ line }) => line),
    [3, 4],
  );
  assert.deepEqual(games(encode('((;B[aa])(;B[bb]))')), ['(;B[aa])', '(;B[bb])']);
});

test('parentheses and brackets inside a value are text', () => {
  for (const game of ['(;C[)(;]B[aa])', '(;C[\\]))];B[bb])', '(;C[\\\\];B[aa](;W[bb]C[(;FF[4\\]]))'])
    assert.deepEqual(games(encode(`${game}(;B[cc])`)), [game, '(;B[cc])'], game);
  const quoting = '(;C[as in\n(;GM[1\\]SZ[9\\])];B[aa])';
  assert.deepEqual(games(encode(quoting)), [quoting]);
});

test('a truncated game does not affect the others', () => {
  assert.deepEqual(games(encode('(;B[aa])(;B[bb]')), ['(;B[aa])', '(;B[bb]…']);
  assert.deepEqual(games(encode('(;B[aa])(;C[and then')), ['(;B[aa])', '(;C[and then…']);
  assert.deepEqual(games(encode('(;GM[1]B[aa]\n(;GM[1];B[bb])(;FF[4];B[cc])')), [
    '(;GM[1]B[aa]\n…',
    '(;GM[1];B[bb])',
    '(;FF[4];B[cc])',
  ]);
  assert.deepEqual(games(encode('(;GM[1]C[never ends\n(;GM[1];B[bb])')), ['(;GM[1]C[never ends\n…', '(;GM[1];B[bb])']);
  assert.deepEqual(games(encode('(;GM[1](;B[aa])(;B[bb]\n( ; SZ[9] FF [3];B[cc])')), [
    '(;GM[1](;B[aa])(;B[bb]\n…',
    '( ; SZ[9] FF [3];B[cc])',
  ]);
});

test('a variation that repeats a property of the root is a variation if every game is complete', () => {
  const text = '(;GM[1];B[aa](;W[bb])(;GM[1];W[cc]))';
  assert.deepEqual(games(encode(text)), [text]);
});

test('the second byte of a character is not taken for a bracket or a backslash', () => {
  for (const [charset, character] of [
    ['GB2312', '\x81\x5d'],
    ['GBK', '\xfe\x5c'],
    ['gb18030', '\x81\x30\x81\x30\x84\x5b'],
    ['Big5', '\xa5\x5c'],
    ['Shift_JIS', '\x83\x5c\xb1\x95\x5d'],
    ['EUC-KR', '\x81\x5b'],
  ] as const) {
    const named = `(;CA[${charset}]PB[${character}];B[aa])`;
    // CA comes after text in its encoding.
    const late = `(;PB[${character}]CA[${charset}];B[aa])`;
    for (const game of [named, late]) {
      assert.deepEqual(games(bytesOf(`${game}(;B[bb])`)), [game, '(;B[bb])'], charset);
      assert.equal(spans(bytesOf(game))[0]?.charset, charset);
    }
    const plain = `(;PB[${character}];B[aa])`;
    assert.deepEqual(games(bytesOf(`${plain}(;B[bb])`), charset), [plain, '(;B[bb])'], charset);
  }
  const game = '(;CA[ISO-2022-JP]PB[\x1b$B\x25\x5d\x25\x5c\x1b(B];B[aa])';
  assert.deepEqual(games(bytesOf(`${game}(;B[bb])`)), [game, '(;B[bb])']);
  // In all other places, a backslash is an escape, also after half-width katakana.
  assert.deepEqual(games(bytesOf('(;CA[Shift_JIS]PB[\xb1\\]x];B[aa])')), ['(;CA[Shift_JIS]PB[\xb1\\]x];B[aa])']);
});

test('each game of a collection has its own CA', () => {
  const text = '(;CA[GBK]PB[x])(;PB[y];C[CA[no\\]])(;FF[4] CA [ UTF-8 ];B[aa])';
  assert.deepEqual(
    spans(encode(text)).map(({ charset }) => charset),
    ['GBK', undefined, 'UTF-8'],
  );
});

test('the time for many parentheses, brackets and incomplete games is proportional to their number', () => {
  const most = Number.POSITIVE_INFINITY;
  assert.equal(splitGames(encode('('.repeat(1_000_000)), most).ok, false);
  assert.ok(splitGames(encode('(;'.repeat(300_000)), most).ok);
  assert.ok(splitGames(encode('(;GM[1]'.repeat(100_000)), most).ok);
  assert.ok(splitGames(encode(`(;C[${'\n(;FF'.repeat(100_000)}`), most).ok);
  assert.ok(splitGames(encode('(;C['.repeat(300_000)), most).ok);
  assert.deepEqual(splitGames(encode('(;)'.repeat(101)), 100), { ok: false, problem: 'more than 100 games' });
});
