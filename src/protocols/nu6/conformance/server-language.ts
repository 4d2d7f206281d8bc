import {
  type DialogueLanguage,
  readText,
  type ToleratedMessage,
  writeText,
} from '../../conformance/dialogue-language.ts';
import { makeServerMessage, parseServerMessage } from '../messages.ts';

/** What the examples of the document leave out in this one place, and its tables have everywhere. */
const WITHOUT_PREFIX = /^GAMEOVER(?=\\?~)/;

/** What a server says in the protocol, as the document writes it. */
export const serverLanguage: DialogueLanguage = {
  read: (bytes) => readText(bytes, canonical),
  write: writeText,
  colors: { black: 'BLACK', white: 'WHITE' },
  automaticAnswer: () => undefined,
  tolerate,
  opponentIn(line) {
    const read = parseServerMessage(line);
    return read.ok && read.value.kind === 'match' ? read.value.opponent : undefined;
  },
  moveStatements(color, turn) {
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

/** The first field of everything that the document has a server say. */
const KEYWORDS =
  /^(?:CORE\.(?:HELLO|MATCH|MOVE|PASS|ERROR|GAMEOVER|BYE)|GAMEOVER|CHAT\.(?:MESSAGE|LOBBY|ENTERED|LEFT|ERROR))(?=$|\\?~)/;

/**
 * A client that chats hears of all who come, go and talk; whether of itself as well, and how often, the document leaves
 * open. What it does not have at all contradicts none of it: there may be other extensions.
 */
function tolerate(line: string, names: readonly string[]): ToleratedMessage | undefined {
  if (!KEYWORDS.test(line)) return { note: 'messages that the document does not have' };
  const read = parseServerMessage(line);
  if (!read.ok) return undefined;
  const { value } = read;
  if (value.kind === 'entered' || value.kind === 'left') return {};
  if (value.kind === 'lobby') return { note: 'a LOBBY unasked' };
  const isOfOtherClient = value.kind === 'message' && value.sender !== undefined && !names.includes(value.sender);
  return isOfOtherClient ? {} : undefined;
}
