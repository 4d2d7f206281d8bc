import { makeServerMessage, parseServerMessage } from '../../protocols/daigo/codec.ts';
import { opposite } from '../../rules/color.ts';
import { type Language, readText, writeText } from '../language.ts';

/** What a server says in the protocol, as the document writes it. */
export const language: Language = {
  read: (bytes) =>
    readText(bytes, (line) => {
      const read = parseServerMessage(line);
      return read.ok ? { text: makeServerMessage(read.value) } : undefined;
    }),
  write: writeText,
  colors: { black: 'START', white: 'WAIT' },
  reflex: () => undefined,
  isStray: () => false,
  // Nobody meets anybody here but by name.
  opponentIn: () => undefined,
  turn(color, turn) {
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
