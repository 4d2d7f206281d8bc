import { opposite } from '../../../rules/color.ts';
import {
  type DialogueAdapter,
  type MissingMessagePart,
  readText,
  writeText,
} from '../../conformance/dialogue-adapter.ts';
import { makeServerMessage, parseServerMessage, type ServerMessage } from '../messages.ts';

/** The messages of servers, in the document's wording. */
export const serverAdapter: DialogueAdapter = {
  read: (bytes) => readText(bytes, canonical),
  write: writeText,
  colors: { black: '0', white: '1' },
  automaticAnswer: (line) => (/^(?:stones|yourturn|place|remove)\b/.test(line) ? 'ack' : undefined),
  // The document defines the order of all messages. Only one clause tests which player receives yourturn.
  tolerate: (line) => (line === 'yourturn' ? { note: 'yourturn more than once' } : undefined),
  missingPart,
  opponentIn: () => undefined,
  moveStatements(color, turn) {
    if (turn === 'pass') throw new Error('there is no pass in this protocol');
    const digit = color === 'black' ? 0 : 1;
    const stones = turn.captured.map(({ x, y }) => `${x} ${y}`).join(' ');
    const removal = stones === '' ? '' : `remove ${stones}`;
    // Only one clause tests whether the player who moves gets its ack.
    return `
      ${color}: place ${turn.x} ${turn.y}
      server --> black, white: place ${digit} ${turn.x} ${turn.y}
      server may tell ${color}: ack
      ${removal && `server --> ${color}: ${removal}`}
      server --> ${opposite(color)}: yourturn
        ${removal && `and: ${removal}`}
    `;
  },
  farewell: ['close'],
};

/** The canonical form of a line. The order of removed stones has no meaning, so they are sorted. */
function canonical(line: string): { text: string; variant?: string } | undefined {
  const message = parseServerMessage(line);
  if (message === undefined) return undefined;
  const text = makeServerMessage(sorted(message));
  return message.kind === 'mode' && text !== line ? { text, variant: 'the mode in capitals' } : { text };
}

const sorted = (message: ServerMessage): ServerMessage =>
  message.kind === 'remove'
    ? { ...message, stones: message.stones.toSorted((one, other) => one.y - other.y || one.x - other.x) }
    : message;

/** The missing `remove`: the document has one `remove` for a capture, but does not forbid one for each stone. */
function missingPart(expected: string, received: string): MissingMessagePart | undefined {
  const stonesOf = (line: string): string[] => (line.startsWith('remove ') ? (line.match(/\d+ \d+/g) ?? []) : []);
  const removed = stonesOf(received);
  const left = stonesOf(expected).filter((stone) => !removed.includes(stone));
  const isPart = removed.length > 0 && left.length === stonesOf(expected).length - removed.length && left.length > 0;
  return isPart ? { line: `remove ${left.join(' ')}`, note: 'stones are removed by several messages' } : undefined;
}
