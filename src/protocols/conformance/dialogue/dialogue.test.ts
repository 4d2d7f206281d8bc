import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { NOTHING, parseDialogue } from './dialogue.ts';

describe('parseDialogue', () => {
  test('parses sent and expected lines', () => {
    assert.deepEqual(parseDialogue('ann: GO 9\n\n# a comment\nserver --> ann, bob: READY: now'), [
      { kind: 'send', who: 'ann', line: 'GO 9', text: 'ann: GO 9', isGiven: false },
      {
        kind: 'expect',
        who: ['ann', 'bob'],
        wordings: [{ line: 'READY: now' }],
        also: [],
        isDue: true,
        text: 'server --> ann, bob: READY: now',
        isGiven: false,
      },
    ]);
  });

  test('parses alternative wordings and additional messages', () => {
    const [statement] = parseDialogue(`
      server --> ann: END 1.0
        or: END 2.0
        or, it is an int: END 1
        or, it is held, nothing
        unless it is full: WAITING
        again, it was not meant: WHAT
        and: BYE
    `);
    assert.deepEqual(statement?.kind === 'expect' && [statement.wordings, statement.also], [
      [
        { line: 'END 1.0' },
        { line: 'END 2.0' },
        { line: 'END 1', note: 'it is an int' },
        { line: NOTHING, note: 'it is held' },
        { line: 'WAITING', elsewhere: 'it is full' },
        { line: 'WHAT', note: 'it was not meant', again: true },
      ],
      ['BYE'],
    ]);
  });

  test('parses allowed and forbidden messages, pauses and closed connections', () => {
    const statements = parseDialogue(
      `server may tell ann: NEWS
      server may tell ann, bob (they are old): NEWS
      server never tells ann: VALID 1
        or: VALID 2
        or, it is tolerated: INVALID
      server closes ann, bob
        or, it leaves that to them, nothing
      a moment passes
      a while passes
      ann hangs up`,
      true,
    );
    assert(statements.every(({ isGiven }) => isGiven));
    assert.deepEqual(
      statements.map(({ text, isGiven, ...rest }) => rest),
      [
        { kind: 'allow', who: ['ann'], line: 'NEWS' },
        { kind: 'allow', who: ['ann', 'bob'], line: 'NEWS', note: 'they are old' },
        {
          kind: 'forbid',
          who: ['ann'],
          wordings: [{ line: 'VALID 1' }, { line: 'VALID 2' }, { line: 'INVALID', note: 'it is tolerated' }],
          mayEnd: true,
        },
        { kind: 'closed', who: ['ann', 'bob'], orElse: 'it leaves that to them' },
        { kind: 'pause', length: 'moment' },
        { kind: 'pause', length: 'while' },
        { kind: 'disconnect', who: 'ann' },
      ],
    );
  });

  test('parses dialogues that test a client', () => {
    const statements = parseDialogue(
      `client: GO
      client answers: ack
      client never says: MOVE
      client may go, and never says: PASS
      client may say: BYE
      client asks PLAY, hears WAIT`,
      false,
      'server',
    );
    assert.deepEqual(
      statements.map(({ kind }) => kind),
      ['expect', 'expect', 'forbid', 'forbid', 'allow', 'expect question'],
    );
    assert.deepEqual(
      statements.flatMap((each) => (each.kind === 'expect' ? [each.isDue] : [])),
      [false, true],
    );
    assert.deepEqual(
      statements.flatMap((each) => (each.kind === 'forbid' ? [each.mayEnd] : [])),
      [false, true],
    );
  });

  test('throws on an unknown statement', () => {
    assert.throws(() => parseDialogue('something else'), /unknown statement in a dialogue: something else/);
    assert.throws(() => parseDialogue('or: first of all'), /unknown statement/);
  });
});
