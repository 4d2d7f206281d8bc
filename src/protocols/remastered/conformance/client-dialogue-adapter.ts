import { makeClientAdapter, readText, writeText } from '../../conformance/dialogue-adapter.ts';
import type { GameUnderTest } from '../../conformance/game-under-test.ts';
import { columnAndRow } from '../../conformance/point-notation.ts';
import { makeClientMessage, parseClientMessage } from '../messages.ts';

/** The messages of clients, in the form of the clauses. */
export const clientAdapter = makeClientAdapter({
  read: (bytes) =>
    readText(bytes, (line) => {
      const message = parseClientMessage(line);
      return message && { text: makeClientMessage(message) };
    }),
  write: writeText,
  tolerate: (line) => (line === 'ack' ? { note: 'acks for nothing' } : undefined),
});

/** The game between the script and the tested client, before its first move. */
export const stones: GameUnderTest = { notation: columnAndRow('go', [0]), played: [] };
