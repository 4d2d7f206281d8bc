import { opposite } from '../../../rules/color.ts';
import { type DialogueAdapter, readText, writeText } from '../../conformance/dialogue-adapter.ts';
import { makeServerMessage, parseServerMessage } from '../messages.ts';

/** The messages of servers, in the document's wording. */
export const serverAdapter: DialogueAdapter = {
  read: (bytes) =>
    readText(bytes, (line) => {
      const read = parseServerMessage(line);
      return read.ok ? { text: makeServerMessage(read.value) } : undefined;
    }),
  write: writeText,
  colors: { black: 'START', white: 'WAIT' },
  automaticAnswer: () => undefined,
  // Each server message is the answer to a client message, so no message is unexpected.
  tolerate: () => undefined,
  // Opponents are found only by name.
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
