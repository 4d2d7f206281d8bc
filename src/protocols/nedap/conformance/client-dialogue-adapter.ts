import { type DialogueAdapter, makeClientAdapter, readText, writeText } from '../../conformance/dialogue-adapter.ts';
import type { GameUnderTest } from '../../conformance/game-under-test.ts';
import { columnAndRow } from '../../conformance/point-notation.ts';
import { type Dialect, makeClientMessage, parseClientMessage } from '../messages.ts';
import { UNKNOWN_KEYWORD } from './server-dialogue-adapter.ts';

/** The keywords of clients, except CHAT. All other keywords may be ignored ("Ongeldige keywords"). */
const KEYWORDS: Readonly<Record<Dialect, readonly string[]>> = {
  documented: ['GO', 'CANCEL', 'MOVE', 'PASS', 'TABLEFLIP'],
  later: ['PLAYER', 'GO', 'CANCEL', 'EXIT', 'MOVE', 'PASS', 'TABLEFLIP'],
};

export const clientAdapter = (dialect: Dialect): DialogueAdapter =>
  makeClientAdapter({
    read: (bytes) =>
      readText(bytes, (line) => {
        const read = parseClientMessage(line, dialect);
        return read.ok ? { text: makeClientMessage(read.value) } : undefined;
      }),
    write: writeText,
    tolerate(line) {
      const [keyword = ''] = line.split(' ');
      if (keyword === 'CHAT') return {};
      return KEYWORDS[dialect].includes(keyword) ? undefined : UNKNOWN_KEYWORD;
    },
  });

/** The document does not say where coordinates begin. */
export const stones: GameUnderTest = { notation: columnAndRow('go', [0, 1]), played: [] };
