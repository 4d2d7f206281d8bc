import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { fill, match, show } from './dialogue-line-pattern.ts';
import type { DialogueVariables } from './dialogue-variables.ts';

const scope: DialogueVariables = {
  names: new Map([
    ['ann', 'xavier'],
    ['bob', 'yvonne'],
  ]),
  size: 9,
  seats: {},
  colors: { black: 'BLACK', white: 'WHITE' },
};

describe('placeholders in braces', () => {
  test('are filled in: names, the size, points, colours', () => {
    assert.equal(fill('{ann}~{size}~{size+2}~{size*size-1}~{3,4}', scope).text, 'xavier~9~11~80~39');
    assert.equal(fill('{black}', { ...scope, seats: { black: 'bob' } }).text, 'yvonne');
  });

  test('must be known in a sent line, and may be unknown in a shown line', () => {
    assert.throws(() => fill('{any text}', scope), /not known/);
    assert.throws(() => fill('{size}', { ...scope, size: undefined }), /not known/);
    assert.equal(show('{ann} {any text} {color of ann}', scope), 'xavier {any text} {color of ann}');
  });

  test('match only their possible values', () => {
    const isSame = (pattern: string, line: string): boolean => match(pattern, line, scope) !== undefined;
    assert(isSame('A~{any number}', 'A~-12.5'));
    assert(!isSame('A~{any number}', 'A~x'));
    assert(isSame('A~{a number above 3}', 'A~3.5'));
    assert(!isSame('A~{a number above 3}', 'A~3'));
    assert(isSame('A~{a number between 3 and size*size}', 'A~80.5'));
    assert(!isSame('A~{a number between 3 and size*size}', 'A~81'));
    assert(isSame('A{any text}', 'A'));
    assert(!isSame('A{any words}', 'A'));
    assert(isSame('A {any name} B', 'A x-y B'));
    assert(!isSame('A {any name} B', 'A x y B'));
    assert(isSame('{anything without ann}', ' yvonne'));
    assert(!isSame('{anything without ann}', ' yvonne xavier'));
    assert(isSame('{name other than ann}', 'xavierZERO'));
    assert(!isSame('{name other than ann}', 'xavier'));
    assert(isSame('{words of cat}', 'Mary Ann'));
    assert(!isSame('{name of cat}', 'Mary Ann'));
    assert(isSame('{letters of cat}', 'mary'));
    assert(!isSame('{letters of cat}', 'mary2'));
    assert(isSame('{letters or digits of cat}', 'mary2'));
    assert(isSame('GO {odd size}', 'GO 131'));
    for (const size of ['4', '6', '133']) assert(!isSame('GO {odd size}', `GO ${size}`), size);
    assert(isSame('HELLO {ann}', 'HELLO xavier'));
    assert(!isSame('HELLO {ann}', 'HELLO yvonne'));
    assert(!isSame('HELLO', 'HELLO '));
  });

  test('assign each colour to one client', () => {
    const black = match('MATCH~{color of ann}', 'MATCH~BLACK', scope);
    assert.deepEqual(black?.seats, { black: 'ann' });
    assert(black !== undefined);
    assert.equal(match('MATCH~{color of bob}', 'MATCH~BLACK', black), undefined);
    assert.equal(match('MATCH~{color of ann}', 'MATCH~WHITE', black), undefined);
    assert.deepEqual(match('MATCH~{color of bob}', 'MATCH~WHITE', black)?.seats, { black: 'ann', white: 'bob' });
    assert.equal(match('MATCH~{color of ann}', 'MATCH~GREY', scope), undefined);
  });

  test('learn the board size', () => {
    const unsized = { ...scope, size: undefined };
    assert.equal(match('START {size}', 'START 15', unsized)?.size, 15);
    assert.equal(match('START {size}', 'START 15', scope), undefined);
    assert.equal(match('stones {empty board}', `stones ${'X'.repeat(169)}`, unsized)?.size, 13);
    assert.equal(match('stones {empty board}', `stones ${'X'.repeat(168)}`, unsized), undefined);
  });

  test('a line without braces matches only itself', () => {
    fc.assert(
      fc.property(
        fc.string().filter((line) => !/[{}]/.test(line)),
        fc.string(),
        (line, other) => {
          assert(match(line, line, scope) !== undefined);
          assert.equal(match(line, other, scope) !== undefined, line === other);
        },
      ),
    );
  });
});
