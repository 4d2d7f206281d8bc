import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { foldName, isGuestName, isVisible, trimName } from './name-normalisation.ts';

/** Characters that count as white space: the white space of Unicode, and characters that are drawn as empty space. */
const SPACES = [
  ...['\t', '\n', ' ', '\u0085', '\u00a0', '\u1680', '\u2003', '\u2028', '\u2029', '\u202f', '\u205f', '\u3000'],
  ...['\u2800', '\u115f', '\u1160', '\u3164', '\uffa0', '\u{1d159}', '\u{13441}'],
];

/** Invisible code points that are not white space. */
const IGNORABLE = ['\u00ad', '\u200b', '\u200d', '\u202e', '\u2060', '\ufe0f', '\ufeff', '\u180e', '\u{e0041}'];

const hex = (text: string): string => [...text].map((each) => `U+${each.codePointAt(0)?.toString(16)}`).join(' ');

/** Any text, often with white space, ignorable code points, marks and letters with special cases. */
const text = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary', maxLength: 4 }),
      fc.constantFrom(...SPACES, ...IGNORABLE, ...'aAßẞıİſςσΣﬁＡⅣ½\u0301\u0345\u0327Ωé각가'),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''));

describe('white space around a name', () => {
  for (const space of SPACES) {
    test(`${hex(space)} is removed`, () => {
      assert.equal(trimName(`${space}alice${space}`), 'alice');
      assert.equal(trimName(`${space} ${space}天元${space} `), '天元');
      assert.equal(foldName(`${space}alice${space}`), 'alice');
    });
  }

  test('is removed together with ignorable code points in it', () => {
    assert.equal(trimName('\u200b alice\u3000\u200b '), 'alice');
  });

  test('is the only thing removed: ignorable code points elsewhere and white space inside stay', () => {
    assert.equal(trimName(' ali\u200bce b '), 'ali\u200bce b');
    assert.equal(trimName(' ❤\ufe0f '), '❤\ufe0f');
  });

  test('may be the whole name', () => {
    for (const space of SPACES) assert.equal(trimName(space.repeat(3)), '');
  });

  test('is removed completely the first time', () => {
    fc.assert(fc.property(text, (name) => assert.equal(trimName(trimName(name)), trimName(name))));
  });
});

describe('two names are equal', () => {
  const cases: readonly (readonly [why: string, one: string, other: string])[] = [
    ['in upper and lower case', 'Alice', 'aLICE'],
    ['in upper and lower case, where one letter becomes two', 'straße', 'STRASSE'],
    ['in upper and lower case, where a letter has two lower-case forms', 'ΟΔΥΣΣΕΥΣ', 'οδυσσευσ'],
    ['with accents in different encodings', 'rené', 'rene\u0301'],
    ['in different widths', 'ａｌｉｃｅ', 'alice'],
    ['in different styles of letters', '𝐚𝓁𝕚𝚌𝖾', 'alice'],
    ['with joined letters', 'ﬁona', 'fiona'],
    ['with more or less white space inside', 'a  b', 'a b'],
    ['with different white space inside', 'a\u3000\u2800b', 'a b'],
    ['with and without invisible characters', 'ali\u200bce\u2060', 'alice'],
    ['with invisible characters between white space', 'a \u200b b', 'a b'],
  ];
  for (const [why, one, other] of cases) test(why, () => assert.equal(foldName(one), foldName(other)));

  test('only if no other letter differs', () => {
    for (const [one, other] of [
      ['alice', 'alìce'],
      ['a b', 'ab'],
      ['alice', '\u0430lice'],
    ] as const) {
      assert.notEqual(foldName(one), foldName(other));
    }
  });

  test('also after they were folded twice', () => {
    fc.assert(
      fc.property(text, (name) => assert.equal(foldName(foldName(name)), foldName(name), hex(name))),
      { numRuns: 2000 },
    );
  });

  test('also if white space around them was removed first', () => {
    fc.assert(fc.property(text, (name) => assert.equal(foldName(trimName(name)), foldName(name), hex(name))));
  });
});

describe('a name without a visible character', () => {
  for (const name of ['', ' ', '\u2800\u2800', '\u3164', '\u200b', '\u0301', ' \u0301\u200d ', '\ufe0f']) {
    test(hex(name) || 'nothing', () => assert.equal(isVisible(name), false));
  }

  test('is not visible. One visible character is enough', () => {
    for (const name of ['a', '7', '☗', '天', '-', '❤\ufe0f', '\u2800.\u2800'])
      assert.equal(isVisible(name), true, name);
  });
});

describe('a name of the form for guests', () => {
  for (const name of ['guest-1', ' GUEST-77', 'guest-\u200b7', 'ｇｕｅｓｔ－１２', 'guest\u20101', 'guest-٣']) {
    test(JSON.stringify(name), () => assert.equal(isGuestName(name), true));
  }

  test('has only digits after the dash', () => {
    for (const name of ['guest', 'guest-', 'guest1', 'guest-x', 'guest-1a', 'a guest-1']) {
      assert.equal(isGuestName(name), false, name);
    }
  });
});
