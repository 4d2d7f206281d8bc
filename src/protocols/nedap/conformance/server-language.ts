import {
  type DialogueLanguage,
  readText,
  type ToleratedMessage,
  writeText,
} from '../../conformance/dialogue-language.ts';
import { type Dialect, makeServerMessage, parseServerMessage } from '../messages.ts';

export const UNKNOWN_KEYWORD: ToleratedMessage = { note: 'lines with unknown keywords' };

/** What a server says in the protocol, as the document or the later dialect writes it. */
export const serverLanguage = (dialect: Dialect): DialogueLanguage => ({
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
    const [said, told] =
      turn === 'pass'
        ? [dialect === 'later' ? 'PASS' : `PASS ${color}`, `PASSED ${color}`]
        : [`MOVE ${turn.x} ${turn.y}`, `VALID ${color} ${turn.x} ${turn.y}`];
    return `${color}: ${said}\nserver --> black, white: ${told}`;
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

/** What a server may say only where it belongs. Every other keyword may be ignored ("Ongeldige keywords"). */
const KNOWN_KEYWORDS = ['READY', 'VALID', 'INVALID', 'PASSED', 'TABLEFLIPPED', 'END'];

/** The server may warn and chat at any time. */
function tolerate(line: string): ToleratedMessage | undefined {
  const [keyword = ''] = line.split(' ');
  if (keyword === 'WARNING' || keyword === 'CHAT') return {};
  if (keyword === 'WAITING') return { note: 'WAITING more than once' };
  return KNOWN_KEYWORDS.includes(keyword) ? undefined : UNKNOWN_KEYWORD;
}
