import { makeClientLanguage, readText, writeText } from '../../conformance/dialogue-language.ts';
import type { GameUnderTest } from '../../conformance/game-under-test.ts';
import { columnAndRow } from '../../conformance/point-notation.ts';
import { makeClientMessage, parseClientMessage } from '../messages.ts';

export const clientLanguage = makeClientLanguage({
  read: (bytes) =>
    readText(bytes, (line) => {
      const message = parseClientMessage(line);
      return message && { text: makeClientMessage(message) };
    }),
  write: writeText,
  tolerate: (line) => (line === 'ack' ? { note: 'acks for nothing' } : undefined),
});

export const stones: GameUnderTest = { notation: columnAndRow('go', [0]), played: [] };
