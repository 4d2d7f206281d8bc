import { opposite } from '../../../rules/color.ts';
import {
  type DialogueLanguage,
  type MessageRemainder,
  readText,
  writeText,
} from '../../conformance/dialogue-language.ts';
import { makeServerMessage, parseServerMessage, type ServerMessage } from '../messages.ts';

/** What a server says in the protocol, as the document writes it. */
export const serverLanguage: DialogueLanguage = {
  read: (bytes) => readText(bytes, canonical),
  write: writeText,
  colors: { black: '0', white: '1' },
  automaticAnswer: (line) => (/^(?:stones|yourturn|place|remove)\b/.test(line) ? 'ack' : undefined),
  // The document fixes the order of all messages. Which player receives yourturn is examined by one clause alone.
  tolerate: (line) => (line === 'yourturn' ? { note: 'yourturn more than once' } : undefined),
  remainder,
  opponentIn: () => undefined,
  moveStatements(color, turn) {
    if (turn === 'pass') throw new Error('there is no pass in this protocol');
    const digit = color === 'black' ? 0 : 1;
    const stones = turn.captured.map(({ x, y }) => `${x} ${y}`).join(' ');
    const removal = stones === '' ? '' : `remove ${stones}`;
    // Whether the mover gets its ack is a matter of one clause alone.
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

/** In which order stones are taken off is all the same. */
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

/** The document has all stones of a capture in one message, and does not forbid one for each. */
function remainder(expected: string, heard: string): MessageRemainder | undefined {
  const stonesOf = (line: string): string[] => (line.startsWith('remove ') ? (line.match(/\d+ \d+/g) ?? []) : []);
  const gone = stonesOf(heard);
  const left = stonesOf(expected).filter((stone) => !gone.includes(stone));
  const isPart = gone.length > 0 && left.length === stonesOf(expected).length - gone.length && left.length > 0;
  return isPart ? { line: `remove ${left.join(' ')}`, note: 'stones are removed by several messages' } : undefined;
}
