import {
  type DialogueAdapter,
  readText,
  type ToleratedMessage,
  writeText,
} from '../../conformance/dialogue-adapter.ts';
import { makeServerMessage, parseServerMessage } from '../messages.ts';

/** GAMEOVER without `CORE.`: the document's examples omit the prefix here, its tables do not. */
const WITHOUT_PREFIX = /^GAMEOVER(?=\\?~)/;

/** The messages of servers, in the document's wording. */
export const serverAdapter: DialogueAdapter = {
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
  // The replacement also changes a repeated faulty line, but no line of the dialogues contains `\\~`.
  if (line.includes('\\~')) return { text: text.replaceAll('\\~', '~'), variant: 'fields split by \\~' };
  return { text, variant: read.value.kind === 'bye' ? 'another goodbye than the hand' : 'points with decimals' };
}

/** The first field of each server message in the document. */
const KEYWORDS =
  /^(?:CORE\.(?:HELLO|MATCH|MOVE|PASS|ERROR|GAMEOVER|BYE)|GAMEOVER|CHAT\.(?:MESSAGE|LOBBY|ENTERED|LEFT|ERROR))(?=$|\\?~)/;

/**
 * A client with chat is told when clients enter, leave and chat. The document does not define whether this includes the client
 * itself, nor how often. Unknown messages are tolerated too, because there may be other extensions.
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
