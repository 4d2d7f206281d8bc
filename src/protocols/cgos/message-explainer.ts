import type { LineCodec } from '../messages/line-messages.ts';
import {
  lineExplainer,
  type MessageExplanation,
  malformed,
  type ProtocolMessages,
} from '../messages/protocol-messages.ts';
import {
  gameMessages,
  LONGEST_LINE,
  nameMessages,
  openingMessages,
  passwordMessages,
  serverMessages,
  viewerMessages,
  viewerServerMessages,
} from './messages.ts';

/**
 * The kind of the client's next line. `unknown`: it may be the password, because the client may send lines before the server's
 * questions.
 */
type Expected = 'opening' | 'name' | 'password' | 'game' | 'viewer' | 'unknown';

const CLIENT: Readonly<Record<Expected, LineCodec<unknown>>> = {
  opening: openingMessages as LineCodec<unknown>,
  name: nameMessages as LineCodec<unknown>,
  password: passwordMessages as LineCodec<unknown>,
  game: gameMessages as LineCodec<unknown>,
  viewer: viewerMessages as LineCodec<unknown>,
  unknown: gameMessages as LineCodec<unknown>,
};

/** The keywords that are sent only to a client that has signed in. */
const GAME_WORDS: ReadonlySet<string> = new Set(['setup', 'genmove', 'play', 'gameover']);

const QUESTIONS: Readonly<Record<string, Expected>> = { protocol: 'opening', username: 'name', password: 'password' };

/** Reads a conversation. Only the server's questions show the kind of a client's line. */
class Conversation {
  #expected: Expected = 'unknown';
  /** The number of client lines before a question. They answer the next questions. */
  #ahead = 0;
  #isViewer = false;
  #size: number | undefined;

  client(line: string): MessageExplanation {
    const expected = this.#expected;
    const read = this.#read(CLIENT[expected], line);
    if (expected === 'unknown' || expected === 'password') {
      if (expected === 'unknown') this.#ahead++;
      this.#expected = 'unknown';
      return {
        ...read,
        meaning: expected === 'password' ? read.meaning : 'a line that nothing has asked for',
        privacy: 'secret',
      };
    }
    this.#isViewer ||= expected === 'opening' && /^v1(?: |$)/.test(line);
    if (expected === 'opening' || expected === 'name') this.#expected = this.#isViewer ? 'viewer' : 'unknown';
    return read;
  }

  server(line: string): MessageExplanation {
    const word = line.split(' ', 1)[0] ?? '';
    const asked = QUESTIONS[word];
    if (asked !== undefined && this.#ahead > 0) this.#ahead--;
    else if (asked !== undefined) this.#expected = asked;
    else if (GAME_WORDS.has(word) && !this.#isViewer) {
      this.#expected = 'game';
      this.#ahead = 0;
    }
    return this.#read((this.#isViewer ? viewerServerMessages : serverMessages) as LineCodec<unknown>, line);
  }

  #read(codec: LineCodec<unknown>, line: string): MessageExplanation {
    const read = codec.read(line);
    if (!read.ok) return malformed(read.problem, 'public');
    this.#size = codec.sizeIn(read.value) ?? this.#size;
    const meaning = codec.describe(read.value, this.#size === undefined ? {} : { size: this.#size });
    return { meaning, isWellFormed: true, privacy: codec.privacyOf(read.value) };
  }
}

/** The messages of CGOS for the recorder, the tap and the inspector, which explain each message in words. */
export const messages: ProtocolMessages = {
  open() {
    const conversation = new Conversation();
    const client = (line: string): MessageExplanation => conversation.client(line);
    return lineExplainer('secret', client, (line) => conversation.server(line), LONGEST_LINE);
  },
  // The session reports which message is the password.
  isPublic: () => true,
  tables: {
    'opening client': openingMessages as LineCodec<unknown>,
    'name client': nameMessages as LineCodec<unknown>,
    'password client': passwordMessages as LineCodec<unknown>,
    'game client': gameMessages as LineCodec<unknown>,
    'game server': serverMessages as LineCodec<unknown>,
    'viewer client': viewerMessages as LineCodec<unknown>,
    'viewer server': viewerServerMessages as LineCodec<unknown>,
  },
};
