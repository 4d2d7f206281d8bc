import {
  type DialogueAdapter,
  readText,
  type ToleratedMessage,
  writeText,
} from '../../conformance/dialogue-adapter.ts';
import { type Dialect, makeServerMessage, parseServerMessage } from '../messages.ts';

export const UNKNOWN_KEYWORD: ToleratedMessage = { note: 'lines with unknown keywords' };

/** The messages of servers, in the wording of the document or of the later dialect. */
export const serverAdapter = (dialect: Dialect): DialogueAdapter => ({
  read: (bytes) => readText(bytes, (line) => canonical(line, dialect)),
  write: writeText,
  colors: { black: 'black', white: 'white' },
  automaticAnswer: () => undefined,
  tolerate,
  opponentIn(line) {
    const read = parseServerMessage(line, dialect);
    return read.ok && read.value.kind === 'ready' ? read.value.opponent : undefined;
  },
  moveStatements(color, turn) {
    const [sent, reported] =
      turn === 'pass'
        ? [dialect === 'later' ? 'PASS' : `PASS ${color}`, `PASSED ${color}`]
        : [`MOVE ${turn.x} ${turn.y}`, `VALID ${color} ${turn.x} ${turn.y}`];
    return `${color}: ${sent}\nserver --> black, white: ${reported}`;
  },
  farewell: ['TABLEFLIP', 'CANCEL', 'EXIT'],
});

function canonical(line: string, dialect: Dialect): { text: string; variant?: string } | undefined {
  const read = parseServerMessage(line, dialect);
  if (!read.ok) return undefined;
  const text = makeServerMessage(read.value, dialect).trimEnd();
  if (text === line || read.value.kind !== 'end') return { text };
  return { text, variant: dialect === 'later' ? 'scores with decimals' : 'scores without decimals' };
}

/** The keywords that a server may send only at the right time. Unknown keywords may be ignored ("Ongeldige keywords"). */
const KNOWN_KEYWORDS = ['READY', 'VALID', 'INVALID', 'PASSED', 'TABLEFLIPPED', 'END'];

/** The server may send WARNING and CHAT at any time. */
function tolerate(line: string): ToleratedMessage | undefined {
  const [keyword = ''] = line.split(' ');
  if (keyword === 'WARNING' || keyword === 'CHAT') return {};
  if (keyword === 'WAITING') return { note: 'WAITING more than once' };
  return KNOWN_KEYWORDS.includes(keyword) ? undefined : UNKNOWN_KEYWORD;
}
