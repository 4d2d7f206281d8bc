import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parseTranscript } from '../../test/support/transcripts/transcript.ts';
import { clientStatement, serverStatement, transcriptMessage } from './transcript-statement.ts';

const says = (text: string): string => clientStatement('a', transcriptMessage(Buffer.from(text, 'latin1'), undefined));

for (const [bytes, statement] of [
  ['CORE.MOVE~40\n', 'a: CORE.MOVE~40'],
  ['\xf0\x9f\x91\x8b\n', 'a: 👋'],
  ['PASS\r\n', 'a raw: PASS\\r\\n'],
  ['PASS \n', 'a raw: PASS \\n'],
  ['PASS ', 'a raw: PASS\\x20'],
  ['\n', 'a raw: \\n'],
  ['CHAT a\tb\\\n', 'a raw: CHAT a\\tb\\\\\\n'],
  ['\xff\n', 'a raw: \\xff\\n'],
  ['CHAT \xe2\x80\xae\n', 'a raw: CHAT \\xe2\\x80\\xae\\n'],
  // A reader of a transcript would take these for bytes.
  ['CHAT [41]\n', 'a raw: CHAT [41]\\n'],
] as const) {
  test(`a message is written as ${JSON.stringify(statement)}`, () => assert.equal(says(bytes), statement));
}

test('an action is written with its name and its bytes', () => {
  assert.equal(
    serverStatement('b', transcriptMessage(Buffer.from([2, 10, 255]), 'TURN')),
    'server --> b: TURN [02 0A FF]',
  );
});

/** Any bytes, and bytes that look like a line or a statement. */
const pieces = fc.constantFrom('\n', '\r', ' ', '\\', '[', ']', '4', 'A', ': ', '\\x41', 'server --> a', 'é', '\u2028');
const bytes = fc.oneof(
  fc.uint8Array({ minLength: 1 }).map((each) => Buffer.from(each)),
  fc.array(pieces, { minLength: 1 }).map((each) => Buffer.from(each.join(''))),
  fc.array(pieces, { minLength: 1 }).map((each) => Buffer.from(`${each.join('')}\n`)),
);
const action = fc.option(fc.constantFrom('PLAY', 'PLAYER DESCRIPTION'), { nil: undefined });

test('for any message, the transcript has the same bytes', () => {
  fc.assert(
    fc.property(bytes, action, (text, name) => {
      const statements = [
        clientStatement('a', transcriptMessage(text, name)),
        serverStatement('a', transcriptMessage(text, name)),
      ];
      const parsed = parseTranscript(statements.join('\n')).statements;
      assert.deepEqual(
        parsed.map((each) => (each.kind === 'sends' || each.kind === 'receives' ? [each.kind, each.bytes] : each)),
        [
          ['sends', text],
          ['receives', text],
        ],
      );
    }),
  );
});
