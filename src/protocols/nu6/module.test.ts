import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { serverNamed } from '../../../test/support/protocols/loaded-protocols.ts';
import { assertSameInAnyPackets, sessionTranscript } from '../../../test/support/protocols/packet-boundaries.ts';

const nu6 = serverNamed('nu6');

const DIALOGUE = [
  'CORE.NEWGAME',
  'CORE.HELLO~anne~CHAT\r',
  '',
  'CORE.NEWGAME\\~9',
  'CORE.MOVE~42',
  'CHAT.MESSAGE~天元 \u{1F44B}~bob',
  'CORE.PASS',
  'CHAT.GETLOBBY',
  'CORE.BYE~',
  'CORE.PASS',
];

test('lines in one packet are answered in order', () => {
  const transcript = sessionTranscript(nu6, {}, false, [Buffer.from(`${DIALOGUE.join('\n')}\n`)]);
  const asked = transcript.flatMap((line) => /^\? (\w+)/.exec(line)?.[1] ?? []);
  assert.deepEqual(asked, ['enter', 'seek', 'play', 'chat', 'pass', 'who', 'leave']);
  assert.equal(transcript.at(-1), 'closed');
});

test('random bytes get the same answers for any division, and nothing is thrown', () => {
  const inGame = ['CORE.MOVE~0', 'CORE.MOVE~1', 'CORE.MOVE~80', 'CORE.PASS', 'CORE.SURRENDER', 'CORE.NEWGAME~9'];
  const word = fc.constantFrom(...DIALOGUE, ...inGame, ...inGame, 'CHAT.MESSAGE~psst~rival', 'HELLO');
  const line = fc.oneof(
    { weight: 9, arbitrary: word.map((text) => Buffer.from(`${text}\n`)) },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 20 }) },
  );
  const opening = fc.constantFrom('', 'CORE.HELLO~anne~CHAT\n', 'CORE.HELLO~anne~CHAT\nCORE.NEWGAME~9\n');
  fc.assert(
    fc.property(opening, fc.array(line, { maxLength: 30 }), (first, lines) => {
      assertSameInAnyPackets(nu6, {}, Buffer.concat([Buffer.from(first), ...lines]));
    }),
  );
});

test('nu6 has no settings', () => {
  const refused = nu6.configure({ size: '9' });
  assert.deepEqual(refused, { ok: false, problem: 'nu6 has no setting "size"; it has none' });
  assert.deepEqual(nu6.detection, { prefixes: ['CORE.', 'CHAT.'] });
});
