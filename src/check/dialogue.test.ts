import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { NOTHING, parseDialogue } from './dialogue.ts';

describe('a dialogue', () => {
  test('has who says what, and who hears it', () => {
    assert.deepEqual(parseDialogue('ann: GO 9\n\n# a comment\nserver --> ann, bob: READY: now'), [
      { kind: 'says', who: 'ann', line: 'GO 9', text: 'ann: GO 9', given: false },
      {
        kind: 'hears',
        who: ['ann', 'bob'],
        wordings: [{ line: 'READY: now' }],
        also: [],
        text: 'server --> ann, bob: READY: now',
        given: false,
      },
    ]);
  });

  test('has other wordings below the first, and what comes as well', () => {
    const [statement] = parseDialogue(`
      server --> ann: END 1.0
        or: END 2.0
        or, it is an int: END 1
        or, nobody cares, nothing
        unless nobody plays: WAITING
        and: BYE
    `);
    assert.deepEqual(statement?.kind === 'hears' && [statement.wordings, statement.also], [
      [
        { line: 'END 1.0' },
        { line: 'END 2.0' },
        { line: 'END 1', note: 'it is an int' },
        { line: NOTHING, note: 'nobody cares' },
        { line: 'WAITING', elsewhere: 'nobody plays' },
      ],
      ['BYE'],
    ]);
  });

  test('has bytes, silence and ends', () => {
    const statements = parseDialogue(
      'ann raw: a\\r\\n\\xff\nsilence for ann\nsilence or the end for ann, bob\nann hangs up',
      true,
    );
    assert.deepEqual(statements[0], {
      kind: 'says raw',
      who: 'ann',
      bytes: Buffer.from([0x61, 0x0d, 0x0a, 0xff]),
      text: 'ann raw: a\\r\\n\\xff',
      given: true,
    });
    assert.deepEqual(
      statements.slice(1).map(({ text, given, ...rest }) => rest),
      [
        { kind: 'silence', who: ['ann'], mayEnd: false },
        { kind: 'silence', who: ['ann', 'bob'], mayEnd: true },
        { kind: 'hangs up', who: 'ann' },
      ],
    );
  });

  test('that says nothing known is our mistake', () => {
    assert.throws(() => parseDialogue('something else'), /nothing known: something else/);
    assert.throws(() => parseDialogue('or: first of all'), /nothing known/);
  });
});
