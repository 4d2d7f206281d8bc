import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { MESSAGE_TABLES } from '../../support/messages/message-table-pages.ts';

for (const [protocol, tables] of MESSAGE_TABLES) {
  for (const [speaker, codec] of Object.entries(tables)) {
    test(`every message of ${protocol} (${speaker}) is parsed back to the message from which it was made`, () => {
      fc.assert(
        fc.property(fc.constantFrom(...codec.rows), fc.gen(), ({ kind }, draw) => {
          const message = codec.sample(kind, (below) => draw(fc.nat, { max: below - 1 }));
          assert.deepEqual(codec.roundTrip(message), { ok: true, value: message });
        }),
      );
    });
  }
}
