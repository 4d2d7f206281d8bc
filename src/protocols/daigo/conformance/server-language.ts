import { opposite } from '../../../rules/color.ts';
import { type DialogueLanguage, readText, writeText } from '../../conformance/dialogue-language.ts';
import { makeServerMessage, parseServerMessage } from '../messages.ts';

/** What a server says in the protocol, as the document writes it. */
export const serverLanguage: DialogueLanguage = {
  read: (bytes) =>
    readText(bytes, (line) => {
      const read = parseServerMessage(line);
      return read.ok ? { text: makeServerMessage(read.value) } : undefined;
    }),
  write: writeText,
  colors: { black: 'START', white: 'WAIT' },
  automaticAnswer: () => undefined,
  // Every message of a server is the answer to one of the client's.
  tolerate: () => undefined,
  // Players meet by name alone.
  opponentIn: () => undefined,
  moveStatements(color, turn) {
    const line = turn === 'pass' ? 'PASS' : `STONE ${turn.x} ${turn.y}`;
    const other = opposite(color);
    return `
      ${color}: ${line}
      server --> ${color}: OK
      ${other}: PLAY
      server --> ${other}: ${line}
    `;
  },
  farewell: ['FORFEIT'],
};
