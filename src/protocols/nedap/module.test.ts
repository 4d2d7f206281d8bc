import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { serverNamed } from '../../../test/support/protocols/loaded-protocols.ts';
import { assertSameInAnyPackets } from '../../../test/support/protocols/packet-boundaries.ts';

const nedap = serverNamed('nedap');

test('a client gets the same answers for any division of its bytes', () => {
  const first = fc.constantFrom('GO alice 9', 'PLAYER alice\nGO 9', 'PLAYER rival', 'GO Alice 9');
  const line = fc.constantFrom(
    ...['GO alice 9', 'GO bob 9', 'GO 9', 'GO 4', 'PLAYER carol', 'CANCEL', 'EXIT', 'CHAT é\r', 'HELLO', ''],
    ...['MOVE 0 0', 'MOVE 1 0', 'MOVE 8 8', 'MOVE 0 8', 'MOVE 1e9 0', 'PASS', 'PASS', 'TABLEFLIP'],
  );
  fc.assert(
    fc.property(first, fc.array(line, { maxLength: 30 }), (opening, lines) => {
      assertSameInAnyPackets(nedap, {}, Buffer.from(`${[opening, ...lines].join('\n')}\n`));
    }),
  );
});

test('has no settings', () => {
  assert.deepEqual(nedap.configure({ size: '9' }), { ok: false, problem: 'nedap has no setting "size"; it has none' });
});
