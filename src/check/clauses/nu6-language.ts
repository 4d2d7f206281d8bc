import { makeServerMessage, parseServerMessage } from '../../protocols/nu6/codec.ts';
import { type Language, readText, writeText } from '../language.ts';

/** What the examples of the document leave out in this one place, and its tables have everywhere. */
const WITHOUT_PREFIX = /^GAMEOVER(?=\\?~)/;

/** What a server says in the protocol, as the document writes it. */
export const language: Language = {
  read: (bytes) => readText(bytes, canonical),
  write: writeText,
  colors: { black: 'BLACK', white: 'WHITE' },
  reflex: () => undefined,
  isStray: isAboutOthers,
  opponentIn(line) {
    const read = parseServerMessage(line);
    return read.ok && read.value.kind === 'match' ? read.value.opponent : undefined;
  },
  turn(color, turn) {
    const line = turn === 'pass' ? 'CORE.PASS' : `CORE.MOVE~{${turn.x},${turn.y}}`;
    return `${color}: ${line}\nserver --> black, white: ${line}`;
  },
  farewell: ['CORE.SURRENDER', 'CORE.BYE'],
};

function canonical(line: string): { text: string; variant?: string } | undefined {
  const isBare = WITHOUT_PREFIX.test(line);
  const read = parseServerMessage(isBare ? `CORE.${line}` : line);
  if (!read.ok) return undefined;
  const text = makeServerMessage(read.value);
  if (isBare) return { text, variant: 'GAMEOVER without CORE. before it' };
  if (text === line) return { text };
  // Also in a faulty message that comes back: nothing that is said here has one.
  if (line.includes('\\~')) return { text: text.replaceAll('\\~', '~'), variant: 'fields split by \\~' };
  return { text, variant: read.value.kind === 'bye' ? 'another goodbye than the hand' : 'points with decimals' };
}

/** Who chats hears of everybody who comes, goes and talks; whether of itself as well the document leaves open. */
function isAboutOthers(line: string, names: readonly string[], own: string | undefined): boolean {
  const read = parseServerMessage(line);
  if (!read.ok) return false;
  const { value } = read;
  if (value.kind === 'entered' || value.kind === 'left') return value.name === own || !names.includes(value.name);
  return value.kind === 'message' && value.sender !== undefined && !names.includes(value.sender);
}
