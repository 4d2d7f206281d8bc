import { makeClientAdapter, readText, writeText } from '../../conformance/dialogue-adapter.ts';
import type { GameUnderTest } from '../../conformance/game-under-test.ts';
import { columnAndRow } from '../../conformance/point-notation.ts';
import { makeClientMessage, parseClientMessage } from '../messages.ts';

export const clientAdapter = makeClientAdapter({
  read: (bytes) =>
    readText(bytes, (line) => {
      const read = parseClientMessage(line);
      return read.ok ? { text: makeClientMessage(read.value) } : undefined;
    }),
  write: writeText,
  tolerate: () => undefined,
});

/** The document does not say where coordinates begin. */
export const stones: GameUnderTest = { notation: columnAndRow('go', [0, 1]), played: [] };
