import { type ReadResult, utf8 } from '../bytes.ts';
import type { LineCodec } from '../messages/line-messages.ts';
import {
  lineExplainer,
  type MessageExplanation,
  malformed,
  type ProtocolMessages,
  type Speaker,
} from '../messages/protocol-messages.ts';
import { LONGEST_LINE, LONGEST_SERVER_LINE, readLine } from '../text-line.ts';
import { BANNER } from './banner.ts';
import { commandMessages, nameMessages, passwordMessages, plainCommand } from './client-messages.ts';
import { serverMessages } from './server-messages.ts';
import { TelnetLineReader } from './telnet-line-reader.ts';

/** Reads a conversation. Before `1 5`, only the server's prompts show the kind of a client's line. */
class Conversation {
  /**
   * The kind of the client's next line. `unknown`: it may be the password. The first line is a name, even before the prompt.
   */
  #expected: 'name' | 'unknown' | 'command' = 'name';
  /** The number of client lines before a prompt. They answer the next prompts. */
  #ahead = 0;
  #isAsked = false;

  client(line: string): MessageExplanation {
    const expected = this.#expected;
    if (expected === 'command') return read(commandMessages as LineCodec<unknown>, plainCommand(line));
    if (!this.#isAsked) this.#ahead++;
    this.#isAsked = false;
    this.#expected = 'unknown';
    if (expected === 'name') return read(nameMessages as LineCodec<unknown>, line);
    return { meaning: 'sends its password', isWellFormed: true, privacy: 'secret' };
  }

  server(line: string): MessageExplanation {
    if (/^(?:Login:|Password:|1 1)$/.test(line)) this.#asks(line === 'Login:' ? 'name' : 'unknown');
    else if (/^1 [5-8]$/.test(line)) {
      this.#expected = 'command';
      this.#ahead = 0;
    }
    if (isBanner(line)) return { meaning: line === '' ? 'an empty line' : line, isWellFormed: true, privacy: 'public' };
    // For a client that has switched off the numbers.
    if (!/^\d/.test(line)) return { meaning: 'a line without a number', isWellFormed: true, privacy: 'private' };
    return read(serverMessages as LineCodec<unknown>, line);
  }

  /** Handles a prompt. A client that has sent lines before has answered it already. */
  #asks(what: 'name' | 'unknown'): void {
    if (this.#ahead > 0) {
      this.#ahead--;
      this.#expected = 'unknown';
    } else {
      this.#expected = what;
      this.#isAsked = true;
    }
  }
}

const isBanner = (line: string): boolean => line === '' || line === BANNER || line === 'Login:';

function read(codec: LineCodec<unknown>, line: string): MessageExplanation {
  const result = codec.read(line);
  const privacy = codec.privacyOfLine(line);
  if (!result.ok) return malformed(result.problem, privacy);
  return { meaning: codec.describe(result.value, {}), isWellFormed: true, privacy: codec.privacyOf(result.value) };
}

const QUESTIONS = ['Login: ', 'Password: ', '#> '].map(utf8);

/** Reads a prompt, which has no line end and is a separate message. */
function readQuestion(bytes: Uint8Array, conversation: Conversation): ReadResult<MessageExplanation> | undefined {
  const question = QUESTIONS.find((each) => each.every((byte, index) => bytes[index] === byte));
  if (question === undefined) return undefined;
  const message = conversation.server(Buffer.from(question).toString('latin1').trim());
  return { kind: 'message', message, length: question.length };
}

const [LF, CR] = [0x0a, 0x0d];

/** Reads the lines of a client as the server does: a line that ends with CR is complete, even if an LF may follow. */
class ClientLines {
  #isAfterCr = false;

  read(bytes: Uint8Array, meaningOf: (line: string) => MessageExplanation): ReadResult<MessageExplanation> {
    if (this.#isAfterCr && bytes[0] === LF) {
      this.#isAfterCr = false;
      return { kind: 'message', message: LINE_END, length: 1 };
    }
    const line = new TelnetLineReader().read(bytes);
    if (line.kind === 'more') return line;
    if (line.kind === 'broken' || line.message.kind !== 'text')
      return { kind: 'broken', message: malformed(`a line of more than ${LONGEST_LINE} bytes`, 'secret') };
    const endsByCr = bytes[line.length - 1] === CR;
    const isWhole = endsByCr && bytes[line.length] === LF;
    this.#isAfterCr = endsByCr && !isWhole;
    return { kind: 'message', message: meaningOf(line.message.text), length: line.length + (isWhole ? 1 : 0) };
  }
}

const LINE_END: MessageExplanation = { meaning: 'a line end', isWellFormed: true, privacy: 'public' };

/** Whether the bytes consist only of complete public lines. */
function areAllPublic(side: Speaker, bytes: Uint8Array): boolean {
  const clientLines = new ClientLines();
  const meaningOf = (line: string): MessageExplanation => ({
    ...LINE_END,
    privacy: commandMessages.privacyOfLine(plainCommand(line)),
  });
  for (let left = bytes; left.length > 0; ) {
    const read = side === 'client' ? clientLines.read(left, meaningOf) : readServerLine(left);
    if (read.kind !== 'message' || read.message.privacy !== 'public') return false;
    left = left.subarray(read.length);
  }
  return true;
}

function readServerLine(bytes: Uint8Array): ReadResult<MessageExplanation> {
  const question = readQuestion(bytes, new Conversation());
  const line = readLine(bytes, LONGEST_SERVER_LINE);
  if (question !== undefined || line.kind === 'more') return question ?? { kind: 'more' };
  const text = line.message.kind === 'text' ? line.message.text : undefined;
  const isPublic = text !== undefined && (isBanner(text) || serverMessages.privacyOfLine(text) === 'public');
  return { ...line, message: { ...LINE_END, privacy: isPublic ? 'public' : 'private' } };
}

/** The messages of IGS for the recorder, the tap and the inspector, which explain each message in words. */
export const messages: ProtocolMessages = {
  open() {
    const conversation = new Conversation();
    const clientLines = new ClientLines();
    const lines = lineExplainer(
      'secret',
      () => LINE_END,
      (line) => conversation.server(line),
    );
    return {
      ...lines,
      client: (bytes) => clientLines.read(bytes, (line) => conversation.client(line)),
      server: (bytes) => readQuestion(bytes, conversation) ?? lines.server(bytes),
    };
  },
  // The session reports which message is the password.
  isPublic: areAllPublic,
  tables: {
    'name client': nameMessages as LineCodec<unknown>,
    'password client': passwordMessages as LineCodec<unknown>,
    'command client': commandMessages as LineCodec<unknown>,
    server: serverMessages as LineCodec<unknown>,
  },
};
