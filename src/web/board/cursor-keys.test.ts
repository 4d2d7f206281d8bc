import assert from 'node:assert/strict';
import { test } from 'node:test';
import { square } from '../../rules/point.ts';
import { parseVertex, vertexName } from '../../rules/vertex.ts';
import { parsePoint } from './coordinate-names.ts';
import { cursorAfter, typedAfter } from './cursor-keys.ts';

/** The point of the cursor after keys, from a point of a 9x9 board. `^` before a key means Control. */
const WALKS: readonly (readonly [string, string, string])[] = [
  ['E5', 'ArrowLeft', 'D5'],
  ['E5', 'ArrowRight', 'F5'],
  ['E5', 'ArrowUp', 'E6'],
  ['E5', 'ArrowDown', 'E4'],
  ['A9', 'ArrowLeft ArrowUp', 'A9'],
  ['J1', 'ArrowRight ArrowDown', 'J1'],
  ['E5', 'Home', 'A5'],
  ['E5', 'End', 'J5'],
  ['E5', '^Home', 'A9'],
  ['E5', '^End', 'J1'],
  ['E5', 'PageUp', 'E8'],
  ['E5', 'PageUp PageUp', 'E9'],
  ['E5', 'PageDown', 'E2'],
  ['E5', 'PageDown PageDown', 'E1'],
];

test('keys move the cursor, and never off the board', () => {
  const size = square(9);
  for (const [from, keys, to] of WALKS) {
    let cursor = parseVertex(size, from)!;
    for (const key of keys.split(' ')) cursor = cursorAfter(key.replace('^', ''), key.startsWith('^'), size, cursor)!;
    assert.equal(vertexName(size, cursor), to, `${from} ${keys}`);
  }
});

test('a key that does not move the cursor is not handled', () => {
  for (const key of ['Enter', ' ', 'd', 'Tab', 'Escape', 'F5'])
    assert.equal(cursorAfter(key, false, square(9), parseVertex(square(9), 'E5')!), undefined, key);
});

/** The typed text after these keys; undefined if a key is not handled. */
const TYPED: readonly (readonly [readonly string[], string | undefined])[] = [
  [['d', '4'], 'd4'],
  [['3', ' ', '1', '5'], '3 15'],
  [['3', ',', '1', '5'], '3 15'],
  [['d', '1', 'Backspace', '4'], 'd4'],
  [['d', 'Backspace'], ''],
  [['Backspace'], undefined],
  [[' '], undefined],
  [[','], undefined],
  [['d', ' '], undefined],
  [['3', ' ', ' '], undefined],
  [['Enter'], undefined],
  [['ArrowUp'], undefined],
  [['é'], undefined],
  [['1', '3', '0', ' ', '1', '3', '0', '5'], '130 130'],
];

test('letters, digits and the space between two numbers are typed', () => {
  for (const [keys, expected] of TYPED) {
    let typed: string | undefined = '';
    for (const key of keys) typed = typed === undefined ? undefined : typedAfter(key, typed);
    assert.equal(typed, expected, keys.join(' '));
  }
});

test('the longest names of the largest boards can be typed', () => {
  for (const text of ['EF131', '130 130']) {
    let typed: string = '';
    for (const key of text) typed = typedAfter(key, typed)!;
    assert.notEqual(parsePoint(square(131), typed, 'go'), undefined, text);
  }
});
