import { makeClientAdapter, readText, writeText } from '../../conformance/dialogue-adapter.ts';
import type { GameUnderTest } from '../../conformance/game-under-test.ts';
import { makeClientMessage, parseClientMessage } from '../messages.ts';

/** The canonical form of NEWGAME without a size, which means size 19. */
const DEFAULT_NEWGAME = 'CORE.NEWGAME~19';

/** The messages of clients, in the form of the clauses. */
export const clientAdapter = makeClientAdapter({
  read: (bytes) =>
    readText(bytes, (line) => {
      const read = parseClientMessage(line);
      if (!read.ok) return undefined;
      const text = makeClientMessage(read.value);
      if (text === 'CORE.NEWGAME') return { text: DEFAULT_NEWGAME };
      return text === line ? { text } : { text, variant: 'written otherwise than the document has it' };
    }),
  write: writeText,
  tolerate(line) {
    if (line.startsWith('CHAT.')) return {};
    return line.startsWith('CORE.') ? undefined : { note: 'commands of other extensions' };
  },
  automaticAnswer(line) {
    if (line === 'CHAT.GETLOBBY') return 'CHAT.LOBBY~rival';
    return /^(?:CORE|CHAT)\./.test(line) ? undefined : `CORE.ERROR~PROTOCOL~${line}`;
  },
});

/** The game between the script and the tested client, before its first move. */
export const stones: GameUnderTest = {
  notation: {
    game: 'go',
    source: '\\d+',
    origins: [0],
    read: (text, size) => ({ x: Number(text) % size, y: Math.floor(Number(text) / size) }),
    write: ({ x, y }, size) => String(y * size + x),
  },
  played: [],
};
