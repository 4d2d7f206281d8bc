import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';
import type { GameId } from '../../lobby/games/game-event.ts';
import type { NodeQuestionTransport } from '../../nodes/node-transport.ts';
import type { NodeNumber } from '../../nodes/stream-message.ts';

const [compress, uncompress] = [promisify(deflateRaw), promisify(inflateRaw)];

/** Bytes of the longest answer. NATS accepts messages of up to 1 MiB. */
const MAXIMUM_ANSWER = 1_000_000;

const NOTHING = new Uint8Array(0);
/** The answer in place of a recording that is too long. */
const TOO_LONG = Uint8Array.of(0);

/** The recordings that other nodes have made of a game. */
export interface OtherNodesRecordings {
  /** The recordings in the form in which the archive stores them. */
  readonly recordings: readonly string[];
  /** A node has not answered, or its recording is too long. */
  readonly isCut: boolean;
}

export interface SharedConversationsOptions {
  readonly questions: NodeQuestionTransport;
  /** Returns the number of this node; undefined while it has not joined. */
  readonly own: () => NodeNumber | undefined;
  readonly members: () => readonly NodeNumber[];
  /** Returns this node's recording of a game in the form in which the archive stores it. */
  readonly recorded: (game: GameId) => string | undefined;
}

/**
 * Each node records the messages of its own clients. Until the archive has all parts of a game's recording, a node asks the other nodes for
 * their parts.
 */
export class SharedConversations {
  readonly #options: SharedConversationsOptions;

  constructor(options: SharedConversationsOptions) {
    this.#options = options;
    options.questions.answer((question) => this.#answer(question));
  }

  async remoteRecordings(game: GameId): Promise<OtherNodesRecordings> {
    const { questions, own, members } = this.#options;
    const from = own();
    const others = members().filter((node) => node !== from).length;
    const answers = await questions.ask(JSON.stringify({ from, game }), others);
    const complete = answers.filter(({ length }) => length > TOO_LONG.length);
    const recordings = await Promise.all(complete.map(async (data) => (await uncompress(data)).toString()));
    return { recordings, isCut: answers.length < others || answers.some(({ length }) => length === TOO_LONG.length) };
  }

  /** Answers another node's question. The node itself, and a node that has not joined, give no answer. */
  async #answer(question: string): Promise<Uint8Array | undefined> {
    const { own, recorded } = this.#options;
    const { from, game } = JSON.parse(question) as { readonly from?: NodeNumber; readonly game: GameId };
    if (own() === undefined || own() === from) return undefined;
    const text = recorded(game);
    if (text === undefined) return NOTHING;
    const data = await compress(text);
    return data.length > MAXIMUM_ANSWER ? TOO_LONG : data;
  }
}
