import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';
import type { GameId } from '../../lobby/games/game-event.ts';
import type { NodeQuestions } from '../../nodes/node-messages.ts';
import type { NodeNumber } from '../../nodes/stream-message.ts';

const [compress, uncompress] = [promisify(deflateRaw), promisify(inflateRaw)];

/** Bytes of an answer: NATS takes messages of 1 MiB. */
const LONGEST_ANSWER = 1_000_000;

const NOTHING = new Uint8Array(0);
/** In place of a recording that is too long. */
const TOO_LONG = Uint8Array.of(0);

/** What other nodes have recorded of a game. */
export interface RemoteRecordings {
  /** As the archive stores them. */
  readonly recordings: readonly string[];
  /** Some node has not answered, or its recording is too long. */
  readonly isCut: boolean;
}

export interface SharedConversationsOptions {
  readonly questions: NodeQuestions;
  /** Undefined while this node has not joined. */
  readonly own: () => NodeNumber | undefined;
  readonly members: () => readonly NodeNumber[];
  /** What this node has recorded, as the archive stores it. */
  readonly recorded: (game: GameId) => string | undefined;
}

/**
 * Each node records what its own clients say. Until the archive has all parts of a game, a node asks the others for theirs.
 */
export class SharedConversations {
  readonly #options: SharedConversationsOptions;

  constructor(options: SharedConversationsOptions) {
    this.#options = options;
    options.questions.answer((question) => this.#answer(question));
  }

  async elsewhere(game: GameId): Promise<RemoteRecordings> {
    const { questions, own, members } = this.#options;
    const from = own();
    const others = members().filter((node) => node !== from).length;
    const answers = await questions.ask(JSON.stringify({ from, game }), others);
    const whole = answers.filter(({ length }) => length > TOO_LONG.length);
    const recordings = await Promise.all(whole.map(async (data) => (await uncompress(data)).toString()));
    return { recordings, isCut: answers.length < others || answers.some(({ length }) => length === TOO_LONG.length) };
  }

  /** The asker knows its own part, and so does a node that has not joined: it has none. */
  async #answer(question: string): Promise<Uint8Array | undefined> {
    const { own, recorded } = this.#options;
    const { from, game } = JSON.parse(question) as { readonly from?: NodeNumber; readonly game: GameId };
    if (own() === undefined || own() === from) return undefined;
    const text = recorded(game);
    if (text === undefined) return NOTHING;
    const data = await compress(text);
    return data.length > LONGEST_ANSWER ? TOO_LONG : data;
  }
}
